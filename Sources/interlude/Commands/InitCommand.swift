internal import ArgumentParser
internal import Foundation
internal import Publish
internal import Starter

/// `interlude init`: lays down a small complete site, from the binary alone.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Create a small complete site to start from; nothing is ever overwritten.")

  @Argument(help: ArgumentHelp("The folder; made if it is not there.", valueName: "dir"))
  var folder = "."

  func run() throws {
    let files = Starter.site
    let manager = FileManager.default
    let present = files.filter { manager.fileExists(atPath: path($0.path)) }
    guard present.isEmpty else {
      let shown = present.prefix(3).map { "  \(path($0.path))" }.joined(separator: "\n")
      Console.error(
        """
        error: this would overwrite \(present.count) file\(present.count == 1 ? "" : "s"), among them
        \(shown)
        Nothing was written. Name another folder: interlude init my-site
        """)
      throw ExitStatus.usage.error
    }
    do throws(DiskError) {
      try UserFiles.create(files.map { (path($0.path), $0.bytes) })
    } catch {
      Console.error("error: cannot \(error.action) \(error.path): \(error.reason)\nNothing was written.")
      throw ExitStatus.usage.error
    }
    let enter = folder == "." ? "" : "  cd \(folder)\n"
    Console.print(
      """
      Wrote \(files.count) files; \(path("README.md")) says what they are. Next:

      \(enter)  $EDITOR content/site.yaml      your name, colour and links
        interlude build                content/ becomes public/
        xdg-open public/site/index.html

      Codes, articles and languages come with the program; `interlude eject errors/502.md` copies one out to change it.
      """)
  }

  private func path(_ relative: String) -> String {
    folder == "." ? relative : folder.hasSuffix("/") ? folder + relative : "\(folder)/\(relative)"
  }
}
