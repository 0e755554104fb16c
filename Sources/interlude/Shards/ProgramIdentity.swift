internal import Foundation
internal import Packing

/// The program by what it is, the same wherever a copy of the binary runs.
enum ProgramIdentity {
  /// Of the binary's bytes; of the version alone where they cannot be read.
  static let hash: UInt64 = {
    var hash = Hash64()
    hash.combine(Interlude.version)
    let path = Bundle.main.executablePath ?? CommandLine.arguments[0]
    if let bytes = try? Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe) {
      bytes.withUnsafeBytes { hash.combine($0) }
    }
    return hash.value
  }()
}
