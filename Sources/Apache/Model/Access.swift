import Diagnostics
import ProxyConfig
import Trace

/// Who may see something: `Require` of mod_authz_core, and `Order`, `Allow`, `Deny` of mod_access_compat.
struct Access: Sendable {
  /// What the `Require` lines of one section come to; sections inside replace it as a whole.
  var requires: Requirement?
  var merging: Merging = .off
  var order: (isAllowFirst: Bool, place: Place)?
  var allowed: [Visitors] = []
  var denied: [Visitors] = []
  var satisfiesAny: Bool?
  var authType: String?
  /// Where plain HTTP is turned away (`SSLRequireSSL`).
  var requiresTLS: Place?

  enum Merging: Sendable { case off, and, or }

  /// Whom an `Allow from` or `Deny from` speaks of.
  struct Visitors: Sendable {
    let words: [Written]
    /// Of `<Limit>` around it; nil for all methods.
    let methods: Methods?
  }

  func merged(with inner: Access) -> Access {
    var all = self
    if let requires = inner.requires {
      all.requires =
        switch (inner.merging, self.requires) {
        case (.and, let outer?): .all([outer, requires], requires.place)
        case (.or, let outer?): .any([outer, requires], requires.place)
        default: requires
        }
    }
    // Lists of another section do not add up (`merge_access_dir_config` does not exist).
    if inner.order != nil || !inner.allowed.isEmpty || !inner.denied.isEmpty {
      (all.order, all.allowed, all.denied) = (inner.order, inner.allowed, inner.denied)
    }
    all.satisfiesAny = inner.satisfiesAny ?? satisfiesAny
    all.authType = inner.authType ?? authType
    all.requiresTLS = inner.requiresTLS ?? requiresTLS
    return all
  }
}

/// Methods named by `<Limit>` or all but those of `<LimitExcept>`.
struct Methods: Sendable {
  let names: Set<String>
  let isExcept: Bool

  /// `HEAD` is judged as `GET` is.
  func contains(_ method: RequestMethod) -> Bool {
    method.isOne(of: names.sorted() + (names.contains("GET") ? ["HEAD"] : [])) != isExcept
  }
}

/// One `Require`, or several in `<RequireAll>`, `<RequireAny>` and `<RequireNone>`.
indirect enum Requirement: Sendable {
  case single(provider: String, words: [Written], isNegated: Bool, methods: Methods?, Place)
  case all([Requirement], Place)
  case any([Requirement], Place)
  case none([Requirement], Place)

  var place: Place {
    switch self {
    case .single(_, _, _, _, let place), .all(_, let place), .any(_, let place), .none(_, let place): place
    }
  }
}
