import Diagnostics
import Testing

@testable import Theme

/// Style sheets lose white space and comments, and nothing else.
@Suite("Style sheets")
struct StyleTests {
  @Test(
    "white space and comments go; what they separate stays apart",
    arguments: [
      ("a {\n  color : red ;\n}\n", "a{color :red}"),
      ("a /* x */ :hover > b { margin: 0  auto; }", "a :hover > b{margin:0 auto}"),
      ("p { width: calc( 100% - 1rem ) }", "p{width:calc(100% - 1rem)}"),
      ("p::after { content: \"a ;  { /* no */ \" }", "p::after{content:\"a ;  { /* no */ \"}"),
      ("p::after { content: 'it\\'s  so' }", "p::after{content:'it\\'s  so'}"),
      ("@media (min-width: 1px) and (color) { a , b { c: d } }", "@media (min-width:1px) and (color){a,b{c:d}}"),
      ("a { b: c; } /* open", "a{b:c}"),
      ("a::after { content: \"</style>\" }", "a::after{content:\"<\\/style>\"}"),
    ])
  func minified(_ css: String, _ expected: String) {
    #expect(MinifiedCSS.text(css) == expected)
  }

  @Test("the policy's digest is that of the text")
  func digest() {
    #expect(StyleSheet("").policySource == "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='")
    #expect(Fingerprint([]).hex == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  }

  @Test("custom properties are found with their rules; comments and other declarations are not")
  func declarations() {
    let source = Source(
      name: "x.css", text: "/* --no: 1; */ :root { --a: #fff; color: red }\n@media (x) { :root { --b:  1px  } }")
    let found = CSSDeclarations(source).customProperties
    #expect(found.map(\.name) == ["--a", "--b"])
    #expect(found.map(\.context) == [[":root"], ["@media (x)", ":root"]])
    #expect(found.map { $0.place.text } == ["#fff", "1px"])
  }

  @Test("a logo gets a small size of its own and keeps its shape")
  func logo() {
    #expect(
      BrandMark.sized("<svg width=\"512\" height=\"256\"><path/></svg>")
        == "<svg height=\"24\" viewBox=\"0 0 512.0 256.0\"><path/></svg>")
    #expect(BrandMark.sized("<svg viewBox=\"0 0 3 4\"/>") == "<svg height=\"24\" viewBox=\"0 0 3 4\"/>")
    #expect(
      BrandMark.sized("<svg viewBox=\"0 0 3 4\"><text>A</text></svg>")
        == "<svg height=\"24\" viewBox=\"0 0 3 4\" direction=\"ltr\"><text>A</text></svg>")
    #expect(BrandMark.isWide("<svg viewBox=\"0 0 300 60\"></svg>"))
    #expect(!BrandMark.isWide("<svg viewBox=\"0 0 32 32\"></svg>"))
  }
}
