/// The Content-Type of a file, by the end of its name.
enum MediaType {
  static func of(_ path: String) -> String {
    guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return unknown }
    return types[path[path.index(after: dot)...].lowercased()] ?? unknown
  }

  private static let unknown = "application/octet-stream"

  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "mjs": "text/javascript; charset=utf-8", "json": "application/json", "svg": "image/svg+xml",
    "xml": "application/xml", "txt": "text/plain; charset=utf-8", "md": "text/markdown; charset=utf-8",
    "http": "text/plain; charset=utf-8", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg",
    "gif": "image/gif", "webp": "image/webp", "avif": "image/avif", "ico": "image/x-icon", "pdf": "application/pdf",
    "woff2": "font/woff2", "woff": "font/woff", "mp4": "video/mp4", "webm": "video/webm", "csv": "text/csv",
    "webmanifest": "application/manifest+json", "conf": "text/plain; charset=utf-8",
    "caddy": "text/plain; charset=utf-8", "bin": unknown,
  ]
}
