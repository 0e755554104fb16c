/// Every rule, the gravest and most frequent first.
public enum RuleList {
  public static let all: [any Rule.Type] = [
    AuthFailOpen.self,
    ServedByDeadUpstream.self,
    InterceptOff.self,
    ServerReturnSwallowsPage.self,
    MissingFile.self,
    RootUriDoubled.self,
    StatusMasked.self,
    RegexStealsPage.self,
    UndefinedNamedLocation.self,
    VhostLacksPage.self,
  ]
}
