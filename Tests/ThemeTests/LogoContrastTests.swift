import Diagnostics
import Testing

@testable import Content
@testable import Theme

@Suite("Logos on both backgrounds")
struct LogoContrastTests {
  private static let place = Source(name: "content/site.yaml", text: "logo: a.svg\n").place(6..<11)

  private func problems(_ svg: String, dark: String? = nil) throws -> [Diagnostic] {
    var report = Report()
    let tokens = try #require(Tokens(ThemeFiles.sources, into: &report))
    let logo = Settings.Logo(svg: svg, place: Self.place, dark: dark.map { .init(svg: $0, place: Self.place) })
    tokens.checkLogo(logo, into: &report)
    return report.sorted
  }

  @Test(
    "a drawing that vanishes on one of them is a warning that names it",
    arguments: [
      ("<svg viewBox=\"0 0 9 9\"><path d=\"M0 0h9\"/></svg>", "dark"),
      ("<svg viewBox=\"0 0 9 9\" fill=\"#222\"><path d=\"M0 0h9\"/></svg>", "dark"),
      ("<svg viewBox=\"0 0 9 9\" fill=\"none\" stroke=\"white\"><path d=\"M0 0h9\"/></svg>", "light"),
      // A mark that can be seen is not enough where the letters stand for the name.
      (
        "<svg viewBox=\"0 0 90 20\"><circle r=\"9\" fill=\"#d0562b\"/><path d=\"M20 0h9v9h9v9h9v9h9v9h9v9h9v9h9v9h9v9z\"/></svg>",
        "dark"
      ),
      ("<svg viewBox=\"0 0 90 20\"><circle r=\"9\" fill=\"#d0562b\"/><text fill=\"#111\">Name</text></svg>", "dark"),
    ])
  func vanishes(_ svg: String, _ scheme: String) throws {
    let problems = try problems(svg)
    #expect(problems.map(\.id) == ["logo-contrast"] && problems.first?.severity == .warning)
    #expect(
      problems.first?.message.contains("the \(scheme) background") == true && problems.first?.place.text == "a.svg")
  }

  @Test(
    "one that can be seen on both, or that nobody can judge, is none",
    arguments: [
      "<svg viewBox=\"0 0 9 9\" fill=\"currentColor\"><path d=\"M0 0h9\"/></svg>",
      "<svg viewBox=\"0 0 9 9\" fill=\"none\" stroke=\"currentColor\"><path d=\"M0 0h9\"/></svg>",
      "<svg viewBox=\"0 0 9 9\"><path fill=\"url(#a)\" d=\"M0 0h9\"/></svg>",
      "<svg viewBox=\"0 0 9 9\"><path fill=\"rebeccapurple\" d=\"M0 0h9\"/></svg>",
      "<svg viewBox=\"0 0 9 9\"><path fill=\"#c2603c\" d=\"M0 0h9\"/></svg>",
      // White letters on a plate.
      "<svg viewBox=\"0 0 90 20\"><rect width=\"90\" height=\"20\" fill=\"#c2603c\"/><text fill=\"#fff\">Name</text></svg>",
      "<svg viewBox=\"0 0 9 9\" fill=\"currentColor\"><defs><clipPath id=\"a\"><path fill=\"black\"/></clipPath></defs><path/></svg>",
    ])
  func seen(_ svg: String) throws {
    #expect(try problems(svg).map(\.message) == [])
  }

  @Test("each background has its own drawing to be judged")
  func both() throws {
    let (black, white) = (
      "<svg viewBox=\"0 0 9 9\"><path d=\"M0 0h9\"/></svg>",
      "<svg viewBox=\"0 0 9 9\"><path fill=\"#fff\" d=\"M0 0h9\"/></svg>"
    )
    #expect(try problems(black, dark: white).isEmpty)
    #expect(try problems(white, dark: black).count == 2)
  }
}
