#if os(Linux) && canImport(Glibc)
  internal import Dispatch
  internal import Foundation
  internal import Glibc
  internal import Publish

  /// The kernel's notices about the folders of a source: inotify(7).
  ///
  /// Safe to share: everything that changes is touched on one queue only.
  final class FolderNotices: @unchecked Sendable {
    private let source: String
    private let changed: @Sendable (Set<String>) -> Void
    private let queue = DispatchQueue(label: "interlude.notices")
    private var descriptor: Int32 = -1
    private var reader: (any DispatchSourceRead)?
    private var folders: [Int32: String] = [:]
    private var isLimited = false

    private static let events =
      UInt32(IN_CLOSE_WRITE) | UInt32(IN_MODIFY) | UInt32(IN_ATTRIB) | UInt32(IN_CREATE) | UInt32(IN_DELETE)
      | UInt32(IN_MOVED_FROM) | UInt32(IN_MOVED_TO) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)

    init(source: String, changed: @escaping @Sendable (Set<String>) -> Void) {
      self.source = source
      self.changed = changed
    }

    /// False when there are no notices to be had.
    func start() -> Bool {
      queue.sync { () -> Bool in
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { return false }
        let reader = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        reader.setEventHandler { [weak self] in self?.read() }
        let descriptor = descriptor
        reader.setCancelHandler { close(descriptor) }
        reader.activate()
        self.reader = reader
        watchAll()
        return !isLimited
      }
    }

    func stop() {
      queue.sync {
        reader?.cancel()
        reader = nil
      }
    }

    /// Whether every folder is watched.
    var isComplete: Bool { queue.sync { !isLimited } }

    /// Watches the source itself, where `content` may come and go, and every folder below it that is read. Watching one
    /// twice changes nothing, so this also catches up with new folders.
    private func watchAll() {
      for folder in [source] + SourceState(of: source).folders {
        let number = inotify_add_watch(descriptor, folder, Self.events)
        if number >= 0 {
          folders[number] = folder
        } else if errno == ENOSPC || errno == ENOMEM {
          isLimited = true
        }
      }
    }

    private func read() {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      var paths: Set<String> = []
      var isTreeChanged = false
      while true {
        let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else { break }
        for event in Self.parse(buffer[..<count]) {
          if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
            isTreeChanged = true
            paths.insert(source)
            continue
          }
          guard let folder = folders[event.watch] else { continue }
          if event.mask & UInt32(IN_IGNORED) != 0 {
            folders[event.watch] = nil
            continue
          }
          if SourceState.isIgnored(event.name) { continue }
          // Of the source itself only these two count; `public` is written to by every build.
          if folder == source, event.name != "content", event.name != "templates" { continue }
          if event.mask & (UInt32(IN_ISDIR) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)) != 0 {
            isTreeChanged = true
          }
          paths.insert(SourceState.path(in: folder, event.name))
        }
      }
      if isTreeChanged { watchAll() }
      if !paths.isEmpty { changed(paths) }
    }

    /// `struct inotify_event`: four 32-bit numbers, then the name, padded with NUL.
    private static func parse(_ bytes: ArraySlice<UInt8>) -> [(watch: Int32, mask: UInt32, name: String)] {
      var events: [(watch: Int32, mask: UInt32, name: String)] = []
      var rest = bytes
      while rest.count >= 16 {
        let numbers = rest.prefix(16).withUnsafeBytes { head in
          (0..<4).map { head.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) }
        }
        let length = Int(numbers[3])
        let name = rest.dropFirst(16).prefix(length).prefix { $0 != 0 }
        events.append((Int32(bitPattern: numbers[0]), numbers[1], String(decoding: name, as: UTF8.self)))
        rest = rest.dropFirst(16 + length)
      }
      return events
    }
  }
#endif
