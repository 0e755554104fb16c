internal import Content
public import Diagnostics

/// What the answers say about the links.
public enum LinkFindings {
  /// One problem for each place with a link that is not well.
  public static func report(_ links: [WebLink], _ answers: [String: Answer]) -> Report {
    var report = Report()
    if answers.values.contains(.noCurl) {
      report.add(
        Diagnostic(
          "links-not-checked", .warning, "links to other sites were not checked: there is no curl",
          at: links.first?.place ?? Place(file: "content"), help: "install curl, or leave out --check-links"))
      return report
    }
    for link in links {
      let (asked, fragment) = WebAddress.parts(link.url)
      if let answer = answers[asked], let problem = problem(link, answer, fragment) { report.add(problem) }
    }
    return report
  }

  private static func problem(_ link: WebLink, _ answer: Answer, _ fragment: Substring) -> Diagnostic? {
    switch answer {
    case .status(200..<300, let moved?, _): self.moved(link, to: moved + fragment)
    case .status(200..<300, nil, _), .noCurl: nil
    case .status(404, _, _), .status(410, _, _): gone(link, answer)
    case .status(let code, _, _) where code >= 500:
      Diagnostic(
        "unreachable-web-link", .warning, "the address answers with \(code), each time", at: link.place,
        help: "look at it in a browser; build again later if the site is only down today")
    case .status(let code, _, _):
      Diagnostic(
        "unjudged-web-link", .info, "the address answers a program with \(code)", at: link.place,
        notes: ["some sites refuse everything but browsers, so the page may exist"],
        help: "look at it in a browser")
    case .failure(.unknownHost, _):
      Diagnostic(
        "dead-web-link", .warning, "there is no host named \(WebAddress.host(of: link.url))", at: link.place,
        help: "correct the name, or take the link out")
    case .failure(.badAddress, let said):
      Diagnostic(
        "dead-web-link", .warning, "the address is none that can be asked for: \(said)", at: link.place,
        help: "write it as a browser shows it")
    case .failure(let failure, let said):
      Diagnostic(
        "unreachable-web-link", .warning, reason(failure), at: link.place,
        notes: said.isEmpty ? [] : ["curl says: \(said)"],
        help: "look at it in a browser; build again later if the site is only down today")
    }
  }

  private static func gone(_ link: WebLink, _ answer: Answer) -> Diagnostic {
    var code = 404
    if case .status(let given, _, _) = answer { code = given }
    return Diagnostic(
      "dead-web-link", .warning, "there is no page at this address: it answers with \(code)", at: link.place,
      help: "write where the page is now, or take the link out")
  }

  private static func moved(_ link: WebLink, to url: String) -> Diagnostic {
    Diagnostic(
      "moved-web-link", .info, "the page has moved for good", at: link.place,
      notes: ["every redirect on the way says so (301 or 308)"], help: "write \(url)",
      fix: link.place.text == link.url ? [.init(replace: link.place, with: url)] : [])
  }

  private static func reason(_ failure: Answer.Failure) -> String {
    switch failure {
    case .timeout: "the address did not answer in time, each time"
    case .certificate: "the site has no certificate that this machine trusts"
    case .endlessRedirects: "the address is redirected without end"
    case .noConnection: "no connection to the site came about, each time"
    case .unknownHost, .badAddress, .other: "the address could not be asked for"
    }
  }
}
