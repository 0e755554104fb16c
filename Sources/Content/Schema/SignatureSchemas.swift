extension Schemas {
  /// `content/signatures/<component>.yaml`.
  public static let signatureFile = ObjectShape([
    .init("component", .text(maximum: 40), required: true, "The program that writes the lines, such as `nginx`."),
    .init("formats", .list(.choice(formats)), "The only log formats in which they are looked for; any if absent."),
    .init("seen", .text(maximum: 60), "The release they were seen in, where an entry names none."),
    .init(
      "harmless", .list(.text(maximum: 1000)), "Texts that articles mention though they are no trouble by themselves."),
    .init("signatures", .list(.object(catalogued), minimum: 1), required: true, "The signatures."),
  ])

  /// `content/signatures/causes.yaml`.
  public static let causeFile = ObjectShape([
    .init("causes", .list(.object(cause), minimum: 1), required: true, "The causes that signatures name.")
  ])

  /// An entry of `signatures:` in an article's front matter; the article's `cause` is its cause.
  static let signature = ObjectShape(
    [
      .init("text", texts, required: true, "Literal pieces of the log line, variable parts written `<name>`."),
      .init("component", .text(maximum: 40), required: true, "The program that writes it, such as `nginx`."),
    ] + details)

  private static let catalogued = ObjectShape(
    [
      .init("text", texts, "Literal pieces of the log line, variable parts written `<name>`."),
      .init("termination", .text(maximum: 2), "The first two letters of HAProxy's termination state, such as `SC`."),
      .init(
        "flag", .text(maximum: 8),
        "One of Envoy's response flags, such as `UF`; HAProxy's server, such as `<NOSRV>`; the target's status in a line of an AWS load balancer."
      ),
      .init("answers", .list(.integer(100...999)), "The statuses in the line with which it holds."),
      .init("cause", .text(maximum: 80), required: true, "The id of the cause, from `causes.yaml`."),
    ] + details)

  private static let details: [ObjectShape.Field] = [
    .init("status", .integer(100...599), "The status the visitor got."),
    .init(
      "confidence", .choice(Signature.Confidence.allCases.map(\.rawValue)),
      "How surely it names the cause; high if absent."),
    .init("rank", .integer(0...100), "Of two signatures that know a line the higher rank wins; 50 if absent."),
    .init("formats", .list(.choice(formats)), "The only log formats in which it is looked for."),
    .init("seen", .text(maximum: 60), "The release of the program it was seen in."),
    .init("origin", .text(maximum: 200), "The file of the program's own source that writes it."),
    .init("sample", texts, "A log line it must know, or a list of them."),
    .init("also", .list(.text(maximum: 80)), "Ids of other causes that lead to the same line."),
    .init("note", .text(maximum: 300), "What else to keep in mind."),
  ]

  private static let cause = ObjectShape([
    .init("id", .text(maximum: 80), required: true, "In kebab case, such as `upstream-not-listening`."),
    .init("title", .text(maximum: 80), required: true, "The cause in a few words."),
    .init(
      "article", .text(),
      "Relative path of the article's `.md` file; an article that names the `cause` itself goes first."),
  ])

  private static let texts = Shape.either(.list(.text(maximum: 1000), minimum: 1), .text(maximum: 1000))
  private static let formats = LogFormat.allCases.map(\.rawValue)
}
