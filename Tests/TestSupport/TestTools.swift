public import Foundation

/// What `scripts/install-test-tools.sh` puts into `.venv`.
public enum TestTools {
  private static let folder = PackageFolder.root.appending(path: ".venv")

  /// The Python that has the tools, or nil before the script was run.
  public static var python: URL? { program("python") }

  public static func program(_ name: String) -> URL? {
    let url = folder.appending(path: "bin/\(name)")
    return FileManager.default.isExecutableFile(atPath: url.path) ? url : nil
  }

  /// A file of an installed Python package, by its path below `site-packages`.
  public static func packageFile(_ path: String) -> URL? {
    let lib = folder.appending(path: "lib")
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: lib.path)) ?? []
    return versions.map { lib.appending(path: "\($0)/site-packages/\(path)") }.first {
      FileManager.default.fileExists(atPath: $0.path)
    }
  }
}
