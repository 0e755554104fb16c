internal import Content
internal import Packing

extension Page {
  /// Names the page among all pages of all editions.
  func key(in edition: Edition) -> UInt64 {
    var hash = Hash64()
    hash.combine(edition.folder)
    switch self {
    case .home: hash.combine(1)
    case .codes: hash.combine(2)
    case .tags: hash.combine(3)
    case .notFound: hash.combine(4)
    case .search: hash.combine(10)
    case .troubleshooter: hash.combine(11)
    case .questions(let code):
      hash.combine(12)
      hash.combine(code ?? 0)
    case .code(let position):
      hash.combine(5)
      hash.combine(edition.codes[position].code)
    case .article(let position):
      hash.combine(6)
      hash.combine(edition.entries[position].article.path.text)
    case .topic(let position):
      hash.combine(7)
      hash.combine(edition.branches[position].path.text)
    case .tag(let position):
      hash.combine(8)
      hash.combine(edition.tags[position].path.text)
    case .moved(let alias, _):
      hash.combine(9)
      hash.combine(alias.text)
    }
    return hash.value
  }
}
