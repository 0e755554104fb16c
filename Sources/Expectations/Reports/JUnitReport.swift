import Content
import Diagnostics
import Escaping

/// The XML that Jenkins, GitLab and others read.
enum JUnitReport {
  static func render(_ runs: [TestRun]) -> String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    let (tests, failed) = (runs.reduce(0) { $0 + $1.results.count }, runs.reduce(0) { $0 + $1.failed })
    text += "<testsuites name=\"interlude test\" tests=\"\(tests)\" failures=\"\(failed)\">\n"
    for run in runs {
      text += "  <testsuite name=\"\(XML.escape(run.name))\" tests=\"\(run.results.count)\" "
      text += "failures=\"\(run.failed)\" errors=\"0\">\n"
      for result in run.results { text += testCase(result, run) }
      text += "  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  private static func testCase(_ result: TestResult, _ run: TestRun) -> String {
    let name = XML.escape(result.test.name.value)
    let start =
      "    <testcase classname=\"\(XML.escape(run.file.config.value))\" name=\"\(name)\" "
      + "file=\"\(XML.escape(run.name))\" line=\"\(run.line(of: result.test.name.place))\""
    var text = ""
    if let first = result.problems.first {
      text += "      <failure type=\"\(first.id)\" message=\"\(XML.escape(first.message))\">"
      text += XML.escape(run.explanation(result)) + "</failure>\n"
    }
    if !result.notes.isEmpty {
      text += "      <system-out>\(XML.escape(result.notes.joined(separator: "\n")))</system-out>\n"
    }
    return text.isEmpty ? start + "/>\n" : start + ">\n" + text + "    </testcase>\n"
  }
}
