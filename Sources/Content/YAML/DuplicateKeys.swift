/// Looks for keys that a mapping has more than once (YAML 1.2.2, 3.2.1.1: keys are unique).
enum DuplicateKeys {
  static func failure(in members: [YAMLNode.Member]) -> YAMLComposer.Failure? {
    let found = members.count <= few ? amongFew(members) : amongMany(members)
    return found.isEmpty ? nil : .duplicateKeys(found)
  }

  /// So many are compared with each other; a table of them would cost more.
  private static let few = 16

  private static func amongFew(_ members: [YAMLNode.Member]) -> [(name: String, first: Int, next: Int)] {
    var found: [(name: String, first: Int, next: Int)] = []
    for (index, member) in members.enumerated() {
      guard case .scalar(let key) = member.key.value else { continue }
      for earlier in members[..<index] {
        guard case .scalar(let other) = earlier.key.value, other.text == key.text else { continue }
        if !found.contains(where: { $0.name == key.text }) {
          found.append((key.text, earlier.key.start, member.key.start))
        }
        break
      }
    }
    return found
  }

  private static func amongMany(_ members: [YAMLNode.Member]) -> [(name: String, first: Int, next: Int)] {
    var found: [(name: String, first: Int, next: Int)] = []
    var places: [String: Int] = Dictionary(minimumCapacity: members.count)
    for member in members {
      guard case .scalar(let key) = member.key.value else { continue }
      guard let first = places[key.text] else {
        places[key.text] = member.key.start
        continue
      }
      if !found.contains(where: { $0.name == key.text }) { found.append((key.text, first, member.key.start)) }
    }
    return found
  }
}
