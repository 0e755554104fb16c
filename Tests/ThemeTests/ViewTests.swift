import Testing

@testable import Theme

@Suite("Views hold values by name")
struct ViewTests {
  @Test("every name has its value, however many there are", arguments: [0, 1, 7, 39, 40, 41, 300])
  func names(_ count: Int) {
    // Of every length, and alike at both ends.
    let names = (0..<count).map { "abcd" + String($0) + String(repeating: "x", count: $0 % 12) + "wxyz" }
    var values = ViewValues(names.map { ($0, .text("of \($0)")) })
    for name in names { #expect(text(values[name]) == "of \(name)") }
    for name in ["", "a", "abc", "abcd", "abcdwxyz", "abcd7x"] { #expect(values[name] == nil) }
    values.set("late", "now")
    if let first = names.first { values.set(first, "anew") }
    #expect(text(values["late"]) == "now" && text(names.first.flatMap { values[$0] }) == (names.isEmpty ? nil : "anew"))
    for name in names.dropFirst() { #expect(text(values[name]) == "of \(name)") }
  }

  @Test("of two that have a name the second's value holds")
  func merging() {
    let merged = (["a": "1", "b": "2"] as ViewValues).merging(["b": "3", "c": "4"])
    #expect(["a", "b", "c"].map { text(merged[$0]) } == ["1", "3", "4"] && merged.names == ["a", "b", "c"])
  }

  private func text(_ value: View.Value?) -> String? {
    if case .text(let text)? = value { text } else { nil }
  }
}
