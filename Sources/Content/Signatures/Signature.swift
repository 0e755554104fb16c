public import Diagnostics

/// What a log line looks like when one program meets one cause: pieces of its text, or a field it carries.
public struct Signature: Sendable {
  /// The program that writes the line, such as `nginx`.
  public let component: String
  /// The id of the cause, such as `upstream-not-listening`.
  public let cause: String
  /// Texts of which one must occur; empty when only `fields` tell.
  public let texts: [SignatureText]
  /// Fields that must have these values, on top of a text.
  public let fields: Fields
  /// The status the visitor got, where the line does not say it itself.
  public let status: Int?
  public let confidence: Confidence
  /// Of two signatures that know a line the higher rank wins; then the one with more literal text.
  public let rank: Int
  /// The only log formats in which it is looked for; empty for all that are not another program's.
  public let formats: Set<LogFormat>
  /// The release of the program it was seen in.
  public let seen: String?
  /// The file of the program's own source that writes it.
  public let origin: String?
  /// Log lines it must know.
  public let samples: [String]
  /// Other causes of the same line; `note` says what tells them apart.
  public let also: [String]
  public let note: String?
  /// The article that lists this very signature, if one does.
  public internal(set) var article: SitePath?
  /// Where it is written down.
  public let place: Place

  /// Where an entry of a signature file gives none.
  public static let usualRank = 50
  /// Where an article gives none: signature files are more exact.
  public static let articleRank = 5

  /// Whether each of its texts is part of one of `larger`, so that it says nothing new beside them.
  func isPart(of larger: [SignatureText]) -> Bool {
    !texts.isEmpty && texts.allSatisfy { small in larger.contains { small.isPart(of: $0) } }
  }

  public enum Confidence: String, Sendable, CaseIterable {
    case high, medium, low
  }

  /// Fields of access logs that name a cause by themselves.
  public struct Fields: Sendable, Hashable {
    /// HAProxy's termination state: its first two letters, such as `SC` (configuration manual, section 8.5).
    public var termination: String?
    /// One of Envoy's response flags, such as `UF` (access logging, `%RESPONSE_FLAGS%`); in HAProxy's lines the server, in
    /// those of a load balancer of AWS the status the target sent.
    public var flag: String?
    /// The status in the line is one of these.
    public var statuses: [Int] = []

    public var isEmpty: Bool { termination == nil && flag == nil && statuses.isEmpty }
  }
}

/// The shapes of log lines that `interlude explain` tells apart.
public enum LogFormat: String, Sendable, CaseIterable {
  case nginx, apache, caddy, haproxy, envoy, traefik, varnish, gunicorn, alb
  case phpFPM = "php-fpm"
  /// A line of an access log in the common or combined format, whichever program wrote it.
  case access
  /// Anything else.
  case plain
}

/// A cause that log lines are traced back to.
public struct Cause: Sendable {
  /// In kebab case, such as `upstream-not-listening`.
  public let id: String
  public let title: String
  /// The page that explains it, if there is one.
  public let article: SitePath?
}
