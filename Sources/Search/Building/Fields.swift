/// Where on a page a term stands. The most prominent field is kept with a posting; the weights go into its step.
enum Field: Int, CaseIterable {
  case text, description, heading, keyword, title, name

  /// What one occurrence counts, in occurrences in the text.
  var weight: Double {
    switch self {
    case .text: 1
    case .description: 2
    case .heading: 2.5
    case .keyword: 3.5
    case .title: 5
    case .name: 8
    }
  }

  /// An occurrence in a code block: such blocks repeat themselves.
  static let codeWeight = 0.5
}
