import Testing

@testable import Theme

@Suite("Colours that a reader chooses")
struct SwitchableSchemeTests {
  @Test("each rule for a scheme keeps its place and weight, and yields to the choice")
  func rules() {
    let sheet = StyleSheet(
      """
      :root { --a: 1 }
      @media screen and (prefers-color-scheme: dark) { :root { --a: 2 } .b > c { d: e } }
      @media (prefers-color-scheme: light) { b { c: d } }
      @media (forced-colors: active) { :root { --a: 3 } }
      """)
    #expect(
      sheet.switchable.text == """
        :root{--a:1}\
        @media screen and (prefers-color-scheme:dark){:root:where(:not([data-theme=light])){--a:2}\
        :where(:root:not([data-theme=light])) .b>c{d:e}}\
        @media screen{:root:where([data-theme=dark]){--a:2}:where(:root[data-theme=dark]) .b>c{d:e}}\
        @media (prefers-color-scheme:light){:where(:root:not([data-theme=dark])) b{c:d}}\
        @media all{:where(:root[data-theme=light]) b{c:d}}\
        @media (forced-colors:active){:root{--a:3}}
        """)
    #expect(sheet.switchable.policySource != sheet.policySource)
  }
}
