extension Outcome {
  /// For how many seconds a cache may give the answer to others, or a browser to its visitor, without asking again (RFC 9111, 4.2);
  /// nil when it may not, 0 when `public` leaves the time to the cache.
  public var keptFor: Int? {
    let words = headers.filter { $0.name == "cache-control" }
      .flatMap { $0.value.lowercased().split { $0 == "," || $0 == " " } }
    guard !words.contains(where: { $0 == "no-store" || $0 == "no-cache" || $0.hasPrefix("private") }) else {
      return nil
    }
    let ages = words.compactMap { word -> Int? in
      let parts = word.split(separator: "=", maxSplits: 1)
      return parts.count == 2 && (parts[0] == "max-age" || parts[0] == "s-maxage") ? Int(parts[1]) : nil
    }
    if let age = ages.max() { return age > 0 ? age : nil }
    return words.contains("public") ? 0 : nil
  }
}
