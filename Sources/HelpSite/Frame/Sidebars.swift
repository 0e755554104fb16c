internal import Content
internal import Escaping
internal import Theme

/// The navigation beside the text: all codes and topics, with the branch of the current page open.
///
/// Pages that lie in the same place share one, rendered once; a page only has its own entry marked in it. In a small site
/// it shows every article; in a large one the other branches are links, and a long branch shows the neighbourhood of the
/// current page, so that a page's size does not grow with the site.
struct Sidebars: Sendable {
  static let template = "site/sidebar"
  static let branchTemplate = "site/sidebar-branch"

  /// How many articles a site may have for each page to list them all.
  static let wholeTree = 120
  /// How many articles of one topic are listed at most.
  static let neighbourhood = 40

  /// Where a page lies, as far as its sidebar is concerned.
  enum Spot: Hashable, Sendable {
    case codes, code, tags, tag
    case topic(Int)
    /// An article of a topic, in the given neighbourhood of it.
    case article(topic: Int, run: Int)
  }

  /// What can be the current page, or is an ancestor of it.
  enum Item: Hashable, Sendable {
    case codes, tags
    case code(Int)
    case topic(Int)
    case article(Int)
  }

  private let sidebars: [Spot: Marked]

  /// - Parameter spots: the spots that pages will be made for; all of them if absent.
  init(_ world: World, _ edition: Edition, spots: Set<Spot>? = nil) {
    let makers = (spots.map(Array.init) ?? Self.spots(edition)).map { spot in (spot, SidebarMaker(world, edition, spot))
    }
    sidebars = Dictionary(makers.map { ($0, $1.sidebar()) }, uniquingKeysWith: { first, _ in first })
  }

  func markup(_ spot: Spot, current: Item) -> HTML {
    sidebars[spot]?.markup(current: current) ?? HTML(trusted: "")
  }

  /// The neighbourhood of the article at `index` in its topic.
  static func run(_ index: Int) -> Int { index / neighbourhood }

  static func spots(_ edition: Edition) -> [Spot] {
    var spots: [Spot] = [.codes, .code, .tags, .tag]
    for (position, branch) in edition.branches.enumerated() {
      spots.append(.topic(position))
      if let last = branch.articles.indices.last {
        spots += (0...run(last)).map { .article(topic: position, run: $0) }
      }
    }
    return spots
  }

  /// A sidebar's markup and where in it the mark of the current page goes, for each page it lists.
  struct Marked: Sendable {
    private let bytes: [UInt8]
    private let spots: [Item: Int]

    /// Takes the spots out of `markup`, where each stands as `mark(_:)` wrote it.
    init(_ markup: String, items: [Item]) {
      var bytes: [UInt8] = []
      var spots: [Item: Int] = [:]
      var number: Int?
      for byte in markup.utf8 {
        switch (byte, number) {
        case (Self.open, _): number = 0
        case (Self.close, let index?):
          if items.indices.contains(index) { spots[items[index]] = bytes.count }
          number = nil
        case (UInt8(ascii: "0")...UInt8(ascii: "9"), let digits?):
          number = min(digits, Int(Int32.max)) * 10 + Int(byte - UInt8(ascii: "0"))
        default: bytes.append(byte)
        }
      }
      self.bytes = bytes
      self.spots = spots
    }

    /// Stands inside a link's tag until the markup is done.
    static func mark(_ index: Int) -> HTML { HTML(trusted: "\u{1}\(index)\u{2}") }

    private static let open: UInt8 = 1
    private static let close: UInt8 = 2

    func markup(current: Item) -> HTML {
      guard let spot = spots[current] else { return HTML(trusted: String(decoding: bytes, as: UTF8.self)) }
      var marked: [UInt8] = []
      marked.reserveCapacity(bytes.count + 32)
      marked += bytes[..<spot]
      marked += " aria-current=\"page\"".utf8
      marked += bytes[spot...]
      return HTML(trusted: String(decoding: marked, as: UTF8.self))
    }
  }
}
