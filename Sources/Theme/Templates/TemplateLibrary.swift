public import Diagnostics

/// A theme's templates, compiled once and proved to use only names that exist.
///
/// Pages are rendered by `TemplateRun`, which does the part of Mustache that themes may use in a tenth of the time that
/// swift-mustache takes, a general engine that would be half of a build, and escapes byte by byte: `<` with an accent on it is
/// no markup. The price is this folder's 450 lines of compiler and run; tests hold them against swift-mustache.
public struct TemplateLibrary: Sendable {
  private let program: TemplateProgram

  /// Compiles `sources`. `pages` gives each template that a page is made from, with what its view holds; problems in
  /// those and in every partial they take in are reported, and the result is nil if there are any.
  public init?(_ sources: TemplateSources, pages: [String: ViewSchema], into report: inout Report) {
    let templates = sources.templates
    var check = NameCheck(templates)
    for (name, schema) in pages.sorted(by: { $0.key < $1.key }) {
      guard templates[name] != nil else {
        check.reportMissing(name)
        continue
      }
      check.check(name, against: schema)
    }
    check.checkUnreached()
    report.add(check.report)
    guard !check.report.hasErrors else { return nil }
    program = TemplateProgram(templates.mapValues(CompiledTemplate.init))
  }

  /// The same, but the program's own templates, which its tests have proved to be sound, are not judged again.
  public init?(trustingBuiltIn sources: TemplateSources, pages: [String: ViewSchema], into report: inout Report) {
    if sources.isTried { self.init(proved: sources) } else { self.init(sources, pages: pages, into: &report) }
  }

  /// The templates of `sources`, which an earlier build has proved to be sound.
  public init(proved sources: TemplateSources) {
    program = TemplateProgram(sources.templates.mapValues(CompiledTemplate.init))
  }

  /// The page made from a template, as UTF-8. The name must be one of those the library was made with; another gives no
  /// text.
  public func page(_ template: String, _ view: View) -> [UInt8] {
    var run = TemplateRun(program, view: view)
    run.render(template)
    return run.output
  }

  /// The same as a string.
  public func render(_ template: String, _ view: View) -> String {
    String(decoding: page(template, view), as: UTF8.self)
  }
}

extension NameCheck {
  /// A built-in template is gone: only a damaged program can get here, yet it is said rather than trapped.
  mutating func reportMissing(_ name: String) {
    report.add(
      Diagnostic(
        "missing-template", "the theme has no template `\(name)`",
        at: Place(file: "templates/\(name)\(TemplateSources.suffix)")))
  }
}
