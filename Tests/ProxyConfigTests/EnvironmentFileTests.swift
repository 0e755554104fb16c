import ProxyConfig
import Testing

/// `--env FILE`: what systemd and dotenv agree on.
@Suite("Files of variables")
struct EnvironmentFileTests {
  @Test(
    "names, values, comments and quotation marks",
    arguments: [
      ("A=1\nB = two words  \n", ["A": "1", "B": "two words"]),
      ("# A=1\n; B=2\n\n  C=3", ["C": "3"]),
      ("export A=1\nexport\tB=2\nexported=3\n", ["A": "1", "B": "2", "exported": "3"]),
      ("A=\nB=''\nC=\"\"", ["A": "", "B": "", "C": ""]),
      ("A=x # why\nB=x#y\nC=# nothing\nD=\"x # y\" # z\n", ["A": "x", "B": "x#y", "C": "", "D": "x # y"]),
      ("A=' x '\nB=\" x \"\nC=a' 'b\n", ["A": " x ", "B": " x ", "C": "a b"]),
      (#"A="say \"hi\" \$x \\ \n""# + "\nB='\\n'\nC=a\\ b\n", ["A": #"say "hi" $x \ \n"#, "B": "\\n", "C": "a b"]),
      ("A=\"one\ntwo\"\nB=one\\\ntwo\n", ["A": "one\ntwo", "B": "onetwo"]),
      ("\u{FEFF}A=1\r\nB=2\r\n", ["A": "1", "B": "2"]),
      ("A=1\nA=2\nURL=http://x/?a=b\n", ["A": "2", "URL": "http://x/?a=b"]),
    ])
  func values(_ text: String, _ expected: [String: String]) {
    let file = EnvironmentFile(Array(text.utf8))
    #expect(file.variables == expected)
    #expect(file.brokenLine == nil)
  }

  @Test(
    "a line of another form is named",
    arguments: [
      ("A=1\nB\nC=3\n", 2), ("A=\"1\n2\"\r\n\r\n=x\n", 4), ("A B=1", 1), ("A=1\n\nB='open\nC=1\n", 3), ("# x\n{\n", 2),
    ])
  func broken(_ text: String, _ line: Int) {
    #expect(EnvironmentFile(Array(text.utf8)).brokenLine == line)
  }
}
