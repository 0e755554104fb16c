import Escaping
import Testing

@Suite("Comments end with their line")
struct CommentTests {
  @Test("for every reader of YAML", arguments: ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}", "\u{0}", "\u{9B}"])
  func yaml(_ end: String) {
    #expect(YAMLText.comment("a" + end + "b") == "a b")
  }
}
