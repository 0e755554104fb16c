import ProxyConfig
import Trace

/// Where a path of the machine leads that is made of the request.
enum WatchedWalk: Hashable {
  /// To something that is there, so that the path is known.
  case known
  /// Below a file.
  case below(file: String)
  /// To something that is not there, or only taken to be, in a folder that is.
  case inside(folder: String)
  /// Nothing follows for other requests.
  case unfollowed
}

extension Run {
  /// Notes what is there of a path: of everything below the folder that it begins with, as one question.
  func noteWalk(_ path: ByteText) -> WatchedWalk {
    let start = path.constantStart
    guard !path.isLost, isPlain(path), let slash = start.lastIndex(of: UInt8(ascii: "/")), slash > 0,
      let walk = survey.walk(below: ByteText(start[..<slash]).string, files)
    else {
      _ = path.bytes
      return .unfollowed
    }
    return path.note(walk.question).map { walk.ways[$0] } ?? .unfollowed
  }

  /// Puts what is known of all such requests in the place of what is known of one.
  func take(_ way: WatchedWalk, _ path: ByteText, _ exchange: Exchange) {
    switch way {
    case .unfollowed: break
    case .known:
      // Where the path came into it as a whole, it is known, too.
      let part = path.parts.first(where: \.isWatched)
      if let part, part.isSame(as: exchange.uri) || part.isEnd(of: exchange.uri) {
        exchange.uri = exchange.uri.unwatched
      }
    case .below(let file): exchange.pathInfo = path.from(file.utf8.count)
    case .inside(let folder):
      // A folder above it may be missing already.
      let end = exchange.filename?.count ?? 0
      guard end > folder.utf8.count else {
        exchange.pathInfo = path.from(end)
        return
      }
      let rest = path.from(folder.utf8.count + 1)
      let slash = UInt8(ascii: "/")
      exchange.filename = ByteText(folder + "/") + rest.before(slash)
      exchange.pathInfo = rest.contains(slash) ? "/" + rest.after(slash) : ""
    }
  }
}

/// What stands below a folder, as one question about a path in it.
struct FolderWalk: Sendable {
  let question: TextQuestion
  /// Where the path leads in each case.
  let ways: [WatchedWalk]

  /// nil where too much is there.
  init?(below folder: String, _ files: any FileView) {
    guard let paths = WatchedFiles.paths(below: folder, in: files) else { return nil }
    var cases: [(tests: [TextTest], way: WatchedWalk)] = []
    func add(_ way: WatchedWalk, _ tests: [TextTest?]) { cases.append((tests.compactMap(\.self), way)) }
    func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
    var folders: [String] = []
    for path in paths {
      add(.known, [.equals(bytes(path))])
      if (try? files.status(of: path).kind) == .directory || path == folder {
        folders.append(path)
        add(.known, [.equals(bytes(path + "/"))])
      } else {
        add(.below(file: path), [.prefix(bytes(path + "/"))])
      }
    }
    for path in folders.sorted(by: { ($1.utf8.count, $0) < ($0.utf8.count, $1) }) {
      for name in files.assumedNames(in: path) {
        if let whole = name.whole?.string {
          add(.known, [.equals(bytes(path + "/" + whole))])
          add(.below(file: path + "/" + whole), [.prefix(bytes(path + "/" + whole + "/"))])
        } else {
          let start = "^\(TextTest.quoted(ByteText(path)))/\(name.expression)"
          for end in ["$", "/"] {
            add(.inside(folder: path), [(try? Pattern(ByteText(start + end))).map { .matches($0) }])
          }
        }
      }
      add(.inside(folder: path), [.prefix(bytes(path + "/"))])
    }
    question = TextQuestion(cases.map(\.tests))
    ways = cases.map(\.way)
  }
}
