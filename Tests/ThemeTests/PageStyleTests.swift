import Diagnostics
import Testing

@testable import Theme

/// A page's own style sheet is cut down to what the page can show, and shows the same.
@Suite("A page's style")
struct PageStyleTests {
  private func style(
    _ css: String, _ language: String = "en", isMirrored: Bool = false, outside: [String] = []
  ) -> String {
    PageStyle(MinifiedCSS.text(css), outside: outside).applying(to: language, isMirrored: isMirrored).text
  }

  @Test("a value that is set once stands where it is used; names get short; what nobody uses goes")
  func constants() {
    #expect(
      style(":root{--space:0.5rem;--gone:1px}a{margin:var(--space) 0 calc(0.25em + var(--space))}")
        == "a{margin:.5rem 0 calc(.25em + .5rem)}")
    #expect(style(":root{--one:var(--two);--two:3px}a{top:var(--one)}") == "a{top:3px}")
    #expect(
      style(":root{--a-colour:#fff}@media print{:root{--a-colour:#000}}a{color:var(--a-colour)}")
        == ":root{--a:#fff}@media print{:root{--a:#000}}a{color:var(--a)}")
    #expect(style("a{--local:1px;top:var(--local)}") == "a{--a:1px;top:var(--a)}")
  }

  @Test("the name used most gets the first letter, and after z come two characters")
  func names() {
    let many = (0..<30).map { "a\($0){--n\($0):1;top:var(--n\($0));left:var(--n\($0))}" }.joined()
    let text = style(many + "b{--often:1;top:var(--often);left:var(--often);right:var(--often)}")
    #expect(text.contains("b{--a:1;top:var(--a);left:var(--a);right:var(--a)}") && text.contains("--d1:1"))
  }

  @Test("what the page's markup asks for keeps its name; a fallback and what checkers do not know keep their property")
  func kept() {
    #expect(style(":root{--ink:#000;--x:1}", outside: ["<path fill=\"var(--ink)\"/>"]) == ":root{--ink:#000}")
    #expect(style(":root{--x:1px}a{top:var(--x,2px)}") == ":root{--a:1px}a{top:var(--a,2px)}")
    #expect(style(":root{--wrap:balance}a{text-wrap:var(--wrap)}") == ":root{--a:balance}a{text-wrap:var(--a)}")
  }

  @Test("rules for other languages and the other direction go")
  func languages() {
    let css = "[dir=\"rtl\"] a,:lang(hi){top:0}:lang(ko){left:0}:lang(en) b{right:0}@media print{:lang(zh){top:1px}}"
    #expect(style(css, "de") == ":lang(en) b{right:0}")
    #expect(style(css, "ko") == ":lang(ko){left:0}:lang(en) b{right:0}")
    #expect(style(css, "ar", isMirrored: true) == "[dir=\"rtl\"] a{top:0}:lang(en) b{right:0}")
    #expect(style(css, "zh-Hans") == ":lang(en) b{right:0}@media print{:lang(zh){top:1px}}")
  }

  @Test(
    "everything else stays as it is",
    arguments: [
      "a::after{content:\"} ; { 0.5 > \"}", "@font-face{font-family:x;src:url(data:a;b,c)}", "@import \"x\";a{b:c}",
      "@keyframes k{from{top:0}50%{top:1px}}", "a[title=\"a > b\"]{top:0}", "a:not(b,c)>d{top:10.5px}",
    ])
  func untouched(_ css: String) {
    #expect(style(css) == css)
  }

  @Test("a script loses its comments, indents and line breaks, and cannot end its element")
  func script() {
    let script = PageScript(Source(name: "x.js", text: "// a\n{\n  let x=\"</script>\";\n\t// b\n  f()\n}\n"))
    #expect(script.text == "{let x=\"<\\/script>\";f()}")
    #expect(script.policySource == "'sha256-\(Fingerprint(Array(script.text.utf8)).base64)'")
  }
}
