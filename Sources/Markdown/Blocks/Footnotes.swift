import Diagnostics

/// The footnotes of a text: who refers to what, numbered by first reference.
struct Footnotes {
  struct Footnote {
    /// A node whose children are the footnote's blocks; not part of the document.
    let node: Int32
    var references: Int
  }

  struct Reference {
    /// The footnote's number, from 1.
    let number: Int
    /// The how-manyth reference to the same footnote this is, from 1.
    let occurrence: Int
  }

  struct BackReference {
    let number: Int
    let count: Int
  }

  var used: [Footnote] = []
  var references: [Reference] = []
  /// By the paragraph that ends a footnote.
  var backReferences: [Int32: BackReference] = [:]
}
