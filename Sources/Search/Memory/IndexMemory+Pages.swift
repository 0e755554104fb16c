internal import Content

extension IndexMemory {
  /// Takes pages out and puts others in where their paths belong. The new ones have no words yet.
  ///
  /// - Parameters:
  ///   - gone: the numbers of pages that are no more.
  ///   - documents: pages that were not there.
  /// - Returns: the number that each page had before, -1 for a new one; nil if it cannot be told what the head says.
  mutating func rearrange(removing gone: Set<Int>, adding documents: [SearchDocument]) -> [Int]? {
    let paths = FrontCoding.decode(head.paths, separator: "\n")
    guard paths.count == count else { return nil }
    var order = paths.enumerated().filter { !gone.contains($0.offset) }.map { (old: $0.offset, path: $0.element) }
    order += documents.map { (old: -1, path: $0.path.text) }
    order.sort { $0.path < $1.path }
    let origins = order.map(\.old)
    func moved<Value>(_ column: [Value], _ new: Value) -> [Value] { origins.map { $0 < 0 ? new : column[$0] } }
    guard let head = head.rearranged(order.map(\.path), origins, documents) else { return nil }
    self.head = head
    if stored.isEmpty { stored = (0..<Int32(count)).map { $0 } }
    stored = moved(stored, -1)
    pages.lengths = moved(pages.lengths, 0)
    pages.thresholds = moved(pages.thresholds, 0)
    pages.thresholdsBelow = moved(pages.thresholdsBelow, 0)
    pages.textSizes = moved(pages.textSizes, 0)
    pages.paths = order.map { Self.hash(SitePath($0.path)) }
    var (lists, signatures) = ([Int: [PackedPosting]](), [Int: [[String]]]())
    for (page, origin) in origins.enumerated() {
      lists[page] = origin < 0 ? [] : self.lists[origin]
      if origin >= 0 { signatures[page] = self.signatures[origin] }
    }
    (self.lists, self.signatures) = (lists, signatures)
    return origins
  }
}

extension Head.Facts {
  /// The same of other pages: `origins` are the numbers that they had, -1 for those in `documents`. Nil when more would have
  /// to be known.
  fileprivate func rearranged(_ paths: [String], _ origins: [Int], _ documents: [SearchDocument]) -> Head.Facts? {
    guard titles != nil || paths.count > Head.mostTitles else { return nil }
    let new = Dictionary(documents.map { ($0.path.text, $0) }, uniquingKeysWith: { first, _ in first })
    var facts = self
    facts.count = paths.count
    facts.paths = FrontCoding.encode(paths, separator: "\n")
    facts.titles = paths.count > Head.mostTitles ? nil : origins.map { $0 < 0 ? "" : titles?[$0] ?? "" }
    facts.titleLengths = origins.map { $0 < 0 ? 0 : titleLengths[$0] }
    facts.audienceOf = origins.map { $0 < 0 ? 0 : audienceOf[$0] }
    facts.proxyOf = origins.map { $0 < 0 ? 0 : proxyOf[$0] }
    let named = zip(paths, origins).map { path, origin in
      origin < 0 ? new[path]?.facets.topic ?? "" : topics[min(Int(topicOf[origin]), topics.count - 1)]
    }
    facts.topics = Set(named).sorted()
    guard max(topics.count, facts.topics.count) < UInt8.max else { return nil }
    let numbers = Dictionary(facts.topics.enumerated().map { ($1, UInt8($0)) }, uniquingKeysWith: { first, _ in first })
    facts.topicOf = named.map { numbers[$0] ?? 0 }
    // A topic is called what its own page is called, while it has one.
    let pages = Set(
      paths.compactMap { path -> Substring? in
        let parts = path.split(separator: "/")
        return parts.count > 1 && parts[parts.count - 2] == "articles" ? parts[parts.count - 1] : nil
      })
    let known = Dictionary(zip(topics, topicNames), uniquingKeysWith: { first, _ in first })
    facts.topicNames = facts.topics.map { topic in
      topic == "codes" || pages.contains(Substring(topic)) ? known[topic] ?? topic : topic
    }
    return facts
  }
}
