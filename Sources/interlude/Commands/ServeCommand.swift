internal import ArgumentParser
internal import Content
internal import DevServer
internal import Diagnostics
internal import Foundation

/// `interlude serve`: the site and the error pages in a browser, made anew at every save.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Preview the site and the error pages in a browser, rebuilt at every save.",
    discussion: """
      The help site is at /, the error pages are at /__errors/, with the status, language and format a visitor would get.
      Nothing is written to the disk. Only this machine can see it, unless --host says otherwise.
      """)

  @Option(help: ArgumentHelp("The folder that holds content/ and, if it has any, templates/.", valueName: "dir"))
  var source = "."

  @Option(
    help: ArgumentHelp("The address to listen on; 0.0.0.0 lets everybody on the network look.", valueName: "address"))
  var host = "127.0.0.1"

  @Option(help: ArgumentHelp("The port to listen on; 0 takes any that is free.", valueName: "n"))
  var port = 4000

  @Flag(help: "Show drafts as well.")
  var drafts = false

  @Option(help: "Colour: auto, always or never.")
  var color: ColorChoice = .auto

  func validate() throws {
    if !(0...65_535).contains(port) { throw ValidationError("--port takes a number from 0 to 65535.") }
    if ListenHost(host) == nil {
      throw ValidationError("--host takes an address such as 127.0.0.1, ::1 or 0.0.0.0, not “\(host)”.")
    }
  }

  func run() async throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: source, isDirectory: &isFolder), isFolder.boolValue else {
      Console.error("error: there is no folder \(source)")
      throw ExitStatus.usage.error
    }
    guard let address = ListenHost(host) else { throw ExitStatus.usage.error }
    let server: DevServer
    do throws(ListenError) {
      server = try DevServer(
        source: source, host: address, askedHost: host, port: port)
    } catch {
      Console.error("error: \(error.message)\n  = help: \(error.help)")
      throw ExitStatus.usage.error
    }
    Self.endAtOnceWhenAsked()
    if !address.isLoopback {
      Console.error("warning: everybody who reaches this machine can look at the preview, drafts and all")
    }
    let session = ServeSession(source: source, address: server.address, includesDrafts: drafts, color: color)
    do {
      try await server.run(build: session.build, tell: session.tell)
    } catch {
      Console.error("error: the server has stopped: \(error)")
      throw ExitStatus.findings.error
    }
  }

  /// Lets Ctrl-C and SIGTERM end the program at once, whatever it is doing: nothing on the disk is in its hands, and
  /// `_exit` is allowed in a signal handler (signal-safety(7)).
  private static func endAtOnceWhenAsked() {
    for number in [SIGINT, SIGTERM] { signal(number) { _ in _exit(0) } }
  }
}
