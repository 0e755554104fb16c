internal import Content
internal import Packing

/// Digests of what the sidebar of each spot lists.
struct SidebarDigests {
  private let digests: [Sidebars.Spot: UInt64]

  func digest(_ spot: Sidebars.Spot) -> UInt64 { digests[spot] ?? 0 }

  init(_ edition: Edition, links: [UInt64], topics: [UInt64]) {
    let pairs = Sidebars.spots(edition).map { spot in
      var hash = Hash64()
      SidebarListing(edition, spot).visit(topic: { hash.combine(topics[$0]) }, article: { hash.combine(links[$0]) })
      return (spot, hash.value)
    }
    digests = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }
}
