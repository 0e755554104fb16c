internal import Foundation
internal import Packing

/// The program that builds. What one program keeps for the next build, no other takes for its own.
public struct ProgramIdentity: Sendable {
  public let version: String

  public init(version: String) {
    self.version = version
  }

  /// The binary's own size, time and inode, which cost nothing to ask for: a new build of the same version may make other
  /// pages.
  var stamp: String {
    guard let found = try? FileManager.default.attributesOfItem(atPath: Self.path) else { return Self.path }
    let time = (found[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
    return "\(found[.size] ?? "") \(found[.systemFileNumber] ?? "") \(time)"
  }

  /// Of the binary's bytes, the same wherever a copy of it runs; of the version alone where they cannot be read.
  var digest: UInt64 {
    var hash = Hash64()
    hash.combine(version)
    if let bytes = try? Data(contentsOf: URL(fileURLWithPath: Self.path), options: .mappedIfSafe) {
      bytes.withUnsafeBytes { hash.combine($0) }
    }
    return hash.value
  }

  private static var path: String { Bundle.main.executablePath ?? CommandLine.arguments[0] }
}
