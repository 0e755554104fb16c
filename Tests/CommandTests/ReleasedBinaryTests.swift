import Foundation
import TestSupport
import Testing

/// What runs in continuous integration without compiling: `scripts/interlude.sh` in a checkout that has no build, and the
/// commands of `action.yml`. Releases lie in a folder; a `curl` of the test's own notes what address it was asked for.
@Suite("The released binary", .enabled(if: Command.find("xz") != nil, "xz is not installed"))
struct ReleasedBinaryTests {
  /// A checkout without a build, a folder of releases, and programs that come first in PATH.
  struct Checkout {
    let root: URL
    let name: String
    var script: URL { root.appending(path: "scripts/interlude.sh") }
    var releases: URL { root.deletingLastPathComponent().appending(path: "releases") }
    var programs: URL { root.deletingLastPathComponent().appending(path: "programs") }

    /// - Parameter digest: the line of `released.txt`; the right one if absent, none if empty.
    init(_ folder: URL, at path: String = "checkout", digest: String? = nil) async throws {
      root = folder.appending(path: path)
      let manager = FileManager.default
      for part in ["scripts", "Sources/interlude"] {
        try manager.createDirectory(at: root.appending(path: part), withIntermediateDirectories: true)
      }
      for file in ["scripts/interlude.sh", "Sources/interlude/Interlude.swift"] {
        try manager.copyItem(at: PackageFolder.root.appending(path: file), to: root.appending(path: file))
      }
      let version = try await Interlude.run("--version").text.split(separator: " ").last.map(String.init) ?? ""
      name = "interlude-\(version.trimmingCharacters(in: .whitespacesAndNewlines))-linux-x86_64"
      try await release()
      let archive = releases.appending(path: name + ".tar.xz")
      let sum = try await Command.run(try #require(Command.find("sha256sum")), [archive.path])
      let line = digest ?? "\(sum.text.prefix(64))  \(name).tar.xz\n"
      try Data("# Digests\n\(line)".utf8).write(to: root.appending(path: "scripts/released.txt"))
    }

    /// A release whose program says that it is one, and a curl that fetches from the folder.
    private func release() async throws {
      let manager = FileManager.default
      let staged = releases.appending(path: "staged/\(name)/bin")
      for folder in [staged, programs] { try manager.createDirectory(at: folder, withIntermediateDirectories: true) }
      try Self.program("#!/bin/sh\necho released \"$@\"\n", at: staged.appending(path: "interlude"))
      try Self.program(
        """
        #!/bin/sh
        for word in "$@"; do case $word in https://*) address=$word ;; esac; done
        while [ "$1" != --output ]; do shift; done
        echo "$address" >>"\(programs.path)/asked"
        cp "\(releases.path)/${address##*/}" "$2"

        """, at: programs.appending(path: "curl"))
      let packed = try await Command.run(
        try #require(Command.find("tar")),
        ["-cJf", "\(releases.path)/\(name).tar.xz", "-C", releases.appending(path: "staged").path, name])
      #expect(packed.status == 0, "\(packed.errors)")
    }

    private static func program(_ text: String, at file: URL) throws {
      try Data(text.utf8).write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    }

    /// Runs the script where there are a few programs, and no Swift.
    func run(_ environment: [String: String] = ["INTERLUDE_RELEASES": "https://example.com/r"]) async throws -> Command
    {
      for name in [
        "sh", "sed", "cut", "uname", "tr", "mkdir", "mktemp", "rm", "tar", "xz", "sha256sum", "mv", "cp", "cat",
        "dirname", "git", "make",
      ] {
        guard let program = Command.find(name) else { continue }
        try? FileManager.default.createSymbolicLink(at: programs.appending(path: name), withDestinationURL: program)
      }
      return try await Command.run(
        script, ["check", "nginx.conf"], environment: environment.merging(["PATH": programs.path]) { one, _ in one })
    }

    var asked: [String] {
      let text = (try? String(contentsOf: programs.appending(path: "asked"), encoding: .utf8)) ?? ""
      return text.split(separator: "\n").map(String.init)
    }
  }

  @Test("is downloaded once, if it has the digest that came with the checkout")
  func downloads() async throws {
    try await TemporaryFolder.with("released") { folder in
      let checkout = try await Checkout(folder)
      for _ in 1...2 {
        let ran = try await checkout.run()
        #expect(ran.status == 0 && ran.text == "released check nginx.conf\n", "\(ran.text)\(ran.errors)")
      }
      #expect(checkout.asked == ["https://example.com/r/\(checkout.name).tar.xz"])
    }
  }

  @Test("of another digest is not used, and nothing else is tried")
  func digest() async throws {
    try await TemporaryFolder.with("released") { folder in
      let digest = String(repeating: "0", count: 64)
      let checkout = try await Checkout(folder, digest: "")
      try Data("\(digest)  \(checkout.name).tar.xz\n".utf8)
        .write(to: checkout.root.appending(path: "scripts/released.txt"))
      let ran = try await checkout.run()
      #expect(ran.status == 2 && ran.text.isEmpty)
      #expect(ran.errors.contains("and not \(digest)"), "\(ran.errors)")
      let left = FileManager.default.enumerator(atPath: checkout.root.path + "/.build/released")
      #expect(left?.allObjects.isEmpty ?? true)
    }
  }

  @Test("of a version without a release, or one that cannot be had, is built from source, for which Swift is needed")
  func none() async throws {
    try await TemporaryFolder.with("released") { folder in
      let unknown = try await Checkout(folder, digest: "")
      let ran = try await unknown.run()
      #expect(ran.status == 2 && ran.errors.contains("no released binary") && unknown.asked.isEmpty, "\(ran.errors)")
    }
    try await TemporaryFolder.with("released") { folder in
      let gone = try await Checkout(folder)
      try FileManager.default.removeItem(at: gone.releases.appending(path: gone.name + ".tar.xz"))
      let ran = try await gone.run()
      #expect(ran.status == 2 && ran.errors.contains("cannot be had; building from source instead"), "\(ran.errors)")
    }
  }

  @Test("comes from the repository that the action's runner took it from")
  func address() async throws {
    try await TemporaryFolder.with("released") { folder in
      let checkout = try await Checkout(folder, at: "_actions/owner/interlude/v1")
      let ran = try await checkout.run(["GITHUB_SERVER_URL": "https://git.example"])
      #expect(ran.status == 0, "\(ran.errors)")
      let version = checkout.name.split(separator: "-")[1]
      #expect(
        checkout.asked == ["https://git.example/owner/interlude/releases/download/v\(version)/\(checkout.name).tar.xz"])
    }
  }

  @Test("the action fails for a finding, writes the log for code scanning, and takes what is harmless")
  func action() async throws {
    let text = try String(contentsOf: PackageFolder.root.appending(path: "action.yml"), encoding: .utf8)
    let lines = try #require(text.components(separatedBy: "      run: |\n").last).split(separator: "\n")
    let script = lines.map { $0.drop { $0 == " " } }.joined(separator: "\n")
    try await TemporaryFolder.with("action") { folder in
      let bad =
        "events {}\nhttp { server { error_page 502 =200 /502.html; location / { proxy_pass http://127.0.0.1:9; } } }\n"
      for (name, configuration) in [("bad.conf", bad), ("good.conf", "events {}\nhttp { server { return 204; } }\n")] {
        try Data(configuration.utf8).write(to: folder.appending(path: name))
        let ran = try await Command.run(
          URL(fileURLWithPath: "/bin/bash"), ["-eo", "pipefail", "-c", script], in: folder,
          environment: [
            "BINARY": Interlude.binary.path, "FILES": name, "ARGUMENTS": "", "FAIL_ON": "warning",
            "SARIF": "\(name).sarif", "ACTION": "/nowhere",
          ])
        let log = try Data(contentsOf: folder.appending(path: "\(name).sarif"))
        let sarif = try #require(JSONSerialization.jsonObject(with: log) as? [String: Any])
        #expect(sarif["version"] as? String == "2.1.0")
        #expect(ran.status == (name == "bad.conf" ? 1 : 0), "\(name): \(ran.text)\(ran.errors)")
        #expect(ran.text.contains("::error file=bad.conf") == (name == "bad.conf"), "\(ran.text)")
      }
    }
  }
}
