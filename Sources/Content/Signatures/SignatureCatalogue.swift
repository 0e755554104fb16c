/// Every signature a site knows, and the causes they name.
public struct SignatureCatalogue: Sendable {
  /// In the order of the files, then of their lines.
  public let signatures: [Signature]
  private let byID: [String: Cause]
  public let causes: [Cause]

  public init(causes: [Cause], signatures: [Signature]) {
    self.causes = causes
    self.signatures = signatures
    byID = Dictionary(causes.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  public static let empty = SignatureCatalogue(causes: [], signatures: [])

  public func cause(_ id: String) -> Cause? { byID[id] }

  /// The page to open for a line that `signature` knows.
  public func article(for signature: Signature) -> SitePath? {
    signature.article ?? byID[signature.cause]?.article
  }
}
