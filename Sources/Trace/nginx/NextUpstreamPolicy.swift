import ProxyConfig

/// `*_next_upstream` and its limits.
struct NextUpstreamPolicy {
  let directive: Directive?
  let mostTries: Int?
  private let conditions: [String]
  private static let usual = ["error", "timeout"]
  private let method: RequestMethod
  /// The body is passed on as it comes, so that there is nothing to send again.
  private let isUnbuffered: Bool

  init(
    _ module: NginxHandler.Module, method: RequestMethod, hasBody: @autoclosure () -> Bool, model: NginxModel,
    scope: Int
  ) {
    isUnbuffered = !model.flag(module.setting(.requestBuffering), in: scope, default: true) && hasBody()
    directive = model.setting(module.setting(.nextUpstream), in: scope)
    conditions = directive.map { $0.arguments.map(\.value) } ?? Self.usual
    let tries = model.value(module.setting(.nextUpstreamTries), in: scope)?.number ?? 0
    mostTries = tries == 0 ? nil : tries
    self.method = method
  }

  /// Whether another peer is tried after this; a request that was sent and may change something is not sent twice.
  func allows(_ failure: String, isSent: Bool) -> Bool {
    if conditions.contains("off") { return false }
    if isSent, isUnbuffered { return false }
    guard conditions.contains(failure) else { return false }
    return !isSent || conditions.contains("non_idempotent") || !method.isOne(of: ["POST", "LOCK", "PATCH"])
  }
}
