/// What shows a problem to whoever doubts it: a request that was followed, and what comes back.
///
/// It is kept as a value so that a test can follow the request again.
public protocol Evidence: Sendable {
  /// The file whose proxy is asked, as the proxy's machine calls it.
  var file: String { get }
  /// The request and what goes wrong, as the arguments of `interlude trace` after the file.
  var arguments: [String] { get }
  /// What the visitor gets, in a few words: "502, the proxy's own page".
  var answer: String { get }
}
