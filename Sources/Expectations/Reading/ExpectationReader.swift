import Checks
import Content
public import Diagnostics
import Proxies
import ProxyConfig

/// Reads a file of expectations; every mistake in it is told in one run.
public enum ExpectationReader {
  /// The file, or what could be read of it; nil when nothing could.
  public static func read(_ source: Source, into report: inout Report) -> ExpectationFile? {
    guard
      let record = YAMLFile.record(
        source, as: ExpectationShape.file, subject: "a file of expectations", into: &report),
      let config = record.located("config")
    else { return nil }
    let folder = PathText.parent(source.name)
    let options = machineOptions(record, in: folder, into: &report)
    let tests = record.records("tests").compactMap { TestReader(record: $0).test(into: &report) }
    checkNames(tests, into: &report)
    return ExpectationFile(
      source: source, config: Located(value: PathText.join(folder, config.value), place: config.place),
      machineOptions: options, tests: tests)
  }

  private static func machineOptions(_ record: Record, in folder: String, into report: inout Report) -> [String] {
    var words: [String] = []
    if let proxy = record.text("proxy") { words += ["--proxy", proxy] }
    if let release = record.located("release") {
      if ProxyList.all.contains(where: { $0.knows(release.value) }) {
        words += ["--release", release.value]
      } else {
        let known = ProxyList.all.flatMap(\.releases).joined(separator: ", ")
        report.add(
          Diagnostic(
            "unknown-release", "`release` is none of those known: \(release.value)", at: release.place,
            help: "there are: \(known); without it the newest is taken"))
      }
    }
    if let prefix = record.text("prefix") { words += ["--prefix", prefix] }
    if let root = record.text("root") { words += ["--root", PathText.join(folder, root)] }
    for mapping in record.texts("map") {
      guard let equals = mapping.value.firstIndex(of: "="), equals != mapping.value.startIndex else {
        report.add(
          Diagnostic(
            "bad-mapping", "`map` has an entry that is not of the form FROM=TO", at: mapping.place,
            help: "write the folder of the proxy's machine, =, and where it is here: /var/www/errors=public/errors"))
        continue
      }
      let target = PathText.join(folder, String(mapping.value[mapping.value.index(after: equals)...]))
      words += ["--map", mapping.value[...equals] + target]
    }
    for file in record.texts("env") { words += ["--env", PathText.join(folder, file.value)] }
    return words
  }

  /// Reports tell tests apart by their names.
  private static func checkNames(_ tests: [ExpectedAnswer], into report: inout Report) {
    var seen: [String: Place] = [:]
    for test in tests {
      guard let first = seen[test.name.value] else {
        seen[test.name.value] = test.name.place
        continue
      }
      report.add(
        Diagnostic(
          "duplicate-name", "two tests are called “\(test.name.value)”", at: test.name.place,
          help: "give each a name of its own; reports tell them apart by it",
          related: [.init("the first of them", at: first)]))
    }
  }
}
