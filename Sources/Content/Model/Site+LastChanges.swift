internal import Diagnostics

extension Site {
  /// The site with the day of each text's last change, by the name of its source.
  public func dated(_ days: [String: Day]) -> Site {
    guard !days.isEmpty else { return self }
    var site = self
    site.articles = articles.mapValues { articles in
      articles.map { $0.dated(days[$0.page.source.name]) }
    }
    site.errors = errors.map { $0.dated(days) }
    site.translatedErrors = translatedErrors.mapValues { $0.mapValues { $0.dated(days) } }
    return site
  }
}

extension SiteMemo {
  /// The same for what later builds know of the site.
  public func dated(_ days: [String: Day]) -> SiteMemo {
    guard !days.isEmpty else { return self }
    return mapped { page in
      var page = page
      page.changed = days[displayName(page.path)]
      return page
    }
  }
}

extension ErrorDefinition {
  fileprivate func dated(_ days: [String: Day]) -> ErrorDefinition { dated(days[page.source.name]) }
}

extension PageMemo {
  /// The day of its last change, kept with its content.
  var changed: Day? {
    get {
      switch content {
      case .article(let article): article.changed
      case .error(let definition): definition.changed
      case .none: nil
      }
    }
    set {
      switch content {
      case .article(let article): content = .article(article.dated(newValue))
      case .error(let definition): content = .error(definition.dated(newValue))
      case .none: break
      }
    }
  }
}
