import Diagnostics
import Foundation
import ProxyConfig
import TestSupport
import Testing

@testable import Checks

/// Servers that are alike are traced once, and nobody can tell from what is found.
@Suite("Classes of servers")
struct FoldedProjectTests {
  /// The findings in both ways, and how many servers were spared.
  static func check(_ fleet: Fleet, prefix: String = "/usr/share/nginx") -> (
    few: [Diagnostic], all: [Diagnostic], spared: Int
  ) {
    let options = Machine(files: fleet.view, prefix: prefix)
    let few = FoldedProject.nginx(Fleet.path, options)
    let all = NginxProject(Fleet.path, options)
    #expect(few.coverage == all.coverage)
    return (Checker.check(few).sorted, Checker.check(all).sorted, (few as? FoldedProject)?.spared ?? 0)
  }

  static func expectSame(_ fleet: Fleet, _ comment: Comment) -> Int {
    let (few, all, spared) = check(fleet)
    #expect(few.count == all.count, comment)
    for (one, other) in zip(few, all) where !one.isSame(as: other) {
      Issue.record("\(one.id) \(one.message) instead of \(other.id) \(other.message)", severity: .error)
      break
    }
    return spared
  }

  @Test("a fleet of one kind is traced as one server")
  func oneKind() {
    let fleet = Fleet(12, shapes: [0b01_1101_1111_1010])
    #expect(Self.expectSame(fleet, "one kind") == 11)
    #expect(Self.check(fleet).few.count > 12)
  }

  @Test("whatever sites are made of, the findings are the same", arguments: seeds)
  func random(_ seed: Int) {
    var dice = Dice(state: UInt64(seed))
    let shapes = (0...Int.random(in: 0...2, using: &dice)).map { _ in Int.random(in: 0..<Fleet.parts, using: &dice) }
    var fleet = Fleet(13, shapes: shapes)
    for trap in Trap.all where Int.random(in: 0..<12, using: &dice) == 0 { trap.set(&fleet) }
    _ = Self.expectSame(fleet, "seed \(seed), shapes \(shapes)")
  }

  /// Draws that are the same each time (SplitMix64).
  struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  /// `INTERLUDE_CASES=300` makes it long.
  static let seeds = Array(0..<(ProcessInfo.processInfo.environment["INTERLUDE_CASES"].flatMap(Int.init) ?? 12))

  @Test("a server that others have to do with is one of its own", arguments: Trap.all)
  func trap(_ trap: Trap) {
    for shape in [0b01_1101_1111_1010, 0b11_1011_0010_1011, 0b10_0110_1101_1110] {
      var fleet = Fleet(8, shapes: [shape])
      trap.set(&fleet)
      _ = Self.expectSame(fleet, "\(trap.name), shape \(shape)")
    }
  }

  @Test("nothing speaks of the directives whose words are passed over")
  func unasked() throws {
    let names = SiteDirective.unaskedSeconds
    for target in ["Trace", "Checks"] {
      let folder = PackageFolder.root.appending(path: "Sources/\(target)")
      for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where path.hasSuffix(".swift") {
        guard !path.hasSuffix("SiteDirective.swift"), !path.lowercased().contains("caddy") else { continue }
        let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
        for name in names { #expect(!text.contains(name), "\(path) speaks of \(name)") }
      }
    }
  }
}
