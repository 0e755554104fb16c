internal import ArgumentParser
internal import Checks
internal import Diagnostics
internal import Escaping
internal import Foundation
internal import ProxyConfig
internal import Rehearsal
internal import Trace

/// The proxy's own program in a private place, for commands that ask it.
enum RealProxy {
  private static let turnName = "INTERLUDE_REHEARSED"

  /// Which of the command's files is rehearsed in the sandbox.
  static var turn: Int { ProcessInfo.processInfo.environment[turnName].flatMap { Int($0) } ?? 0 }

  /// Runs the command again inside for each of its files.
  ///
  /// - Returns: the gravest of their statuses.
  static func eachInItsPlace(_ count: Int) throws -> Int32 {
    var worst: Int32 = 0
    for index in 0..<count {
      setenv(turnName, String(index), 1)
      do throws(Sandbox.Refusal) {
        worst = max(worst, try Sandbox.run())
      } catch {
        throw UnreadableInput(message: explanation(of: error.reason))
      }
    }
    return worst
  }

  private static func explanation(of reason: String) -> String {
    """
    this system refuses a private place to rehearse in: \(reason)
    It takes user, mount, network and process namespaces. Allow them with one of these, as far as they exist here:
      sysctl -w kernel.unprivileged_userns_clone=1
      sysctl -w kernel.apparmor_restrict_unprivileged_userns=0
      sysctl -w user.max_user_namespaces=10000
    Or let Docker or Podman do it: interlude rehearse --in-container with the same files and options prints the command.
    In a container it takes root, --cap-add SYS_ADMIN and --cap-add NET_ADMIN, and --security-opt seccomp=unconfined and
    apparmor=unconfined.
    """
  }

  /// The server of a configuration, started.
  static func begin(
    _ file: String, _ machine: ProxyOptions, binary: String?, isQuick: Bool, asking questions: [Question] = []
  ) throws -> Rehearsal {
    let (program, path, proxy) = try program(for: file, machine, binary)
    let release = program.release(of: path)
    let machine = machine.predicting(release, of: proxy)
    let read = try proxy.map { _ in try TestedConfig(file, machine) }
    let isRefused = read?.config.tree.report.hasErrors ?? false
    let rehearsal = Rehearsal(
      Rehearsal.Options(
        config: file, program: program, binary: path, release: release, predictedAs: machine.release,
        prefix: machine.prefix ?? proxy?.usualPrefix ?? "",
        mappings: try machine.mappings(), isQuick: isQuick,
        read: isRefused ? nil : read.map { Rehearsal.Reading($0.project, traced: $0.traced) }, requests: questions))
    do throws(Rehearsal.Obstacle) { try rehearsal.begin() } catch {
      let output = error.output.split(separator: "\n").suffix(12).map { "\n  " + TerminalText.harmless($0) }.joined()
      throw UnreadableInput(message: error.message + output)
    }
    return rehearsal
  }

  /// Options that make a trace predict what this machine's program does, where the user has not told a release.
  static func predicting(_ file: String, _ machine: ProxyOptions, _ binary: String?) throws -> ProxyOptions {
    let (program, path, proxy) = try program(for: file, machine, binary)
    guard proxy?.releases.isEmpty == false else { return machine }
    return machine.predicting(program.release(of: path), of: proxy)
  }

  /// The proxy that a file is for, and its program; one that cannot be read is told by --proxy.
  static func program(
    for file: String, _ machine: ProxyOptions, _ binary: String?
  ) throws -> (ServerProgram, path: String, proxy: (any Proxy)?) {
    if machine.root != nil {
      throw ValidationError("A program cannot be started in another root; show single folders with --map FROM=TO.")
    }
    let told = machine.proxy.flatMap { ServerProgram.of($0) }
    let proxy = told == nil || machine.isReadable ? try machine.proxy(of: file, try machine.files()) : nil
    guard let program = told ?? proxy.flatMap({ ServerProgram.of($0.kind.rawValue) }) else {
      throw UnreadableInput(message: "nobody here knows how the proxy of \(file) is started")
    }
    guard let path = program.path(binary) else {
      throw UnreadableInput(
        message: binary.map { "\($0) is no program" }
          ?? "the program of \(program.kind) is not on this machine; name it with --binary")
    }
    return (program, path, proxy)
  }
}

extension ProxyOptions {
  /// The same for the release of a program; the newest that is known, where that one is not.
  fileprivate func predicting(_ release: String?, of proxy: (any Proxy)?) -> ProxyOptions {
    guard self.release == nil, let release, let proxy, let newest = proxy.releases.last else { return self }
    var options = self
    options.release = proxy.knows(release) ? release : newest
    return options
  }
}
