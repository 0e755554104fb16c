internal import CSandbox
internal import Foundation
internal import Rehearsal

/// A file that a process inside the sandbox, where nothing can be written, makes outside of it: this process takes its bytes and
/// puts them in place whole, or not at all.
final class RecordedPage: @unchecked Sendable {
  private static let name = "INTERLUDE_RECORD"
  private let path: String
  private let pipe: Pipe
  private let done = DispatchSemaphore(value: 0)
  /// Why it could not be written; read when it is done.
  private var trouble: String?

  /// - Parameters:
  ///   - path: where it is to be.
  ///   - inputs: files that it must not be.
  init(_ path: String, not inputs: [String]) throws {
    let real = Self.real(path)
    self.path = real
    if inputs.contains(where: { Self.real($0) == real }) {
      throw UnreadableInput(message: "--record \(path) is the configuration itself; name another file")
    }
    if let old = FileManager.default.contents(atPath: real), !old.isEmpty,
      !String(decoding: old.prefix(2048), as: UTF8.self).contains(RehearsalPage.mark)
    {
      throw UnreadableInput(message: "\(path) is there already and is no report of a rehearsal; name another file")
    }
    var isFolder = ObjCBool(false)
    let isThere = FileManager.default.fileExists(atPath: real, isDirectory: &isFolder)
    if isThere, isFolder.boolValue { throw UnreadableInput(message: "\(path) is a folder; name a file in it") }
    let folder = (real as NSString).deletingLastPathComponent
    guard access(folder, W_OK) == 0 else {
      throw UnreadableInput(message: "\(path) cannot be written: \(String(cString: strerror(errno)))")
    }
    pipe = Pipe()
    let out = pipe.fileHandleForWriting.fileDescriptor
    _ = fcntl(out, F_SETFD, 0)
    setenv(Self.name, String(out), 1)
    Thread.detachNewThread { [self] in
      if let page = take() { write(page) }
      done.signal()
    }
  }

  private static func real(_ path: String) -> String {
    let absolute = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    return URL(fileURLWithPath: absolute).resolvingSymlinksInPath().path
  }

  /// Its length comes first, so that half a page is known to be one.
  private func take() -> Data? {
    let input = pipe.fileHandleForReading
    guard let head = try? input.read(upToCount: 8), head.count == 8 else { return nil }
    let count = head.reduce(0) { $0 << 8 | Int($1) }
    guard let page = try? input.read(upToCount: count), page.count == count else { return nil }
    return page
  }

  private func write(_ page: Data) {
    do {
      try page.write(to: URL(fileURLWithPath: path), options: .atomic)
      Console.error("\(path) holds the report")
    } catch {
      trouble = "\(path) cannot be written: \(error.localizedDescription)"
    }
  }

  /// Waits until it is written; nothing was if the process inside came to no report.
  func finish() throws {
    try? pipe.fileHandleForWriting.close()
    done.wait()
    if let trouble { throw UnreadableInput(message: trouble) }
  }

  /// Inside: hands over the page.
  static func hand(over page: String) {
    guard let handle = ProcessInfo.processInfo.environment[name].flatMap({ Int32($0) }) else { return }
    let bytes = Data(page.utf8)
    let head = Data((0..<8).reversed().map { UInt8(truncatingIfNeeded: bytes.count >> ($0 * 8)) })
    let output = FileHandle(fileDescriptor: handle, closeOnDealloc: true)
    try? output.write(contentsOf: head + bytes)
  }

  /// Inside, before anything is started: no other program gets the handle.
  static func keep() {
    guard let handle = ProcessInfo.processInfo.environment[name].flatMap({ Int32($0) }) else { return }
    _ = fcntl(handle, F_SETFD, FD_CLOEXEC)
  }
}
