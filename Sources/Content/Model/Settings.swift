public import Diagnostics
internal import Escaping

/// What `content/site.yaml` says about the whole site.
public struct Settings: Sendable {
  /// The brand's name, shown on every page, in the default language.
  public let name: String
  /// The same in languages that write it otherwise, by tag.
  public let names: [String: String]
  /// What the help site offers, in the default language.
  public let description: String
  /// The same in other languages, by tag.
  public let descriptions: [String: String]
  /// The help site's absolute URL, ending in a slash. Without it, error pages carry no link to their article.
  public let baseURL: String?
  /// The help site's languages as BCP 47 tags; the first is the default language.
  public let languages: [String]
  /// The error pages' languages: those of the help site, then those that only error pages come in.
  public let pageLanguages: [String]
  public let home: String?
  public let support: String?
  public let status: String?
  /// The logo's SVG markup, ready to be put inline.
  public let logo: Logo?
  public let accent: Accent
  /// The look of the pages; nil for the default one.
  public let theme: ChosenTheme?
  /// The keys of the error definitions that get pages, or nil for all.
  public let codes: [Int]?
  /// Whether raw HTML in Markdown is passed through.
  public let rawHTML: Bool
  /// A page whose `reviewed` date lies more than this many days back is reported as stale, given today's date.
  /// Nil for no such report.
  public let staleAfterDays: Int?
  /// Where a form posts a reader's verdict on a page; nil for no such form.
  public let feedback: String?
  /// Where an article's source can be edited, with `:path` standing for its path; nil for no edit link.
  public let editURL: String?
  /// Whether pages show the day of their last change.
  public let showsLastChange: Bool
  /// The picture for link previews, relative to `content/`; nil for one in the brand's colours.
  public let card: SitePath?
  /// When planned work is expected to end; nil if that is not said.
  public let maintenanceUntil: Moment?
  /// Whether pages about outages have a box, and the script for it, that lets them try again by themselves.
  public let automaticRetry: Bool
  /// Whether the pack has pages that proxies fill in as they send them.
  public let liveValues: Bool

  /// A search engine that answers instead of the site's own index; nil for the index.
  public let searchEndpoint: SearchEndpoint?
  /// Whether the `/` key opens the search, where a reader has not switched that off.
  public let searchSlash: Bool
  /// Where searches that found nothing are posted; nil for nowhere.
  public let searchMisses: String?
  /// The article whose headings are words that it explains; nil for none.
  public let glossary: SitePath?
  /// Whether the text of all pages is published as one file, too.
  public let fullText: Bool
  /// A script that counts visits to the help site; nil for none.
  public let analytics: Analytics?
  /// Words and phrases that mean the same to this site's readers, for its search.
  public let synonyms: [Located<[String]>]

  /// Where a document's source can be edited; nil if `site.yaml` does not say, or if it is not the author's.
  public func editURL(of document: Document) -> String? {
    document.isBuiltIn ? nil : editURL?.substituting(":path", by: document.source.name)
  }

  /// The brand's name as `language` writes it.
  public func name(in language: String) -> String { names[language] ?? name }

  /// What the help site offers, in `language` if somebody wrote that.
  public func description(in language: String) -> String { descriptions[language] ?? description }

  public var defaultLanguage: String { languages[0] }

  /// How much of the knowledge that comes with the program is published.
  public enum Help: String, Sendable, CaseIterable {
    case none, codes, all
  }

  /// A script of the operator's that counts visits.
  public struct Analytics: Sendable {
    public let script: String
    /// `data-` attributes of its element, by what follows `data-`.
    public let data: [String: String]
    /// Where the script reports to; nil for where it comes from.
    public let endpoint: String?

    public init(script: String, data: [String: String], endpoint: String?) {
      (self.script, self.data, self.endpoint) = (script, data, endpoint)
    }
  }

  /// Where the search box asks.
  public struct SearchEndpoint: Sendable {
    public let url: String
    public let engine: SearchEngineKind
    /// A key that may only search: every reader sees it.
    public let key: String?

    public init(url: String, engine: SearchEngineKind, key: String?) {
      (self.url, self.engine, self.key) = (url, engine, key)
    }
  }

  /// An SVG drawing with its accessible name left to the page.
  public struct Logo: Sendable {
    public let svg: String
    public let place: Place
    /// The drawing for dark backgrounds; nil if one serves both.
    public let dark: Drawing?

    public struct Drawing: Sendable {
      public let svg: String
      public let place: Place
    }

    public init(svg: String, place: Place, dark: Drawing? = nil) {
      (self.svg, self.place, self.dark) = (svg, place, dark)
    }
  }

  /// A theme's name and where it is written, so that a name that no theme has can be pointed at.
  public struct ChosenTheme: Sendable {
    public let name: String
    public let place: Place
  }

  /// The brand's colour as written, and where, so that the theme can judge its contrast and point at it.
  public struct Accent: Sendable {
    /// `#rrggbb`, for light backgrounds.
    public let light: String
    /// `#rrggbb`, for dark backgrounds; nil to have it derived from `light`.
    public let dark: String?
    public let lightPlace: Place
    public let darkPlace: Place?
  }
}

/// A search engine that can take a site's own index's place.
public enum SearchEngineKind: String, Sendable, CaseIterable {
  case opensearch, meilisearch, typesense, algolia
}
