public import Diagnostics
public import ProxyConfig
public import Trace

/// One proxy's configuration, read and traced, as the rules are run over it.
public protocol LoadedProxy: Sendable {
  associatedtype Route: Pass
  associatedtype Led: FollowedError = Visit<Route>
  associatedtype Answers: Tracer

  /// The configuration as it was read, with everything that keeps the proxy from reading it.
  var tree: ConfigTree { get }
  /// Whether a file is missing that could change the picture.
  var hasHoles: Bool { get }
  /// Every place that asks an upstream and that a request was found for.
  var routes: [Route] { get }
  /// For every route everything that is tried there, and what the visitor gets.
  var visitsByRoute: [[Visit<Route>]] { get }
  /// Visits that a trace can show, those of places that make an error by themselves too.
  var likelyVisits: [Visit<Route>] { get }
  /// Errors that somebody who reads may meet, each followed to its page.
  var ledErrors: [Led] { get }
  /// Says what comes of further requests.
  var tracer: Answers { get }
  /// The places that ask an upstream and that no request was found for.
  var unreachedPlaces: [Place] { get }
  /// How many of the places that can fail are branded.
  var coverage: Coverage { get }
  /// What visitors see, location by failure.
  var matrix: Matrix { get }
  /// Every line that leads to an error page.
  var pageLines: [Place] { get }
  /// The same with every server for itself, where servers that are alike are otherwise followed once.
  var unfolded: any LoadedProxy { get }
  /// The files of the proxy's machine, as far as they are here.
  var machineFiles: any FileView { get }
  /// The built error pages, when they are known.
  var pages: BuiltPages? { get }
  /// The proxy as people call it: "nginx".
  var name: String { get }
  /// How the proxy's own page for an error looks to a visitor: "nginx's own bare page".
  var barePage: String { get }

  /// Servers that are asked only when the others of their group have failed, where the configuration names them so.
  var spares: [Place] { get }

  /// The page itself in a file that is served for an error; nil when it cannot be read.
  func page(in path: String) -> [UInt8]?
  /// Whether anything of one's own is in effect for an error of this place; without it `no-error-page` speaks, and
  /// `missing-codes` does not.
  func hasPages(at route: Route, _ visits: [Visit<Route>]) -> Bool
  /// The path on disk that stands where a page's address is meant, so that the page is not found.
  func diskPath(of error: Led) -> String?
  /// Whether a path lies in a folder that is not on this machine.
  func isElsewhere(_ path: String) -> Bool
  /// The rules that are about this proxy alone and stand beside it.
  static var rules: [any Rule.Type] { get }
  /// Runs a rule over the configuration.
  func apply(_ rule: any Rule, into report: inout Report)
  /// What to do about a defect, in this proxy's words; nil where another rule says it better.
  func advice(_ remedy: Remedy, _ error: some FollowedError) -> Advice?
}

/// What would mend a defect, whatever the proxy.
public enum Remedy: Sendable, Hashable {
  /// Name pages for the codes of an outage.
  case addPages
  /// Name pages for these codes as well as for those that have them.
  case listCodes([Int])
  /// Lead these codes to the pages of the built pack.
  case importPack([Int])
  /// Let the page's name follow from the code.
  case nameByCode
  /// Let the error keep its status.
  case keepStatus
  /// Serve the page from the disk.
  case serveFromDisk
  /// Answer here instead of sending the visitor to another address.
  case keepOnSite
  /// Have the file there.
  case ship(String)
  /// Take the application's own answers with these codes for errors.
  case takeOver([Int])
  /// Name the page by its address, not by its path on disk.
  case nameByAddress(String)
  /// Give up on an upstream that stays silent.
  case limitWait
  /// Let everybody see the page.
  case letThrough
  /// Send a header with the page.
  case addHeader(String, String)
  /// Say with which encoding the page is written.
  case nameEncoding
  /// Name a file instead of this folder.
  case nameFile(String)
  /// Leave an API's own answers alone.
  case keepAnswers
  /// Make what the visitor sent harmless, or leave it out.
  case escape
}

/// What to do, and where it is to be said.
public struct Advice: Sendable {
  public var help: String
  /// Where the finding stands; the place that asks the upstream when nil.
  public var place: Place?
  public var related: [Diagnostic.Related] = []
  public var fix: [Diagnostic.Edit] = []
  /// A milder one than the rule's, where this proxy may still do what was meant.
  public var severity: Severity?

  public init(
    _ help: String, at place: Place? = nil, related: [Diagnostic.Related] = [], fix: [Diagnostic.Edit] = [],
    severity: Severity? = nil
  ) {
    (self.help, self.place, self.related, self.fix, self.severity) = (help, place, related, fix, severity)
  }
}

extension LoadedProxy {
  /// An include that leads nowhere is an error of its own.
  public var hasHoles: Bool { false }
  public var spares: [Place] { [] }
  public static var rules: [any Rule.Type] { [] }
  public func page(in path: String) -> [UInt8]? { try? machineFiles.read(path) }
  public var unfolded: any LoadedProxy { self }

  /// Those that some request was seen to follow.
  public var pageLines: [Place] {
    var seen: Set<Spot> = []
    return visitsByRoute.joined().flatMap(\.outcome.steps).compactMap { step in
      switch step.event {
      case .errorPage, .takenOver: step.place.flatMap { seen.insert(Spot($0)).inserted ? $0 : nil }
      default: nil
      }
    }
  }
  public var coverage: Coverage { Coverage(self) }
  public var matrix: Matrix { Matrix(self) }
  public func isElsewhere(_ path: String) -> Bool { false }
  public func hasPages(at route: Route, _ visits: [Visit<Route>]) -> Bool { visits.contains(where: \.leadsToPage) }

  public func apply(_ rule: any Rule, into report: inout Report) {
    rule.judge(self, into: &report)
  }

  public func diskPath(of error: Led) -> String? { DiskPath.ofPage(error, self) }
  public var likelyVisits: [Visit<Route>] { visitsByRoute.flatMap(\.self).filter(\.isLikely) }

  /// What the visitor of a bare answer sees.
  func bare(_ error: some FollowedError) -> String { error.outcome.body == .none ? "an empty body" : barePage }

  /// A request like another, followed.
  public func followed(_ question: Question) -> TracedRequest { tracer.followed(question, file: tree.main.name) }

  /// Errors that are led to a page, by the place where findings about it stand.
  func led(where isWanted: (Led) -> Bool) -> [(place: Place, errors: [Led])] {
    byPlace(ledErrors.filter(isWanted), \.pagePlace)
  }

  /// Something of a like name that is really there: a file beside the missing one, or a built page.
  func nearest(to path: String) -> String? {
    let folder = PathText.parent(path)
    if let names = try? machineFiles.names(in: folder),
      let near = NearestName.of(PathText.name(path), among: names.sorted())
    {
      return PathText.join(folder, near)
    }
    return pages?.page(servedAs: path).map { PathText.join(pages?.folder ?? "", $0.file) }
  }

  /// Visits by the place that a rule points at, in order.
  public func byPlace<Error: FollowedError>(_ visits: [Error], _ place: (Error) -> Place?) -> [(
    place: Place, errors: [Error]
  )] {
    var groups: [(place: Place, errors: [Error])] = []
    var known: [Spot: Int] = [:]
    for visit in visits {
      guard let place = place(visit) else { continue }
      if let index = known[Spot(place)] {
        groups[index].errors.append(visit)
      } else {
        known[Spot(place)] = groups.count
        groups.append((place, [visit]))
      }
    }
    return groups
  }
}

extension LoadedProxy where Led == Visit<Route> {
  public var ledErrors: [Visit<Route>] { likelyVisits }
}
