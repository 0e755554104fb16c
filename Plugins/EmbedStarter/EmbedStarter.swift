import Foundation
import PackagePlugin

/// Turns `templates/`, `content/` and `starter/` of the package into Swift source, so that the binary carries its theme,
/// what it knows and the site that `interlude init` lays down.
@main
struct EmbedStarter: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let root = context.package.directoryURL
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedFiles.swift")
    return [
      .buildCommand(
        displayName: "Embedding templates and content",
        executable: try context.tool(named: "embed").url,
        arguments: [output.path, root.path, "templates", "content", "starter"],
        inputFiles: files(below: root.appending(path: "templates")) + files(below: root.appending(path: "content"))
          + files(below: root.appending(path: "starter")),
        outputFiles: [output])
    ]
  }

  private func files(below folder: URL) -> [URL] {
    let enumerator = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.isRegularFileKey])
    return (enumerator?.compactMap { $0 as? URL } ?? [])
      .filter { (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true }
      .sorted { $0.path < $1.path }
  }
}
