/// A regular expression of the configuration; what cannot be compiled is kept with the reason.
public struct NginxPattern: Sendable {
  public let text: ByteText
  public let ignoresCase: Bool
  public let compiled: Result<Pattern, Pattern.Refusal>

  public init(_ text: ByteText, ignoresCase: Bool) {
    self.text = text
    self.ignoresCase = ignoresCase
    do throws(Pattern.Refusal) {
      compiled = .success(try Pattern(text, ignoresCase: ignoresCase))
    } catch {
      compiled = .failure(error)
    }
  }
}
