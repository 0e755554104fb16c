public import Content
internal import Starter

/// The content that the binary carries, as an author's folder.
public enum BuiltInContent {
  public static let folder = ContentFolder(
    name: "content", files: Starter.content.map { .init(path: $0.path, contents: .bytes($0.bytes)) })
}
