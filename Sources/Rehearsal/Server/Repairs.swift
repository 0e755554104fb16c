import Foundation
import ProxyConfig

/// Makes up what a program refuses to start without: it says itself what is missing.
struct Repairs {
  let files: SandboxFiles
  private(set) var made: [String] = []
  private var tried: Set<String> = []

  init(_ files: SandboxFiles) { self.files = files }

  /// Repairs what the program's output complains of; false when nothing was found that could be.
  mutating func repair(_ output: String) -> Bool {
    if makeUser(output) { return true }
    let lines = output.split(separator: "\n").map(String.init)
    for line in lines.reversed() {
      guard Self.words.contains(where: { line.range(of: $0, options: .caseInsensitive) != nil }) else { continue }
      // A program's own module cannot be made up.
      for path in Self.paths(in: line) where !tried.contains(path) && !path.hasSuffix(".so") {
        tried.insert(path)
        if make(path, line) { return true }
      }
    }
    return false
  }

  /// A user that the configuration names and this machine does not know.
  private mutating func makeUser(_ output: String) -> Bool {
    let complaint =
      #/get(?:pw|gr)nam\("([^"]+)"\) failed|find (?:user|group) id for '([^']+)'|bad (?:user|group) name ([\w.-]+)/#
    guard let match = output.firstMatch(of: complaint), let name = (match.1 ?? match.2 ?? match.3).map(String.init),
      tried.insert("user \(name)").inserted
    else { return false }
    let lines = [("/etc/passwd", "\(name):x:65534:65534::/nonexistent:/bin/false"), ("/etc/group", "\(name):x:65534:")]
    for (path, line) in lines {
      let known = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
      if known.split(separator: "\n").contains(where: { $0.hasPrefix("\(name):") }) { continue }
      guard files.replace(path, Array((known + line + "\n").utf8)) else { return false }
    }
    made.append("the user \(name)")
    return true
  }

  private static let words = [
    "no such file", "not found", "read-only file system", "permission denied", "unable to load", "cannot load",
    "cannot open", "can't open", "could not open", "does not exist", "unable to open", "is empty or", "failed to open",
    "error opening", "can't load", "not a directory", "unable to stat", "must be a directory", "cannot access",
    "cannot chroot",
  ]

  /// Absolute paths in a line, with or without quotation marks.
  private static func paths(in line: String) -> [String] {
    if let folder = line.firstMatch(of: #/chroot\(([^)]+)\)/#)?.1 { return [String(folder)] }
    return line.split { " \"'`()[],;:<>=|".contains($0) }.map(String.init).filter { $0.hasPrefix("/") && $0.count > 1 }
      .map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }
  }

  private mutating func make(_ path: String, _ line: String) -> Bool {
    var status = stat()
    let isThere = stat(path, &status) == 0
    if isThere, status.st_mode & S_IFMT == S_IFDIR {
      guard access(path, W_OK) != 0, files.makeFolder(path) else { return false }
      return true
    }
    let small = line.lowercased()
    if small.contains("chroot") || small.contains("directory") && !small.contains("no such file or directory")
      || path.hasSuffix("/")
    {
      guard files.makeFolder(path) else { return false }
      made.append("\(path): an empty folder")
      return true
    }
    let isSecret = ["certificate", "key", "pem", "crt", "ssl"].contains { small.contains($0) }
    if isSecret, !isThere {
      guard let pair = Certificates.pair else { return false }
      let isKey = PathText.name(path).contains("key") && !path.hasSuffix(".pem") || small.contains("private key")
      let isDH = small.contains("dhparam") || path.contains("dhparam")
      guard !isDH, files.add(path, isKey ? pair.key : pair.certificate + pair.key) else { return false }
      made.append("\(path): a certificate made up for the rehearsal")
      return true
    }
    if isThere {
      // A log or a socket that lies outside the folders that begin empty.
      let isWritten = small.contains("read-only") || small.contains("permission denied")
      return isWritten && !isSecret && files.replace(path, [])
    }
    let parent = PathText.parent(path)
    if SandboxFiles.isFolder(parent), access(parent, W_OK) != 0, small.contains("read-only") {
      return files.makeFolder(parent)
    }
    let isWritten = ["log", "pid", "lock", "sock"].contains { PathText.name(path).contains($0) }
    if isWritten || small.contains("mkdir") { return files.makeFolder(parent) }
    guard files.add(path, []) else { return false }
    made.append("\(path): an empty file")
    return true
  }
}

/// A certificate that nobody should trust.
enum Certificates {
  static let (keyPath, certificatePath) = (SandboxFiles.scratch + "/made.key", SandboxFiles.scratch + "/made.crt")
  /// Names and addresses that it is good for; known before it is made.
  static let names = Box<Set<String>>([])

  /// Those of the machine, and this one.
  static let trustedPath: String = {
    let path = SandboxFiles.scratch + "/trusted.crt"
    let own = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"]
    let machine = own.lazy.compactMap { FileManager.default.contents(atPath: $0) }.first ?? Data()
    let all = machine + Data(pair?.certificate ?? [])
    _ = FileManager.default.createFile(atPath: path, contents: all, attributes: [.posixPermissions: 0o644])
    return path
  }()

  private static var alternatives: String {
    let all = names.value.sorted().compactMap { name -> String? in
      if Sockets.withAddress(name, 0, { _, _ in 0 }) != nil { return "IP:\(name)" }
      let isName = name.utf8.count < 200 && name.wholeMatch(of: #/[A-Za-z0-9_][A-Za-z0-9_.-]*/#) != nil
      return isName ? "DNS:\(name)" : nil
    }
    return (["DNS:rehearsal.example"] + all.prefix(500)).joined(separator: ",")
  }

  static let pair: (certificate: [UInt8], key: [UInt8])? = {
    guard let openssl = Programs.find("openssl") else { return nil }
    let (key, certificate) = (keyPath, certificatePath)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: openssl)
    process.arguments = [
      "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30", "-subj", "/CN=rehearsal.example", "-addext",
      "subjectAltName=\(alternatives)", "-keyout", key, "-out", certificate,
    ]
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    process.standardInput = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    process.waitUntilExit()
    guard let first = FileManager.default.contents(atPath: certificate),
      let second = FileManager.default.contents(atPath: key)
    else { return nil }
    return (Array(first), Array(second))
  }()
}
