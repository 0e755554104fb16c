extension Tokenizer {
  /// Finds runs in a text of whatever script.
  struct Scan {
    /// Valid UTF-8, because a string's.
    private let bytes: [UInt8]
    private(set) var index: Int

    init(_ bytes: [UInt8], from start: Int) { (self.bytes, index) = (bytes, start) }

    mutating func next() -> Run? {
      while let scalar, !Tokenizer.isWord(scalar) { step(over: scalar) }
      guard let scalar else { return nil }
      if Tokenizer.isPaired(scalar.value) { return paired() }
      var run = Run()
      run.words.append(word())
      while let joiner = self.scalar, Tokenizer.isJoiner(joiner), let first = self.scalar(at: index + 1),
        Tokenizer.isWord(first), !Tokenizer.isPaired(first.value)
      {
        run.joiners.append(Character(joiner))
        index += 1
        run.words.append(word())
      }
      return run
    }

    private mutating func paired() -> Run {
      let start = index
      while let scalar, Tokenizer.isPaired(scalar.value) { step(over: scalar) }
      return Run(words: [String(decoding: bytes[start..<index], as: UTF8.self)], isPaired: true)
    }

    private mutating func word() -> String {
      var word: [UInt8] = []
      var count = 0
      while let scalar {
        if Tokenizer.isWord(scalar), !Tokenizer.isPaired(scalar.value) {
          if count < Tokenizer.longestWord { word += bytes[index..<index + Self.length(scalar)] }
          count += 1
          step(over: scalar)
        } else if Tokenizer.isApostrophe(scalar), endsWithinTwo(index + Self.length(scalar)) {
          step(over: scalar)
        } else {
          break
        }
      }
      return String(decoding: word, as: UTF8.self)
    }

    /// Whether one or two letters follow and then the word ends: the `'t` of `doesn't`, not the `'erreur` of `l'erreur`.
    private func endsWithinTwo(_ start: Int) -> Bool {
      var end = start
      var count = 0
      while count < 3, let scalar = scalar(at: end), Tokenizer.isWord(scalar) {
        end += Self.length(scalar)
        count += 1
      }
      return (1...2).contains(count)
    }

    private var scalar: Unicode.Scalar? { scalar(at: index) }

    private mutating func step(over scalar: Unicode.Scalar) { index += Self.length(scalar) }

    private static func length(_ scalar: Unicode.Scalar) -> Int {
      switch scalar.value {
      case 0..<0x80: 1
      case 0x80..<0x800: 2
      case 0x800..<0x10000: 3
      default: 4
      }
    }

    private func scalar(at index: Int) -> Unicode.Scalar? {
      guard index < bytes.count else { return nil }
      let first = UInt32(bytes[index])
      guard first >= 0x80 else { return Unicode.Scalar(bytes[index]) }
      func next(_ offset: Int) -> UInt32 { UInt32(bytes[index + offset] & 0x3F) }
      let value =
        first < 0xE0
        ? (first & 0x1F) << 6 | next(1)
        : first < 0xF0
          ? (first & 0x0F) << 12 | next(1) << 6 | next(2)
          : (first & 0x07) << 18 | next(1) << 12 | next(2) << 6 | next(3)
      return Unicode.Scalar(value)
    }
  }
}
