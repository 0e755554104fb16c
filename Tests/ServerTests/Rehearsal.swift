import Foundation
import TestSupport
import Testing

/// A proxy run with the configuration as it was generated, once in front of an application that misbehaves and once in
/// front of none.
struct Rehearsal: Sendable {
  /// What a configuration has to be told: where it is, and which ports there are.
  struct Stage: Sendable {
    let site: BuiltSite
    /// An empty folder, for the configuration and whatever the proxy writes.
    let folder: URL
    /// The port the proxy listens on.
    let port: UInt16
    /// The application's port.
    let upstream: UInt16
  }

  /// How the table calls it.
  let server: String
  let program: URL
  var environment: @Sendable (Stage) -> [String: String] = { _ in [:] }
  /// The files to write, by name. Other ports and paths are all that is changed in generated ones.
  let files: @Sendable (Stage) throws -> [String: String]
  /// The arguments of the program's own check of its configuration, which must be silent and succeed.
  var check: (@Sendable (Stage) -> [String])?
  let start: @Sendable (Stage) -> [String]
  /// Whether an answer comes from the configuration, for proxies that open their port before they have read it.
  var isRouted: (@Sendable (Exchange) -> Bool)?

  /// Runs the matrix and reports it, then what `body` wants to know besides.
  func perform(
    _ expectations: [(Behaviour, Matrix.Expectation)], methods: [String] = Matrix.methods,
    pages: @Sendable (BuiltSite) -> PageExpectation,
    _ body: @Sendable (BuiltSite, Ports) async throws -> Void = { _, _ in }
  ) async throws {
    let site = try await RealServers.build.value
    let upstream = try Upstream()
    try await running(site, name: "working", upstream: upstream.port) { working in
      try await running(site, name: "refusing", upstream: upstream.refusingPort) { refusing in
        let ports = Ports(working: working, refusing: refusing)
        let cells = await Matrix(ports: ports, pages: pages(site), expectations: expectations, methods: methods).run()
        ResultTable(server: server, cells: cells).report()
        try await body(site, ports)
      }
    }
    withExtendedLifetime(upstream) {}
  }

  /// Runs the proxy in front of no application, with pages that it fills in, and sends it what must not show.
  func performLive(status: Int) async throws {
    let site = try await RealServers.liveBuild.value
    let upstream = try Upstream()
    try await running(site, name: "live", upstream: upstream.refusingPort) { port in
      try await LivePages(server: server, port: port, status: status).expectRows()
    }
    withExtendedLifetime(upstream) {}
  }

  /// Lays the files, has them checked, and keeps the proxy running for as long as `body` takes.
  private func running(
    _ site: BuiltSite, name: String, upstream: UInt16, _ body: (UInt16) async throws -> Void
  ) async throws {
    try await TemporaryFolder.with(name) { folder in
      let stage = Stage(site: site, folder: folder, port: try Socket.freePort(), upstream: upstream)
      for (name, text) in try files(stage) {
        let file = folder.appending(path: name)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
      }
      if let check {
        let result = try await Command.run(program, check(stage), in: folder, environment: environment(stage))
        #expect(result.status == 0, "\(server) does not accept its configuration: \(result.errors)\(result.text)")
      }
      try await ServerProcess.with(
        program, start(stage), port: stage.port, in: folder, environment: environment(stage)
      ) {
        try await waitUntilRouted(stage.port)
        try await body(stage.port)
      }
    }
  }

  private func waitUntilRouted(_ port: UInt16) async throws {
    guard let isRouted else { return }
    for _ in 0..<100 {
      if isRouted(try await Exchange.make("GET", "/healthy", port: port)) { return }
      try await Task.sleep(for: .milliseconds(50))
    }
    Issue.record("\(server) does not use its configuration")
  }
}
