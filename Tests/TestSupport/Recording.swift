/// What a real server answered: configurations, the requests each was sent, and what came back.
///
/// `Tests/TraceTests/Recorded/README.md` says what the lines of such a file mean.
public struct Recording: Sendable {
  /// One request, and what the server made of it.
  public struct Answer: Sendable, Equatable {
    /// As in a fixture's `requests.txt`.
    public var request: String
    /// 0 when the connection was closed without a status line.
    public var status: Int
    /// The kind of body, and of a file its path, of a text its words.
    public var body: String
    public var location: String?

    public init(request: String, status: Int, body: String, location: String?) {
      self.request = request
      self.status = status
      self.body = body
      self.location = location
    }
  }

  public struct Configuration: Sendable {
    public var name: String
    public var text: String
    /// Files that only this configuration has, by their path below the folder.
    public var files: [String: String] = [:]
    /// Files of the recording that were not there.
    public var without: Set<String> = []
    public var answers: [Answer] = []

    public init(name: String, text: String) {
      self.name = name
      self.text = text
    }
  }

  /// The program and its release, such as `nginx 1.22`.
  public var server: String
  /// The folder that holds the files.
  public var folder: String
  /// Where relative paths start; nil where that is the folder.
  public var directory: String?
  /// When the files were last changed, in seconds since 1970.
  public var date: Int?
  /// What goes before a request's path when it is no whole URL.
  public var base = ""
  /// Upstreams that always fail, or never, in the words of a request's failures.
  public var upstreams: [String] = []
  /// The `Location` of upstreams that answer with a redirect.
  public var redirects: String?
  public var environment: [String: String] = [:]
  public var files: [String: String] = [:]
  public var configurations: [Configuration] = []

  public init(server: String, folder: String) {
    self.server = server
    self.folder = folder
  }
}

extension Recording {
  /// Why a text is no recording: the line that is not understood.
  public struct Malformed: Error {
    public let line: String
  }

  public init(_ text: String) throws(Malformed) {
    self.init(server: "", folder: "/")
    var isConfiguration = false
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Substring.init) {
      if line.hasPrefix("=== ") {
        configurations.append(Configuration(name: String(line.dropFirst(4)), text: ""))
        isConfiguration = true
      } else if isConfiguration {
        if line == "---" {
          isConfiguration = false
        } else {
          configurations[configurations.count - 1].text += line + "\n"
        }
      } else if !line.isEmpty {
        try add(line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init), line)
      }
    }
  }

  private mutating func add(_ fields: [String], _ line: Substring) throws(Malformed) {
    let last = configurations.count - 1
    switch (fields[0], fields.count) {
    case ("server", 2): server = fields[1]
    case ("folder", 2): folder = fields[1]
    case ("directory", 2): directory = fields[1]
    case ("dated", 2): date = Int(fields[1])
    case ("redirects", 2): redirects = fields[1]
    case ("base", 2): base = fields[1]
    case ("upstream", 2): upstreams.append(fields[1])
    case ("environment", 3): environment[fields[1]] = fields[2]
    case ("file", 3) where last < 0: files[fields[1]] = Self.unescaped(fields[2])
    case ("file", 3): configurations[last].files[fields[1]] = Self.unescaped(fields[2])
    case ("without", 2) where last >= 0: configurations[last].without.insert(fields[1])
    case (let request, 3...4) where last >= 0:
      guard let status = Int(fields[1]) else { throw Malformed(line: String(line)) }
      configurations[last].answers.append(
        Answer(
          request: request, status: status, body: Self.unescaped(fields[2]),
          location: fields.count == 4 ? Self.unescaped(fields[3]) : nil))
    default: throw Malformed(line: String(line))
    }
  }

  /// The recording as it stands in a file.
  public var text: String {
    var lines = ["server\t\(server)", "folder\t\(folder)"]
    if let directory { lines.append("directory\t\(directory)") }
    if let date { lines.append("dated\t\(date)") }
    if !base.isEmpty { lines.append("base\t\(base)") }
    lines += upstreams.map { "upstream\t\($0)" }
    if let redirects { lines.append("redirects\t\(redirects)") }
    lines += environment.sorted { $0.key < $1.key }.map { "environment\t\($0.key)\t\($0.value)" }
    lines += Self.lines(of: files)
    for configuration in configurations {
      lines += ["=== \(configuration.name)", configuration.text + "---"]
      lines += configuration.without.sorted().map { "without\t\($0)" }
      lines += Self.lines(of: configuration.files)
      for answer in configuration.answers {
        let location = answer.location.map { "\t" + Self.escaped($0) } ?? ""
        lines.append("\(answer.request)\t\(answer.status)\t\(Self.escaped(answer.body))\(location)")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func lines(of files: [String: String]) -> [String] {
    files.sorted { $0.key < $1.key }.map { "file\t\($0.key)\t\(escaped($0.value))" }
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func unescaped(_ text: String) -> String {
    guard text.contains("\\") else { return text }
    var result = ""
    var isEscaped = false
    for scalar in text.unicodeScalars {
      guard isEscaped || scalar == "\\" else {
        result.unicodeScalars.append(scalar)
        continue
      }
      if isEscaped {
        let meant: [Unicode.Scalar: Unicode.Scalar] = ["n": "\n", "r": "\r", "t": "\t"]
        result.unicodeScalars.append(meant[scalar] ?? scalar)
      }
      isEscaped.toggle()
    }
    return result
  }
}
