import Foundation

/// Collects what a real server answers while a test compares it with the simulation; `INTERLUDE_RECORD` names the folder
/// that the recording is put into.
public final class Recorder: @unchecked Sendable {
  private let lock = NSLock()
  private let path: String
  private var recording: Recording

  /// - Parameters:
  ///   - name: the file's name without its ending.
  ///   - recording: what all configurations share.
  /// - Returns: nil when nothing is to be recorded.
  public init?(_ name: String, _ recording: Recording) {
    guard let folder = ProcessInfo.processInfo.environment["INTERLUDE_RECORD"], !folder.isEmpty else { return nil }
    path = "\(folder)/\(name).txt"
    self.recording = recording
  }

  /// - Parameter folder: the folder of the files during the test, which has another name in the recording.
  public func add(_ configuration: Recording.Configuration, in folder: String) {
    // What looks like a line of the recording's own could not be read back.
    let isAmbiguous = configuration.text.split(separator: "\n").contains { $0 == "---" || $0.hasPrefix("=== ") }
    guard !isAmbiguous, !configuration.answers.isEmpty else { return }
    var kept = configuration
    func renamed(_ text: String) -> String { text.replacingOccurrences(of: folder, with: recording.folder) }
    kept.text = renamed(kept.text)
    if !kept.text.hasSuffix("\n") { kept.text += "\n" }
    kept.files = kept.files.mapValues(renamed)
    for index in kept.answers.indices {
      kept.answers[index].request = renamed(kept.answers[index].request)
      kept.answers[index].body = renamed(kept.answers[index].body)
      kept.answers[index].location = kept.answers[index].location.map(renamed)
    }
    lock.withLock { recording.configurations.append(kept) }
  }

  /// Writes what there is, in the order of the names.
  public func write() throws {
    try lock.withLock {
      recording.configurations.sort { $0.name.localizedStandardCompare($1.name) == .orderedAscending }
      try recording.text.write(toFile: path, atomically: true, encoding: .utf8)
    }
  }
}

extension Recording.Answer {
  /// A request that was answered; the failures are those of the recording's upstreams.
  ///
  /// - Parameter headers: without `Host`, which the URL says.
  public static func request(
    _ method: String, _ url: String, headers: [(name: String, value: String)], bodyLength: Int
  ) -> String {
    var words = ["refused", method, url]
    words += headers.map { "\($0.name):\($0.value.replacing(" ", with: "%20"))" }
    if bodyLength > 0 { words.append("body=\(bodyLength)") }
    return words.joined(separator: " ")
  }
}
