/// How many files an index of `articles` articles may have, and for what: 2 + N/50 in all.
struct FileBudget {
  /// 0: the terms are in the head.
  let terms: Int
  let hasVocabulary: Bool
  let texts: Int

  /// Up to this many term shards are themselves what a word is corrected from.
  static let fewShards = 4

  /// Whether the head shall tell which slips in first letters are worth the other shards.
  var hasTails: Bool { !hasVocabulary && terms > 2 }
  /// How many words the vocabulary has, or that filter.
  let words: Int

  /// How many bytes the terms may take in all, after gzip.
  var bytes: Int { max(1, terms) * shardSize }

  /// How large a term shard may be, after gzip: a query mostly needs two, if there are so many, and up to four. The head
  /// grows with the site, so that less is left.
  private let shardSize: Int

  init(articles: Int) {
    let files = 2 + articles / 50
    texts = max(1, articles / 500)
    let left = files - 1 - texts
    hasVocabulary = left > Self.fewShards
    terms = left - (hasVocabulary ? 1 : 0)
    words = articles < 250 ? 2000 : articles < 3000 ? 3000 : 4000
    shardSize =
      articles < 50
      ? 32_000
      : articles < 100 ? 26_000 : articles < 150 ? 13_300 : articles < 500 ? 21_000 : articles < 3000 ? 10_600 : 9_500
  }
}
