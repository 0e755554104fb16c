import Diagnostics
import Foundation
import Proxies
import ProxyConfig
import TestSupport
import Testing
import Trace

@testable import Checks

/// Caddyfiles as good maintainers write them. Nothing in them is to be found fault with.
@Suite("Well-built Caddyfiles")
struct CaddyWellBuiltTests {
  static let folder = PackageFolder.root.appending(path: "Tests/ChecksTests/WellBuilt/caddy")
  static let files: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0.hasSuffix("Caddyfile") }
    .sorted()

  @Test("no error and no warning", arguments: files)
  func clean(_ name: String) {
    let files = DiskFiles()
    let project = CaddyProject(Self.folder.appending(path: name).path, .init(files: files, prefix: ""))
    let found = Checker.check(project).sorted.filter { $0.severity > .info }
    #expect(found.map { "\($0.id): \($0.place.text): \($0.message)" } == [])
    #expect(!project.routes.isEmpty)
  }

  @Test("there are enough of them")
  func size() { #expect(Self.files.count >= 6) }

  @Test("nothing in the generated configuration is to be found fault with", arguments: CaddyRelease.allCases)
  func generated(_ release: CaddyRelease) throws {
    let folder = PackageFolder.root.appending(path: "Tests/ProxySnippetsTests/Expected/caddy")
    var view = MemoryFiles()
    view.add(
      "/etc/caddy/interlude/interlude.caddy", Array(try Data(contentsOf: folder.appending(path: "interlude.caddy"))))
    view.add("/etc/caddy/Caddyfile", Array(try Data(contentsOf: folder.appending(path: "example.Caddyfile"))))
    let project = CaddyProject("/etc/caddy/Caddyfile", .init(files: view, prefix: "", release: release.rawValue))
    // The small site behind this file has no page for 504, and that is the one thing to say of it.
    let found = Checker.check(project).sorted.filter { $0.severity > .info && $0.id != "missing-codes" }
    #expect(found.map { "\($0.id) at \($0.place.source.name): \($0.place.text): \($0.message)" } == [])
    #expect(project.routes.count == 2)
  }
}

/// What a person asks of the check besides the rules.
@Suite("Caddy's configurations")
struct CaddyCheckTests {
  static func project(_ text: String, release: String? = nil) -> CaddyProject {
    let view = MemoryFiles(Sample.machine.merging(["/etc/caddy/Caddyfile": text]) { $1 })
    return CaddyProject("/etc/caddy/Caddyfile", .init(files: view, prefix: "", release: release))
  }

  @Test("a request is found for proxies behind matchers, prefixes, regular expressions and named routes")
  func routes() {
    let project = Self.project(
      """
      &(deep) {
      	reverse_proxy 127.0.0.1:9010
      }
      http://a.example, http://*.b.example {
      	handle_path /api/* {
      		reverse_proxy /v1/* 127.0.0.1:9001
      	}
      	@post {
      		method POST
      		path /form
      		header X-Kind *
      	}
      	handle @post {
      		reverse_proxy 127.0.0.1:9002
      	}
      	@id path_regexp ^/id/([0-9]+)$
      	handle @id {
      		reverse_proxy 127.0.0.1:9003
      	}
      	@expression `path('/cel/*') && method('GET')`
      	handle @expression {
      		reverse_proxy 127.0.0.1:9004
      	}
      	@inside remote_ip 10.0.0.0/8
      	handle @inside {
      		reverse_proxy 127.0.0.1:9005
      	}
      	handle /named {
      		invoke deep
      	}
      	handle {
      		reverse_proxy 127.0.0.1:9006
      	}
      }
      """)
    #expect(project.tree.report.sorted.map(\.message) == [])
    let ports = project.routes.flatMap { $0.proxy?.upstreams.map(\.dial.string) ?? [] }
    #expect(Set(ports) == Set([1, 2, 3, 4, 5, 6, 10].map { "127.0.0.1:90\($0 < 10 ? "0" : "")\($0)" }))
  }

  @Test("a proxy that nobody can reach is named, and nothing more")
  func unreachable() {
    let project = Self.project(
      "http://a.example {\n\trespond \"always\"\n\treverse_proxy 127.0.0.1:9000\n}\n")
    #expect(project.routes.isEmpty)
    let found = Checker.check(project).sorted
    #expect(found.map(\.id) == ["unreached-location"])
    #expect(found.map(\.severity) == [.info])
  }

  @Test("damage is reported with its place, and the rules stay silent")
  func damage() {
    let report = Checker.check(Self.project("http://a.example {\n\treverse_proxy 127.0.0.1:9000\n\trespnd x\n}\n"))
    #expect(report.sorted.map(\.id) == ["caddy-refuses"])
  }
}

/// What the rules say of Caddy is what its own trace says.
@Suite("Caddy's findings are requests")
struct CaddyEvidenceTests {
  static let cases = RuleSampleTests.cases.filter { $0.isFailing && $0.sample.kind == .caddy }

  @Test("a finding for visitors carries a request, and the request gets what it says", arguments: cases)
  func shown(_ test: RuleSampleTests.Case) throws {
    let project = try #require(test.sample.project as? CaddyProject)
    for finding in Checker.findings(of: test.rule, in: project) where finding.severity > .info {
      let evidence = try #require(finding.evidence as? TracedRequest, "\(finding.message)")
      let again = project.tracer.trace(evidence.question)
      #expect(again.summary == evidence.answer)
      #expect(evidence.question.assumptions.modulesLetPass)
    }
  }

  @Test("a search that would take too long ends, and says so")
  func budget() {
    let handles = (0..<2_500).map {
      "\t@m\($0) header X-Key v\($0)\n\thandle @m\($0) {\n\t\treverse_proxy 127.0.0.1:9000\n\t}\n"
    }
    let project = CaddyCheckTests.project("http://a.example {\n" + handles.joined() + "}\n")
    #expect(project.routes.count > 100)
    #expect(project.tracer.work < CaddyProject.budget + 100_000)
    let found = Checker.check(project).sorted
    #expect(found.contains { $0.id == "unreached-location" && $0.message.contains("budget") })
  }
}
