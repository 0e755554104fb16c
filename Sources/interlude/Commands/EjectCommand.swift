internal import ArgumentParser
internal import Building
internal import Content
internal import Diagnostics
internal import Foundation
internal import Publish
internal import Starter

/// `interlude eject`: copies files that come with the program into a site, to be changed there.
struct EjectCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "eject", abstract: "Copy a text, a language or a template that comes with the program into the site.",
    discussion: """
      From then on the site's own file takes the place of ours; removing it brings ours back. Nothing is ever overwritten.

        interlude eject errors/502.md
        interlude eject locales/de.yaml templates/site/code.mustache
      """)

  @Argument(help: ArgumentHelp("What to copy: paths below content/, or templates/….", valueName: "path"))
  var paths: [String] = []

  @Option(help: ArgumentHelp("The folder that holds content/.", valueName: "dir"))
  var source = "."

  @Flag(help: "Print the path of every file there is.")
  var list = false

  func validate() throws {
    if paths.isEmpty, !list {
      throw ValidationError("Name a file, such as errors/502.md; --list prints all there are.")
    }
  }

  func run() async throws {
    if list { return Console.print(Ejection.names.joined(separator: "\n")) }
    var report = Report()
    let own = await SourceFolder.content(of: source, jobs: 1, into: &report)
    let files = report.hasErrors ? [] : Ejection(source: source, own: own).files(paths, into: &report)
    guard !report.hasErrors else { throw fail(report) }
    do throws(DiskError) {
      try UserFiles.create(files.map { ($0.path, $0.bytes) })
    } catch {
      report.add(
        Diagnostic(
          "unwritable-file", "cannot \(error.action) \(error.path): \(error.reason)", at: Place(file: error.path),
          notes: ["Nothing was written."]))
      throw fail(report)
    }
    Console.print(files.map { "Wrote \($0.path)" }.joined(separator: "\n"))
  }

  private func fail(_ report: Report) -> any Error {
    Console.error(report.rendered(.text, color: ColorChoice.auto.applies(to: STDERR_FILENO), tool: Interlude.tool))
    return ExitStatus.usage.error
  }
}
