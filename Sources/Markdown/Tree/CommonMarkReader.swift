internal import CArena
internal import CCommonMark

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The only place where libcmark is called: parses, copies everything into a `Tree`, frees, all in one function, so that
/// no pointer leaves and every thread may parse its own text (libcmark keeps no state between parses).
enum CommonMarkReader {
  /// Where libcmark gets the memory of a parse: a node takes several pieces, and giving them out and taking them back one
  /// by one was most of a parse. Nodes point to it, so it stays for good.
  private nonisolated(unsafe) static let arena = {
    let functions = UnsafeMutablePointer<cmark_mem>.allocate(capacity: 1)
    unsafe functions.initialize(
      to: cmark_mem(calloc: interlude_arena_calloc, realloc: interlude_arena_realloc, free: interlude_arena_free))
    return unsafe functions
  }()

  /// Longer texts are parsed with the memory of the system, which is given back piece by piece.
  private static let longestInArena = 1 << 20

  /// Parses `source`, which must be valid UTF-8 without NUL.
  static func read(_ source: [UInt8]) -> Tree {
    var tree = Tree()
    tree.nodes.reserveCapacity(source.count / 12 + 16)
    tree.bytes.reserveCapacity(source.count + source.count / 8)
    let isShort = source.count <= longestInArena
    defer { if isShort { interlude_arena_reset() } }
    let parsed = unsafe source.withUnsafeBytes { buffer in
      let text = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      guard isShort else { return unsafe cmark_parse_document(text, buffer.count, 0) }
      let parser = unsafe cmark_parser_new_with_mem(0, arena)
      defer { unsafe cmark_parser_free(parser) }
      unsafe cmark_parser_feed(parser, text, buffer.count)
      return unsafe cmark_parser_finish(parser)
    }
    guard let root = unsafe parsed else {
      _ = tree.make(.document)
      return tree
    }
    defer { if !isShort { unsafe cmark_node_free(root) } }

    var node = unsafe root
    var parent = Node.none
    while true {
      let index = unsafe copy(node, into: &tree)
      if parent != Node.none { tree.append(index, to: parent) }
      if let child = unsafe cmark_node_first_child(node) {
        unsafe node = child
        parent = index
        continue
      }
      while true {
        if node == root { return tree }
        if let sibling = unsafe cmark_node_next(node) {
          unsafe node = sibling
          break
        }
        guard let up = unsafe cmark_node_parent(node) else { return tree }
        unsafe node = up
        parent = tree[parent].parent
      }
    }
  }

  private static func copy(_ node: OpaquePointer, into tree: inout Tree) -> Int32 {
    let type = unsafe cmark_node_get_type(node)
    let index = tree.make(kind(type))
    let at = Int(index)
    if type.rawValue <= CMARK_NODE_LAST_BLOCK.rawValue {
      tree.nodes[at].line = unsafe cmark_node_get_start_line(node)
      tree.nodes[at].endLine = unsafe cmark_node_get_end_line(node)
      tree.nodes[at].column = unsafe cmark_node_get_start_column(node)
    }
    switch tree.nodes[at].kind {
    case .text, .code, .htmlInline, .htmlBlock:
      tree.nodes[at].text = unsafe add(cmark_node_get_literal(node), to: &tree)
    case .codeBlock:
      tree.nodes[at].text = unsafe add(cmark_node_get_literal(node), to: &tree)
      tree.nodes[at].number = Int32(truncatingIfNeeded: tree.targets.count)
      let info = unsafe add(cmark_node_get_fence_info(node), to: &tree)
      tree.targets.append(.init(url: info, title: info.upperBound..<info.upperBound))
    case .link, .image:
      tree.nodes[at].number = Int32(truncatingIfNeeded: tree.targets.count)
      let url = unsafe add(cmark_node_get_url(node), to: &tree)
      let title = unsafe add(cmark_node_get_title(node), to: &tree)
      tree.targets.append(.init(url: url, title: title))
    case .heading:
      tree.nodes[at].number = unsafe cmark_node_get_heading_level(node)
    case .list:
      tree.nodes[at].flag = unsafe cmark_node_get_list_tight(node) != 0
      let isOrdered = unsafe cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
      tree.nodes[at].number = unsafe isOrdered ? cmark_node_get_list_start(node) : -1
    case .item:
      tree.nodes[at].number = -1
    default: break
    }
    return index
  }

  private static func add(_ text: UnsafePointer<CChar>?, to tree: inout Tree) -> Range<Int> {
    guard let text = unsafe text else { return tree.bytes.count..<tree.bytes.count }
    let start = tree.bytes.count
    unsafe tree.bytes.append(contentsOf: UnsafeRawBufferPointer(start: text, count: strlen(text)))
    return start..<tree.bytes.count
  }

  private static func kind(_ type: cmark_node_type) -> Node.Kind {
    switch type {
    case CMARK_NODE_TEXT: .text
    case CMARK_NODE_SOFTBREAK: .softBreak
    case CMARK_NODE_PARAGRAPH: .paragraph
    case CMARK_NODE_CODE: .code
    case CMARK_NODE_LINK: .link
    case CMARK_NODE_STRONG: .strong
    case CMARK_NODE_EMPH: .emphasis
    case CMARK_NODE_ITEM: .item
    case CMARK_NODE_LIST: .list
    case CMARK_NODE_HEADING: .heading
    case CMARK_NODE_CODE_BLOCK: .codeBlock
    case CMARK_NODE_BLOCK_QUOTE: .quote
    case CMARK_NODE_LINEBREAK: .lineBreak
    case CMARK_NODE_IMAGE: .image
    case CMARK_NODE_HTML_INLINE: .htmlInline
    case CMARK_NODE_HTML_BLOCK: .htmlBlock
    case CMARK_NODE_THEMATIC_BREAK: .thematicBreak
    default: .document
    }
  }
}
