/// The shape a YAML value must have. One description serves validation, the exported JSON Schema and the documentation.
public indirect enum Shape: Sendable {
  /// Text; `maximum` counts Unicode scalars, and empty text is refused.
  case text(maximum: Int? = nil)
  case integer(ClosedRange<Int>)
  case boolean
  /// A calendar date, `YYYY-MM-DD`.
  case day
  /// An absolute `http:` or `https:` URL, or with `contact` also `mailto:` and `tel:`.
  case webAddress(contact: Bool = false)
  /// One of some words.
  case choice([String])
  /// `#rrggbb`.
  case colour
  case list(Shape, minimum: Int = 0)
  case object(ObjectShape)
  /// Any keys of one kind, all with values of one shape.
  case table(key: KeyShape, value: Shape)
  /// The first shape whose kind of YAML node (scalar, list, mapping) fits.
  case either(Shape, Shape)

  public enum KeyShape: Sendable {
    /// A status code, or `4xx` and `5xx` for a class.
    case statusCode
    /// A language tag (BCP 47), such as `de` or `pt-BR`.
    case language
    /// What follows `data-` in an attribute's name (HTML Standard, section 3.2.6.6): small letters, digits and hyphens.
    case dataName
    /// A token (RFC 9110, section 5.6.2), as names of header fields are.
    case token
  }
}

/// The keys of a mapping.
public struct ObjectShape: Sendable {
  public let fields: [Field]

  public init(_ fields: [Field]) {
    self.fields = fields
  }

  public struct Field: Sendable {
    public let name: String
    public let shape: Shape
    public let isRequired: Bool
    /// What the field means, for editors and documentation.
    public let summary: String

    public init(_ name: String, _ shape: Shape, required: Bool = false, _ summary: String) {
      self.name = name
      self.shape = shape
      self.isRequired = required
      self.summary = summary
    }
  }
}
