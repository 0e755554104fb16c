import Diagnostics
import ProxyConfig
import Testing

/// How nginx cuts a configuration into words; each case was tried on nginx 1.22.
@Suite struct NginxWordsTests {
  private func words(_ text: String) -> [[String]] {
    NginxReader.read(Source(name: "/t/nginx.conf", text: text), files: MemoryFiles()).directives.map {
      $0.words.map(\.value)
    }
  }

  private func problems(_ text: String) -> [String] {
    NginxReader.read(Source(name: "/t/nginx.conf", text: text), files: MemoryFiles()).report.sorted.map(\.id)
  }

  @Test(arguments: [
    ("a b c;", [["a", "b", "c"]]),
    ("a\r\n\tb;\r\nc d;", [["a", "b"], ["c", "d"]]),
    ("a \"b c\" 'd;e';", [["a", "b c", "d;e"]]),
    ("a b\"c\"d;", [["a", "b\"c\"d"]]),
    ("a \"x\\\"y\\\\z\\n\" 'q\\'r';", [["a", "x\"y\\z\n", "q'r"]]),
    ("rewrite ^/\\d+\\.x$ /y;", [["rewrite", "^/\\d+\\.x$", "/y"]]),
    ("a b\\ c\\;d\\{e;", [["a", "b\\ c\\;d\\{e"]]),
    ("a # no\n b;", [["a", "b"]]),
    ("a b#c;", [["a", "b#c"]]),
    ("a b}c;", [["a", "b}c"]]),
    ("a ${x}y$z;", [["a", "${x}y$z"]]),
    ("\"a\" b;", [["a", "b"]]),
    ("a \"\";", [["a", ""]]),
    ("if ($x = \"b\") { c; }", [["if", "($x", "=", "b", ")"]]),
    ("a\\\nb;", [["a\\\nb"]]),
  ])
  func aFileIsCutAsNginxCutsIt(_ text: String, _ expected: [[String]]) {
    #expect(words(text) == expected)
    #expect(problems(text).isEmpty)
  }

  @Test func aBraceAfterADollarBelongsToTheWord() {
    #expect(words("location ~ \\.php${ return 200; }").isEmpty == false)
    #expect(words("set $a ${b};") == [["set", "$a", "${b}"]])
  }

  @Test(arguments: [
    ("a;;", "unexpected-token"), ("{ }", "unexpected-token"), ("a \"b\"c;", "unexpected-token"),
    ("a { b; ", "unexpected-end"),
    ("a b", "unexpected-end"), ("a \"b;", "unexpected-end"), ("}", "unexpected-token"),
    ("a { b }", "unterminated-directive"),
    ("\u{FEFF}a;", "byte-order-mark"),
  ])
  func damageIsReported(_ text: String, _ id: String) {
    #expect(problems(text).contains(id))
  }

  @Test func readingGoesOnAfterDamage() {
    let text = "a { b c }\nd e;\n\"f\"g h;\ni;"
    let names = NginxReader.read(Source(name: "/t/n.conf", text: text), files: MemoryFiles()).directives.map(\.name)
    #expect(names == ["a", "d", "f", "i"])
  }

  @Test func aWordMustFitTheBuffer() {
    let fits = String(repeating: "x", count: 4090)
    let tooLong = String(repeating: "x", count: 4097)
    #expect(problems("a \(fits); b;").isEmpty)
    #expect(problems("a \(tooLong); b;") == ["too-long-token"])
    #expect(problems("# \(tooLong)\nb;") == ["too-long-token"])
    #expect(problems("a \"\(tooLong)\"; b;") == ["too-long-token"])
  }

  @Test func bytesThatAreNoTextAreKept() {
    let source = Source(name: "/t/n.conf", bytes: Array("a ".utf8) + [0x00, 0xFF, 0xFE] + Array(";".utf8))
    let tree = NginxReader.read(source, files: MemoryFiles())
    #expect(tree.report.isEmpty)
    #expect(tree.directives.first?.argument(1)?.bytes == [0x00, 0xFF, 0xFE])
  }

  @Test func aBlockOfLuaIsOneWord() {
    let text = "location / { content_by_lua_block { if x then y = { [[}]], \"}\" } -- }\n end } deny all; }"
    let tree = NginxReader.read(Source(name: "/t/n.conf", text: text), files: MemoryFiles())
    #expect(tree.report.isEmpty)
    #expect(tree.directives.first?.block?.map(\.name) == ["content_by_lua_block", "deny"])
  }

  @Test func aTemplateIsCalledATemplate() {
    #expect(problems("server { server_name {{ name }}; {% if x %} a; {% endif %} }").contains("template"))
    #expect(!problems("return 200 '{{\"a\":1}}';").contains("template"))
  }

  @Test func everyWordKnowsItsBytes() {
    let text = "server {\n  listen \"80\";\n}"
    let tree = NginxReader.read(Source(name: "/t/n.conf", text: text), files: MemoryFiles())
    let listen = tree.directives[0].block?[0]
    #expect(listen?.words[1].place.text == "\"80\"")
    #expect(listen?.place.text == "listen \"80\";")
    #expect(tree.directives[0].place.text == text)
  }
}
