/// The order of routes in a block: by directive, then by how specific the path is (`sortRoutes`).
struct CaddyRouteOrder {
  private let positions: [String: Int]
  private let release: CaddyRelease

  init(_ adaptation: CaddyAdaptation) {
    positions = Dictionary(adaptation.order.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    release = adaptation.release
  }

  /// Go's stable sort, so that a comparison that is no proper order still gives the same result.
  func sorted(_ entries: [CaddyBlocks.Entry]) -> [CaddyBlocks.Entry] {
    var entries = entries
    GoStableSort.sort(&entries, by: isBefore)
    return entries
  }

  private func isBefore(_ left: CaddyBlocks.Entry, _ right: CaddyBlocks.Entry) -> Bool {
    if left.directive != right.directive {
      return positions[left.directive] ?? 0 < positions[right.directive] ?? 0
    }
    guard case .route(let leftRoute) = left.value, case .route(let rightRoute) = right.value else { return false }
    let (leftPath, rightPath) = (onlyPath(leftRoute), onlyPath(rightRoute))
    let isVars = left.directive == "vars"
    if release.isModern {
      let byPath: Bool
      if let leftPath, let rightPath, !leftPath.isEmpty, !rightPath.isEmpty {
        let (leftBare, rightBare) = (leftPath.without(suffix: "*"), rightPath.without(suffix: "*"))
        if leftBare == rightBare {
          byPath = leftPath.count < rightPath.count
        } else if leftBare.count == rightBare.count {
          byPath = leftBare < rightBare
        } else {
          byPath = leftBare.count > rightBare.count
        }
      } else {
        byPath = !leftRoute.matcherSets.isEmpty && rightRoute.matcherSets.isEmpty
      }
      return isVars ? !byPath : byPath
    }
    if let leftPath, let rightPath, !leftPath.isEmpty, !rightPath.isEmpty {
      return isVars ? leftPath.count < rightPath.count : leftPath.count > rightPath.count
    }
    return isVars
      ? leftRoute.matcherSets.isEmpty && !rightRoute.matcherSets.isEmpty
      : !leftRoute.matcherSets.isEmpty && rightRoute.matcherSets.isEmpty
  }

  /// The path of a route whose only matcher set has exactly one.
  private func onlyPath(_ route: CaddyRoute) -> ByteText? {
    guard route.matcherSets.count == 1 else { return nil }
    for case .path(let paths) in route.matcherSets[0].matchers where paths.count == 1 { return paths[0] }
    return nil
  }
}

/// `sort.SliceStable` of Go: insertion sort in blocks of 20, then merging by rotation.
enum GoStableSort {
  static func sort<Element>(_ data: inout [Element], by isBefore: (Element, Element) -> Bool) {
    var blockSize = 20
    let count = data.count
    var (start, end) = (0, blockSize)
    while end <= count {
      insert(&data, start, end, isBefore)
      (start, end) = (end, end + blockSize)
    }
    insert(&data, start, count, isBefore)
    while blockSize < count {
      (start, end) = (0, 2 * blockSize)
      while end <= count {
        merge(&data, start, start + blockSize, end, isBefore)
        (start, end) = (end, end + 2 * blockSize)
      }
      if start + blockSize < count { merge(&data, start, start + blockSize, count, isBefore) }
      blockSize *= 2
    }
  }

  private static func insert<Element>(
    _ data: inout [Element], _ start: Int, _ end: Int, _ isBefore: (Element, Element) -> Bool
  ) {
    guard start + 1 < end else { return }
    for index in (start + 1)..<end {
      var place = index
      while place > start, isBefore(data[place], data[place - 1]) {
        data.swapAt(place, place - 1)
        place -= 1
      }
    }
  }

  /// A stable merge; with a proper order it gives what Go's rotation gives.
  private static func merge<Element>(
    _ data: inout [Element], _ start: Int, _ middle: Int, _ end: Int, _ isBefore: (Element, Element) -> Bool
  ) {
    var merged: [Element] = []
    var (left, right) = (start, middle)
    while left < middle, right < end {
      if isBefore(data[right], data[left]) {
        merged.append(data[right])
        right += 1
      } else {
        merged.append(data[left])
        left += 1
      }
    }
    merged += data[left..<middle]
    merged += data[right..<end]
    data.replaceSubrange(start..<end, with: merged)
  }
}
