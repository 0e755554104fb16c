import Markdown
import TestSupport
import Testing

@Suite("Colours in code")
struct HighlighterTests {
  static let samples = [
    (
      "nginx", "server { listen 80; error_page 502 = @x; set $a \"q;{$b}\"; } # <end>",
      "<span class=\"k\">listen</span>"
    ),
    ("caddyfile", "example.com {\n  reverse_proxy 10.0.0.1:80 {host}\n}", "<span class=\"k\">reverse_proxy</span>"),
    (
      "apache", "<VirtualHost *:80>\nErrorDocument 502 \"/x\"\n</VirtualHost>", "<span class=\"k\">ErrorDocument</span>"
    ),
    ("haproxy", "backend app\n  errorfile 503 /x.http if a", "<span class=\"k\">errorfile</span>"),
    ("vcl", "sub vcl_recv { return (pass); } /* c */", "<span class=\"c\">/* c */</span>"),
    ("yaml", "key: 'v' # c\nlist: [1, true]", "<span class=\"a\">key</span>"),
    ("json", "{\"a\": [1.5, null, \"x\\\"y\"]}", "<span class=\"a\">&quot;a&quot;</span>"),
    ("toml", "[section]\nkey = \"v\" # c", "<span class=\"a\">[section]</span>"),
    ("bash", "if [ \"$a\" ]; then X=1 curl -s $b | grep c; fi # d", "<span class=\"k\">grep</span>"),
    ("http", "HTTP/1.1 502 Bad Gateway\nServer: x\n\n{\"a\": 1}", "<span class=\"n\">502</span>"),
    ("log", "2026/11/20 10:00:00 [error] 7#7: *1 connect() failed", "<span class=\"b\">error</span>"),
    ("php", "<?php echo $a ?? 'b'; // c", "<span class=\"k\">echo</span>"),
    ("sql", "SELECT a FROM b WHERE c = 'd' -- e", "<span class=\"k\">SELECT</span>"),
    ("diff", "--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y <z>", "<span class=\"d\">-x</span>"),
  ]

  @Test("A language shows its marks", arguments: samples)
  func colours(language: String, code: String, span: String) {
    #expect(html("```\(language)\n\(code)\n```\n").contains(span))
  }

  @Test("The text stays what it was, cut off at any byte too", arguments: samples)
  func textIsKept(language: String, code: String, span: String) {
    for length in 0...code.utf8.count {
      guard let part = String(code.utf8.prefix(length)) else { continue }
      let output = html("~~~~\(language)\n\(part)\n~~~~\n")
      let expected = part.isEmpty ? "\n" : part + "\n"
      #expect(textContent(output) == expected + "\n", "\(part.debugDescription)")
    }
  }

  @Test("Any language takes any text", arguments: 1...60)
  func anything(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    let pieces = [
      "\"", "'", "$", "{", "}", "#", "\\", "/*", "*/", "--", "<", "[", "]", "a", "1", " ", "\n", "%{", "@", ":", "=",
      "é",
    ]
    let code = random.text(of: pieces, count: 0...40)
    for (language, _, _) in Self.samples {
      #expect(textContent(html("~~~~\(language)\n\(code)~~~~\n")) == code + "\n", "\(language)")
    }
  }

  @Test("A language nobody knows stays plain")
  func unknown() {
    #expect(
      html("```brainfuck\n+-\n```\n") == "<pre tabindex=\"0\"><code class=\"language-brainfuck\">+-\n</code></pre>\n")
  }
}
