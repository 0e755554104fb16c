import Content
public import Diagnostics

/// A Compose file or Kubernetes manifests in which another page service (tarampampam/error-pages) runs.
///
/// Its image is replaced by `interlude-pages`, which understands most of its settings by their names. What it does not
/// understand is told and, where it stands on lines of its own, taken out.
public struct PageServiceFile: Sendable {
  private let source: Source
  /// The image to take.
  private let image: String

  public init(_ source: Source, image: String) { (self.source, self.image) = (source, image) }

  /// Says what is to change: each finding with its edits as a fix. Nothing is found where the other image is not.
  public func findings(into report: inout Report) {
    for document in YAMLTree.documents(of: source, into: &report) { walk(document, into: &report) }
  }

  private func walk(_ value: YAMLTree, into report: inout Report) {
    switch value {
    case .text: break
    case .list(let items, _): for item in items { walk(item, into: &report) }
    case .mapping(let members, _):
      if let image = value["image"], let name = image.text, Self.isOther(name) {
        replace(image, value, into: &report)
      }
      for member in members { walk(member.value, into: &report) }
    }
  }

  /// Whether an image is the other page service, from whichever registry and in whichever version.
  static func isOther(_ image: String) -> Bool {
    let name = image.prefix { $0 != "@" }
    let path = name.split(separator: "/", omittingEmptySubsequences: false)
    guard path.count >= 2, path[path.count - 2] == "tarampampam" else { return false }
    return path.last.map { $0.prefix { $0 != ":" } == "error-pages" } ?? false
  }

  private func replace(_ image: YAMLTree, _ service: YAMLTree, into report: inout Report) {
    report.add(
      Diagnostic(
        "page-service-image", .info, "this image becomes \(self.image)", at: image.place,
        notes: [
          "Pages keep the status that is asked for, also for POST; SEND_SAME_HTTP_CODE: \"false\" sends 200 instead."
        ], fix: [.init(replace: image.place, with: self.image)]))
    for setting in settings(of: service) { judge(setting, into: &report) }
    for key in ["command", "args", "entrypoint"] {
      if let words = service[key] { judge(words: words, into: &report) }
    }
    if service["env_file"] != nil || service["envFrom"] != nil,
      let place = (service["env_file"] ?? service["envFrom"])?.place
    {
      report.add(
        Diagnostic(
          "settings-elsewhere", .info, "settings that stand elsewhere were not looked at", at: place,
          help: "the service names each setting that it does not understand when it starts"))
    }
  }

  /// A setting in the environment of a service.
  private struct Setting {
    let name: String
    let value: String
    let place: Place
    /// The bytes of all of it.
    let range: Range<Int>
  }

  /// `environment` of Compose, as a mapping or a list, and `env` of Kubernetes.
  private func settings(of service: YAMLTree) -> [Setting] {
    var all: [Setting] = []
    if case .mapping(let members, _)? = service["environment"] {
      all += members.map {
        Setting(
          name: $0.key, value: $0.value.text ?? "", place: $0.keyPlace,
          range: $0.keyPlace.range.lowerBound..<$0.value.end)
      }
    }
    if case .list(let items, _)? = service["environment"] {
      all += items.compactMap { item in
        guard let text = item.text else { return nil }
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        return Setting(
          name: parts.first ?? "", value: parts.count > 1 ? parts[1] : "", place: item.place,
          range: item.place.range.lowerBound..<item.end)
      }
    }
    if case .list(let items, _)? = service["env"] {
      all += items.compactMap { item in
        guard let name = item["name"], let text = name.text else { return nil }
        return Setting(
          name: text, value: item["value"]?.text ?? "", place: name.place, range: item.place.range.lowerBound..<item.end
        )
      }
    }
    return all
  }

  private func judge(_ setting: Setting, into report: inout Report) {
    let help: String
    var fix: [Diagnostic.Edit] = []
    switch PageServiceSetting.fate(of: setting.name, setting.value) {
    case .kept: return
    case .unknown: return
    case .replaced(let value, let why):
      help = why
      fix = edit(setting, to: value)
    case .dropped(let instead):
      help = instead
      fix = removal(of: setting)
    }
    report.add(
      Diagnostic(
        "page-service-setting", .warning, "\(setting.name) has no counterpart as it is", at: setting.place,
        notes: fix.isEmpty ? ["It stands on a line with others, so take it out by hand."] : [], help: help, fix: fix))
  }

  /// Settings as options of the command.
  private func judge(words: YAMLTree, into report: inout Report) {
    var texts: [(String, Place)] = []
    if let text = words.text { texts = text.split(separator: " ").map { (String($0), words.place) } }
    if case .list(let items, _) = words { texts = items.compactMap { item in item.text.map { ($0, item.place) } } }
    for (text, place) in texts where text.hasPrefix("--") {
      let option = text.dropFirst(2).prefix { $0 != "=" }
      let name = option.uppercased().replacing("-", with: "_")
      let variable = PageServiceSetting.variable(for: name)
      let help: String
      switch PageServiceSetting.fate(of: variable, "") {
      case .kept, .replaced: help = "write it as the environment variable \(variable)"
      case .dropped(let instead): help = instead
      case .unknown: help = "leave it out"
      }
      report.add(
        Diagnostic(
          "page-service-option", .warning, "--\(option) has no effect: settings are taken from the environment",
          at: place, help: help))
    }
  }

  // MARK: - Edits

  private func edit(_ setting: Setting, to value: String) -> [Diagnostic.Edit] {
    let text = source.text(setting.range)
    guard let found = text.firstRange(of: setting.value) else { return [] }
    let start = setting.range.lowerBound + text[..<found.lowerBound].utf8.count
    return [.init(replace: source.place(start..<start + setting.value.utf8.count), with: value)]
  }

  /// The whole lines of a setting; nothing when something else stands on them.
  private func removal(of setting: Setting) -> [Diagnostic.Edit] {
    let bytes = source.bytes
    let start = bytes[..<setting.range.lowerBound].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let end = bytes[setting.range.upperBound...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
    // What closes a quotation or a mapping of the setting's own.
    let ending = Set((bytes[setting.range.lowerBound] == UInt8(ascii: "{") ? " \t\r\"'}" : " \t\r\"'").utf8)
    let before = bytes[start..<setting.range.lowerBound]
    let behind = bytes[setting.range.upperBound..<end].drop { ending.contains($0) }
    let isAlone =
      before.allSatisfy { $0 == 0x20 || $0 == UInt8(ascii: "-") || $0 == 0x22 || $0 == 0x27 }
      && (behind.first.map { $0 == 0x0A || $0 == UInt8(ascii: "#") } ?? true)
    return isAlone ? [.init(replace: source.place(start..<end), with: "")] : []
  }
}
