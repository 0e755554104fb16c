internal import ArgumentParser
internal import Checks
internal import Diagnostics
internal import Foundation
internal import Migration
internal import Publish

/// `interlude migrate`: another page service's Compose file or manifests become ours.
struct MigrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate", abstract: "Replace another page service with Interlude's.",
    discussion: """
      Reads Compose files and Kubernetes manifests in which tarampampam/error-pages runs. Its image becomes \
      interlude-pages, which understands most of its settings by the same names; the others are reported, with what to \
      do instead. The changes are shown as a unified diff; --write makes them.

      A theme of it (a template with {{ .StatusCode }} in it) becomes templates/error/page.mustache of your site: it is \
      printed, and what has no counterpart is told; --write puts it there, unless there is one.

        interlude migrate compose.yaml
        interlude migrate --write deploy/*.yaml
        interlude migrate theme.html
      """)

  @ArgumentParser.Argument(help: "Compose files, Kubernetes manifests, or a theme.")
  var files: [String]

  @Flag(help: "Change the files.")
  var write = false

  @Option(help: "The image to take.")
  var image = "interlude-pages:\(Interlude.version)"

  @Option(help: "auto, always or never.")
  var color = ColorChoice.auto

  func run() throws {
    var report = Report()
    var themes: [String] = []
    for file in files {
      guard let data = FileManager.default.contents(atPath: file) else {
        report.add(Diagnostic("unreadable-file", "the file cannot be read", at: Place(file: file)))
        continue
      }
      var findings = Report()
      if PageServiceTheme.isTheme(Array(data)) {
        var theme = PageServiceTheme(Source(name: file, bytes: Array(data)))
        themes.append(theme.converted(into: &report))
        continue
      }
      PageServiceFile(Source(name: file, bytes: Array(data)), image: image).findings(into: &findings)
      if findings.isEmpty {
        findings.add(
          Diagnostic(
            "no-page-service", .info, "no service with the image tarampampam/error-pages is in here",
            at: Place(file: file)))
      }
      report.add(findings)
    }
    Console.error(report.rendered(.text, color: color.applies(to: STDERR_FILENO), tool: Interlude.tool))
    guard !report.hasErrors else { throw ExitStatus.usage.error }
    for theme in themes { try lay(theme) }
    let fixes = Fixes(report.sorted)
    guard fixes.changes.isEmpty == false || themes.isEmpty else { return }
    guard write else { return Console.print(fixes.unifiedDiff) }
    for change in fixes.changes {
      do throws(DiskError) {
        try UserFiles.change(change.source.name, from: change.source.bytes, to: change.bytes)
      } catch {
        Console.error("error: \(change.source.name) cannot be written: \(error.reason)")
        throw ExitStatus.usage.error
      }
    }
    Console.print(fixes.changes.map { "Changed \($0.source.name)" }.joined(separator: "\n"))
  }

  /// Prints a converted theme, or puts it where it counts.
  private func lay(_ theme: String) throws {
    let path = "templates/error/page.mustache"
    guard write else { return Console.print(theme) }
    guard !FileManager.default.fileExists(atPath: path) else {
      Console.error("error: there is a \(path) already; move it away first")
      throw ExitStatus.usage.error
    }
    do throws(DiskError) { try UserFiles.create([(path, Array(theme.utf8))]) } catch {
      Console.error("error: \(path) cannot be written: \(error.reason)")
      throw ExitStatus.usage.error
    }
    Console.print("Wrote \(path)")
  }
}
