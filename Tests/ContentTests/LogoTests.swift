import Testing

@testable import Content

/// Every page carries the logo inside it, so whatever it could do every page would do.
@Suite("Logos")
struct LogoTests {
  @Test(
    "a drawing that could run a script, load a file or leave its element is refused",
    arguments: [
      ("<path onload=\"alert(1)\"/>", "event handler"),
      ("<path\nonload=\"alert(1)\"/>", "event handler"),
      ("<path\tONLOAD=\"alert(1)\"/>", "event handler"),
      ("<path d=\"M0 0\"/onclick=\"alert(1)\"/>", "stray /"),
      ("<path d=\"M0 0\"onclick=\"alert(1)\"/>", "does not end"),
      ("<path d=M0 onclick=alert(1)/>", "no quotes"),
      ("<path\nstyle=\"fill: red\"/>", "style attributes"),
      ("<feImage href=\"https://example.com/a.png\"/>", "<feImage> element"),
      ("<FEIMAGE xlink:href=\"/a.png\"/>", "<FEIMAGE> element"),
      ("<script>alert(1)</script>", "<script> element"),
      ("<style>path { fill: red }</style>", "<style> element"),
      ("<a href=\"/\"><path/></a>", "<a> element"),
      ("<animate attributeName=\"href\" to=\"javascript:alert(1)\"/>", "<animate> element"),
      ("<use href=\"https://example.com/a.svg#b\"/>", "<use> element"),
      ("<desc><img src=\"x\" onerror=\"alert(1)\"/></desc>", "<img> element"),
      ("<title><p></p></title>", "<p> element"),
      ("<linearGradient href=\"https://example.com/a.svg#b\"/>", "leads out"),
      ("<textPath xlink:href=\"&#106;avascript:alert(1)\"/>", "leads out"),
      ("<path fill=\"url(https://example.com/a.svg#b)\"/>", "loads a file"),
      ("<path fill='url(\"/a.svg#b\")'/>", "loads a file"),
      ("<path fill=\"u&#114;l(/a.svg#b)\"/>", "escapes"),
      ("<path fill=\"\\75 rl(/a.svg#b)\"/>", "escapes"),
      ("<!-- > <script>alert(1)</script> -->", "plain comment"),
      ("<!--> <script>alert(1)</script> -->", "plain comment"),
      ("<!-- a --!> <script>alert(1)</script> -->", "plain comment"),
      ("<![CDATA[<p>]]>", "plain comment"),
      ("<?php echo 1 ?>", "begins no tag"),
      ("</svg><p/><svg>", "goes on after"),
      ("<g></svg><script></g>", "not open"),
      ("<g>", "not open"),
      ("<path d=\"<\"/>", "has a <"),
      ("<path d=\"\(String(repeating: "M0 0", count: 1024))\"/>", "4,096 fit"),
    ])
  func refused(_ inside: String, why: String) throws {
    let problem = try #require(InlineSVG.problem(in: "<svg viewBox=\"0 0 9 9\">\(inside)</svg>"))
    #expect(problem.contains(why))
  }

  @Test(
    "a drawing of shapes, letters, gradients and filters is taken",
    arguments: [
      "<path d='M0 0h9'/>", "<g\n  id=\"a\"\n  transform=\"scale(2)\"\n><rect width=\"2\" height=\"2\"/></g >",
      "<defs><linearGradient id=\"a\"><stop offset=\"0\"/></linearGradient></defs><path fill=\"url(#a)\"/>",
      "<path fill='url(\"#a\")'/>", "<radialGradient id=\"b\" xlink:href=\"#a\"/>",
      "<filter id=\"f\"><feGaussianBlur stdDeviation=\"2\"/></filter>", "<!-- Drawn by hand --><path/>",
      "<title>Brand &amp; sons</title><text x=\"1\">A<tspan>B</tspan></text>",
      "<sodipodi:namedview id=\"v\"/><metadata><rdf:RDF/></metadata>",
    ])
  func taken(_ inside: String) {
    #expect(
      InlineSVG.problem(in: "<?xml version=\"1.0\"?>\n<!-- a --><svg viewBox=\"0 0 9 9\">\(inside)</svg>\n") == nil)
  }

  @Test("the root element is written in one way, and nothing around it stays")
  func normalised() {
    #expect(
      InlineSVG.normalised(
        "<?xml version=\"1.0\"?>\n<svg\n  width='5'\n\theight = \"6\" id='a\"b' ><path\n/></svg>\n<!-- end -->")
        == "<svg width=\"5\" height=\"6\" id=\"a&quot;b\"><path\n/></svg>")
  }
}
