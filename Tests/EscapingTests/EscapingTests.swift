import Escaping
import Testing

@Suite("Text cannot leave the context it is put into")
struct EscapingTests {
  @Test(
    "HTML",
    arguments: [
      ("plain", "plain"), ("a<b>&\"c'", "a&lt;b&gt;&amp;&quot;c&#39;"), ("ä€😀", "ä€😀"), ("", ""),
    ])
  func html(_ text: String, _ escaped: String) {
    #expect(HTML(text: text).markup == escaped)
  }

  @Test("XML drops what XML 1.0 forbids")
  func xml() {
    #expect(XML.escape("a\u{0}\u{8}\t<\u{FFFE}b") == "a\t&lt;b")
    #expect(XML.escape("ﷺ \u{FFFF}& x\u{1B}") == "ﷺ &amp; x" && XML.escape("\r\n\tplain > é") == "\r\n\tplain &gt; é")
  }

  @Test(
    "JSON",
    arguments: [
      ("a\"b\\c\n", #""a\"b\\c\n""#), ("</script>", #""\u003c/script>""#),
      ("\u{1B}\u{7F}\u{2028}", #""\u001b\u007f\u2028""#),
    ])
  func json(_ text: String, _ quoted: String) {
    #expect(JSON.quoted(text) == quoted)
  }

  @Test("every byte is found at every place", arguments: 0..<24)
  func places(_ place: Int) {
    let special = Set("&<>\"'".unicodeScalars)
    for scalar in (1..<256).compactMap({ Unicode.Scalar(UInt32($0)) }) + ["\u{2028}", "\u{2029}", "\u{2030}"] {
      let text =
        String(repeating: "a", count: place) + String(Character(scalar)) + String(repeating: "b", count: 23 - place)
      #expect((HTML(text: text).markup == text) == !special.contains(scalar), "\(scalar.value)")
      var bytes: [UInt8] = []
      HTML.append(Array(text.utf8), 0..<text.utf8.count, to: &bytes)
      #expect(String(decoding: bytes, as: UTF8.self) == HTML(text: text).markup.replacing("&#39;", with: "'"))
      let isEscaped =
        scalar.value < 0x20 || scalar.value == 0x7F || "\"\\<".unicodeScalars.contains(scalar)
        || (0x2028...0x2029).contains(scalar.value)
      #expect((JSON.quoted(text) == "\"\(text)\"") == !isEscaped, "\(scalar.value)")
      var together: [UInt8] = []
      JSON.append(quotedTogether: String(text.prefix(place)), String(text.dropFirst(place)), to: &together)
      #expect(String(decoding: together, as: UTF8.self) == JSON.quoted(text))
    }
  }

  @Test("JSON layout is stable and readable")
  func layout() {
    let value: JSON = ["b": [1, true, nil], "a": [:], "c": []]
    #expect(value.serialized() == #"{"b":[1,true,null],"a":{},"c":[]}"#)
    #expect(
      value.serialized(.indented) == "{\n  \"b\": [\n    1,\n    true,\n    null\n  ],\n  \"a\": {},\n  \"c\": []\n}")
  }

  @Test("URLs", arguments: [("a b/c?d#e", "a%20b/c%3Fd%23e"), ("ü%", "%C3%BC%25"), ("codes/502/", "codes/502/")])
  func url(_ text: String, _ encoded: String) {
    #expect(URLText.path(text) == encoded)
  }

  @Test("a header's value cannot start another header")
  func header() {
    #expect(HTTPHeader.value("a\r\nSet-Cookie: x\u{E9}") == "a  Set-Cookie: x?")
  }

  @Test(
    "a terminal shows control characters instead of obeying them",
    arguments: [
      ("\u{1B}[31mred", "␛[31mred"), ("a\u{202E}b", "a\u{FFFD}b"), ("tab\there", "tab here"),
      ("\u{9B}2J", "\u{FFFD}2J"),
    ])
  func terminal(_ text: String, _ harmless: String) {
    #expect(TerminalText.harmless(text) == harmless)
  }

  @Test("nginx strings refuse a dollar, which nginx cannot escape")
  func nginx() {
    #expect(ConfigText.nginx("say \"hi\" \\ ") == #""say \"hi\" \\ ""#)
    #expect(ConfigText.nginx("5$") == nil)
  }

  @Test(
    "a part is substituted wherever its bytes stand, from left to right, and what is put in is not looked at",
    arguments: [
      ("a{n}b{n}", "{n}", "{n}{n}", "a{n}{n}b{n}{n}"), ("aaa", "aa", "b", "ba"), ("", "a", "b", ""),
      ("ab", "", "x", "ab"),
      ("e\u{301}", "e", "x", "x\u{301}"), ("a\r\nb", "\n", " ", "a\r b"), ("ab", "abc", "x", "ab"),
      ("ab", "ab", "", ""),
    ])
  func substitution(_ text: String, _ part: String, _ other: String, _ result: String) {
    #expect(text.substituting(part, by: other) == result)
  }
}
