public import ArgumentParser
internal import Checks
internal import Content
internal import Diagnostics
public import Expectations
internal import Foundation
internal import ProxyConfig
internal import Publish
internal import Rehearsal

/// `interlude test`: expectations beside a configuration, held against it by the simulator.
struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Check that a configuration still answers as expected.",
    discussion: """
      FILE lists requests, what goes wrong meanwhile and what is expected of the answers; 'interlude schema tests' says \
      what it may hold. Without FILE it is interlude-tests.yaml in this folder. Options given here come after the file's \
      own, and win. --record writes a first file from what the configuration does today.
      """)

  static let usualFile = "interlude-tests.yaml"

  @ArgumentParser.Argument(help: "Files of expectations; interlude-tests.yaml when absent.")
  var files: [String] = []

  @OptionGroup var machine: ProxyOptions

  @Flag(help: "Ask the real proxy instead of the simulator, in a private network.")
  var rehearse = false

  @Option(help: "With --rehearse, the proxy's program; the one in PATH when absent.")
  var binary: String?

  @Option(help: "Write what this configuration does today to FILE, or for '-' to standard output.")
  var record: String?

  @Option(help: "text, junit, tap or github.")
  var format = TestFormat.text

  @Option(help: "auto, always or never.")
  var color = ColorChoice.auto

  func validate() throws {
    if record != nil, files.count > 1 {
      throw ValidationError("--record writes one FILE, and \(files.count) are named.")
    }
  }

  func run() throws {
    if let record { return try write(record) }
    var names = files.isEmpty ? [Self.usualFile] : files
    if rehearse {
      guard Sandbox.isHere else { throw ExitCode(try RealProxy.eachInItsPlace(names.count)) }
      names = [names[RealProxy.turn]]
    }
    var runs: [TestRun] = []
    var mistakes = Report()
    for name in names {
      if let run = try self.run(name, into: &mistakes) { runs.append(run) }
    }
    let isUsable = !mistakes.hasErrors
    // Mistakes stand before what they keep from being tested.
    if !mistakes.isEmpty { show(mistakes) }
    if format == .text { show(Report(runs.flatMap { $0.report.asFound })) }
    if !runs.isEmpty { Console.print(format.rendered(runs, tool: Interlude.tool)) }
    if !isUsable { throw ExitStatus.usage.error }
    if runs.contains(where: { $0.failed > 0 }) { throw ExitStatus.findings.error }
  }

  private func run(_ name: String, into mistakes: inout Report) throws -> TestRun? {
    let bytes: [UInt8]
    do { bytes = try DiskFiles().read(name) } catch {
      let hint = files.isEmpty ? "; name a file, or write a first one: interlude test --record nginx.conf" : ""
      throw UnreadableInput(message: "\(name) \(error.explanation)\(hint)")
    }
    guard let file = ExpectationReader.read(Source(name: name, bytes: bytes), into: &mistakes) else { return nil }
    var options: ProxyOptions
    do { options = try ProxyOptions.parse(file.machineOptions + machine.arguments) } catch { return nil }
    let read: TestedConfig
    do {
      if rehearse { options = try RealProxy.predicting(file.config.value, options, binary) }
      read = try TestedConfig(file.config.value, options)
    } catch {
      let reason = (error as? UnreadableInput)?.message ?? Interlude.message(for: error)
      mistakes.add(
        Diagnostic(
          "unreadable-config", "the configuration cannot be used: \(reason)", at: file.config.place,
          help: "`config` is seen from the folder of this file; `proxy` says which proxy it is for"))
      return nil
    }
    let report = read.config.tree.report
    mistakes.add(Report(report.sorted.filter { $0.severity == .error }))
    if report.hasErrors || mistakes.hasErrors { return nil }
    guard rehearse else { return TestRun(file, read.config, read.project) }
    let rehearsal = try RealProxy.begin(file.config.value, options, binary: binary, isQuick: false)
    let answers = RealAnswers(rehearsal, traced: read.config.tracer)
    defer { rehearsal.end() }
    return TestRun(
      file, TracedConfig(tree: read.config.tree, tracer: answers, holes: read.config.holes), read.project)
  }

  private func show(_ report: Report) {
    let isForGitHub = format == .github
    let text = report.rendered(
      isForGitHub ? .github : .text, color: color.applies(to: STDERR_FILENO), tool: Interlude.tool)
    if isForGitHub { Console.print(text) } else { Console.error(text) }
  }

  // MARK: - Recording

  private func write(_ config: String) throws {
    let target = files.first ?? Self.usualFile
    let read = try TestedConfig(config, machine)
    let errors = read.config.tree.report.sorted.filter { $0.severity == .error }
    guard errors.isEmpty else {
      show(Report(errors))
      throw ExitStatus.usage.error
    }
    var recorder = Recorder(read.config, read.project)
    guard !recorder.isEmpty else {
      throw UnreadableInput(message: "nothing in \(config) passes requests on, so there is nothing to record")
    }
    let folder = target == "-" ? "" : PathText.parent(target)
    let text = recorder.file(config: Self.path(config, from: folder), settings: settings(seenFrom: folder))
    guard target != "-" else { return Console.print(text) }
    guard !FileManager.default.fileExists(atPath: target) else {
      throw UnreadableInput(message: "\(target) is there already; name another file, or - for standard output")
    }
    do throws(DiskError) { try UserFiles.create([(target, Array(text.utf8))]) } catch {
      throw UnreadableInput(message: "\(target) cannot be written: \(error.reason)")
    }
    Console.print("\(target) holds what \(config) does today; read it through, then: interlude test \(target)")
  }

  private func settings(seenFrom folder: String) -> [(name: String, values: [String])] {
    var settings: [(String, [String])] = []
    if let proxy = machine.proxy { settings.append(("proxy", [proxy])) }
    if let release = machine.release { settings.append(("release", [release])) }
    if let prefix = machine.prefix { settings.append(("prefix", [prefix])) }
    if let root = machine.root { settings.append(("root", [Self.path(root, from: folder)])) }
    let mappings = (try? machine.mappings()) ?? []
    if !mappings.isEmpty {
      settings.append(("map", mappings.map { "\($0.from)=\(Self.path($0.to, from: folder))" }))
    }
    if !machine.environmentFiles.isEmpty {
      settings.append(("env", machine.environmentFiles.map { Self.path($0, from: folder) }))
    }
    return settings
  }

  /// A path of this process as it is seen from a folder; absolute ones stay as they are.
  private static func path(_ path: String, from folder: String) -> String {
    guard !path.hasPrefix("/"), !folder.isEmpty, folder != "." else { return path }
    func parts(_ path: String) -> [Substring] {
      PathText.normal(PathText.join(FileManager.default.currentDirectoryPath, path)).split(separator: "/")
    }
    let (target, start) = (parts(path), parts(folder))
    let common = zip(target, start).prefix { $0 == $1 }.count
    return (Array(repeating: "..", count: start.count - common) + target.dropFirst(common)).joined(separator: "/")
  }
}

extension TestFormat: ExpressibleByArgument {}

/// A configuration as tests look at it: for single requests, and with every place that asks an upstream.
struct TestedConfig {
  let config: TracedConfig
  let project: any LoadedProxy
  /// Reads it once more, believing that these folders are shown here as they are.
  let traced: (_ shown: [String]) -> (config: TracedConfig, files: NotedFiles)

  init(_ file: String, _ options: ProxyOptions) throws {
    let disk = try options.files()
    let proxy = try options.proxy(of: file, disk)
    let machine = try options.machine(of: proxy, disk)
    let path = options.pathOnProxy(file)
    traced = { shown in
      var machine = machine
      let files = NotedFiles(machine.files)
      machine.files = files
      machine.knownFolders += shown
      return (proxy.tracer(path, machine, isPlainVisitor: true), files)
    }
    config = traced([]).config
    project = proxy.load(path, machine)
  }

  /// Folders of this machine that hold the configuration's files, and what these name that is here.
  var foldersRead: [String] {
    var folders: Set<String> = []
    for source in config.tree.sources {
      if source.name.hasPrefix("/") { folders.insert(PathText.parent(source.name)) }
      for match in String(decoding: source.bytes, as: UTF8.self).matches(of: #/(?:^|[\s"'=:;(])(\/[^\s"';{}$|*()]+)/#) {
        let path = String(match.1)
        var isFolder = ObjCBool(false)
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { continue }
        folders.insert(isFolder.boolValue ? path : PathText.parent(path))
      }
    }
    // What the kernel and programs keep there is the container's own, and the whole disk is nobody's folder.
    return folders.map(PathText.normal).filter { folder in
      !folder.isEmpty && folder != "/"
        && !["/proc", "/dev", "/sys", "/run", "/var/run", "/var/log"].contains {
          folder == $0 || folder.hasPrefix($0 + "/")
        }
    }.sorted()
  }
}
