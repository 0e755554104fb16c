/// The words this module puts on a page by itself, for a page's language to replace. Plain text, not markup.
public struct MarkdownStrings: Sendable {
  public var note = "Note"
  public var tip = "Tip"
  public var important = "Important"
  public var warning = "Warning"
  public var caution = "Caution"
  /// The name of the list of footnotes.
  public var footnotes = "Footnotes"
  /// Of the link from a footnote back into the text; `{n}` stands for the footnote's number.
  public var backToReference = "Back to reference {n}"
  /// The name of a tab group.
  public var tabs = "Variants"
  /// The name of a table that scrolls sideways.
  public var table = "Table"
  public var taskDone = "Done"
  public var taskToDo = "To do"
  /// The name of a heading's link to itself; `{heading}` stands for its text.
  public var headingAnchor = "Link to “{heading}”"

  /// Where a drawn path of a request stops.
  public var broken = "stopped here"

  public init() {}
}
