/// The interface strings a locale file gives, with what each is for: the one list that templates, validation and the
/// translators' schema share.
public enum LocaleKeys {
  public static let page = ObjectShape(
    required.fields + [
      .init("answered", .text(maximum: 200), "State of a site that was reached and refused. As `ok` if absent."),
      .init("until", .text(maximum: 200), "Label of the time at which planned work is expected to end."),
      .init(
        "retryAutomatic", .text(maximum: 200),
        "Label of the box that lets the page try again by itself; {n} is a number of seconds. No box if absent."),
    ])

  private static let required = strings([
    ("whatHappened", "Heading over the explanation."),
    ("whatNow", "Heading over the advice."),
    ("you", "The visitor's station in the drawing."),
    ("edge", "The proxy's station in the drawing, in a visitor's words."),
    ("server", "The upstream's station in the drawing, in a visitor's words."),
    ("ok", "State of a station or link that works."),
    ("broken", "State of the station or link that failed."),
    ("code", "Label of the status code in the small print."),
    ("time", "Label of the time in the small print."),
    ("requestID", "Label of the request's id in the small print."),
    ("home", "Link to the site's home page."),
    ("status", "Link to the status page."),
    ("support", "Link to support."),
    ("help", "Link to the code's help article."),
    ("retry", "Link that loads the address again."),
  ])

  public static let site = ObjectShape(
    requiredOfSite.fields
      + additions.map { .init($0.name, .text(maximum: 200), "\($0.summary) English if absent.") })

  /// Strings that came later: a locale file that does not know them is still whole.
  public static let englishSite = Dictionary(
    additions.map { ($0.name, $0.english) }, uniquingKeysWith: { first, _ in first })

  private static let additions: [(name: String, summary: String, english: String)] = [
    ("troubleshooter", "The questions that lead to a cause: navigation and heading.", "Troubleshooter"),
    (
      "troubleshooterLede", "Sentence under that heading.",
      "Three questions lead from what you see to what to do about it."
    ),
    ("troubleshooterStart", "Link to the first question.", "Find the cause step by step"),
    ("troubleshooterSee", "The first question.", "What do you see?"),
    (
      "troubleshooterSeeHint", "Under that question.",
      "The number on the error page, in the browser’s tab, or in the access log."
    ),
    ("troubleshooterAny", "Answer to that question.", "No number, or one that is not here"),
    ("troubleshooterAnyHint", "Under that answer.", "Begin with the log, or with how the failures come."),
    (
      "troubleshooterCode", "Heading of the questions about one code; {code} is the number.",
      "What is behind the {code}?"
    ),
    ("troubleshooterLog", "The second question.", "Whose log can you read?"),
    (
      "troubleshooterLogHint", "Under that question.",
      "Open it at the second of the failure and look for one of the pieces of text listed with it."
    ),
    ("troubleshooterLines", "The third question, above pieces of log lines.", "What does the log say?"),
    ("troubleshooterPattern", "The question for those who have no log line.", "No line fits? Then how does it come?"),
    ("patternConstant", "Answer to that question.", "Every request fails, at once"),
    ("patternSlow", "Answer to that question.", "After a wait, often a round number of seconds"),
    ("patternSporadic", "Answer to that question.", "Now and then, seemingly at random"),
    ("patternLoad", "Answer to that question.", "When traffic, size or a full disk reaches a limit"),
    ("patternChange", "Answer to that question.", "Since a deploy, an upgrade, a move or a date"),
    ("patternPartial", "Answer to that question.", "Only for some visitors, addresses or pages"),
    ("troubleshooterElse", "When no answer fits.", "Nothing fits"),
    (
      "troubleshooterElseHint", "Under that; links follow.",
      "Then go through the path hop by hop, or look at all causes."
    ),
    ("cause", "Table heading: what a log line points to.", "Cause"),
    ("anotherCode", "Link back to the first question.", "Another number"),
    ("gallery", "Link to the gallery of error pages.", "How these pages look"),
    (
      "hopAnswered", "Where it stopped, of a request that was refused by the site itself.",
      "Nowhere: the site was reached, and its answer was no"
    ),
    ("doorVisitor", "Way in on the first page.", "I met an error"),
    (
      "doorVisitorHint", "Under that way in.",
      "What happened, and what you can do without knowing anything about servers."
    ),
    ("doorOwner", "Way in on the first page.", "I run a site"),
    ("doorOwnerHint", "Under that way in.", "From what you see to the cause and its repair, step by step."),
    ("doorOnCall", "Way in on the first page.", "I am on call"),
    ("doorOnCallHint", "Under that way in.", "It is down now: begin with the log, or paste a line of it above."),
    ("commonCodes", "Heading over the codes that are met most.", "Met most often"),
    ("whereStopped", "Heading over the path whose places lead to codes.", "Where did it stop?"),
    ("copyPage", "Button that copies the page as Markdown.", "Copy as Markdown"),
    ("wrap", "Button that wraps the long lines of a block of code.", "Wrap lines"),
    ("themeAuto", "Name of the choice of colours: the device's.", "Colours: as on this device"),
    ("themeLight", "Name of the choice of colours.", "Colours: light"),
    ("themeDark", "Name of the choice of colours.", "Colours: dark"),
    ("noLogs", "Answer for readers who cannot see any log.", "I cannot see any logs"),
    (
      "noLogsHint", "Under that answer.",
      "A hosting panel often has one, named error log. Without it, how the failures come says most."
    ),
    ("hosted", "Answer for readers without a shell.", "I only have a hosting panel"),
    ("seenOn", "In front of the programs, with versions, that a page's claims were seen on.", "Seen on"),
  ]

  private static let requiredOfSite = strings([
    ("skip", "Link at the very top for keyboard users."),
    ("home", "The help site's first page, in the way down to a page."),
    ("codes", "The list of codes: navigation and heading."),
    ("articles", "The list of topics: navigation and heading."),
    ("tags", "The list of tags: navigation and heading."),
    ("mainNavigation", "Name of the navigation at the top, for screen readers."),
    ("sidebar", "The navigation beside the text."),
    ("breadcrumbs", "Name of the way down to the page, for screen readers."),
    ("contents", "Heading over the list of headings."),
    ("languages", "Name of the choice of languages, for screen readers."),
    ("homeHeading", "The large sentence of the first page."),
    ("findCode", "Heading over the codes on the first page."),
    ("findCodeHint", "Where a visitor finds the code."),
    ("codesLede", "Sentence under the heading of the list of codes."),
    ("clientErrors", "What codes beginning with 4 have in common."),
    ("serverErrors", "What codes beginning with 5 have in common."),
    ("topics", "Heading over the topics on the first page."),
    ("start", "In front of the article to begin with."),
    ("overview", "Link to a topic's own page in the navigation beside the text."),
    ("inTopic", "Heading over a topic's articles."),
    ("topicsHere", "Heading over the topics in a topic."),
    ("moreInTopic", "Link to a topic's page; {n} is a number."),
    ("moreArticles", "Articles that lie in no topic."),
    ("forVisitors", "Section of a code's page."),
    ("forOwners", "Section of a code's page."),
    ("forDevelopers", "Section of a code's page."),
    ("audience", "Label of whom an article is for."),
    ("audienceVisitor", "One of those."),
    ("audienceOwner", "One of those."),
    ("audienceDeveloper", "One of those."),
    ("aboutCodes", "Label of the codes an article is about."),
    ("signatures", "Heading over log lines that give a cause away."),
    ("signaturesHint", "Under that heading."),
    ("signatureComponent", "Table heading: the program that writes the line."),
    ("signatureText", "Table heading: the piece of the line."),
    ("facts", "Heading over the facts about a code."),
    ("factHop", "Fact about a code."),
    ("hopVisitor", "Where it stopped."),
    ("hopVisitorEdge", "Where it stopped."),
    ("hopEdge", "Where it stopped."),
    ("hopEdgeServer", "Where it stopped."),
    ("hopServer", "Where it stopped."),
    ("factSender", "Fact about a code."),
    ("senderGateway", "Who sends it."),
    ("senderNetwork", "Who sends it."),
    ("senderAny", "Who sends it."),
    ("factRetry", "Fact about a code."),
    ("retryNow", "Whether to send the request again."),
    ("retryLater", "Whether to send the request again."),
    ("retryChanged", "Whether to send the request again."),
    ("retryNever", "Whether to send the request again."),
    ("factRetryAfter", "Fact about a code: how long clients are asked to wait."),
    ("seconds", "A time; {n} is a number."),
    ("helpArticle", "Label of a code's help article."),
    ("articlesAboutCode", "Heading over articles about a code."),
    ("relatedCodes", "Heading over related codes."),
    ("related", "Heading over related articles."),
    ("sources", "Heading over an article's sources."),
    ("reviewed", "Label of the day a page was last reviewed."),
    ("edit", "Link to a page's source."),
    ("previous", "Link to the previous page."),
    ("next", "Link to the next page."),
    ("neighbours", "Name of those two links, for screen readers."),
    ("tagged", "Heading of a tag's page; {tag} is the tag."),
    ("untranslated", "Notice on such a page; {language} is the language's own name."),
    ("notFoundHeading", "Heading of the page for missing pages."),
    ("notFoundText", "Under that heading."),
    ("moved", "In front of the link, on a page at an old address."),
    ("copy", "Button that copies a block of code."),
    ("copied", "What that button says when it has."),
    ("print", "Button that prints the page."),
    ("printSection", "Button that prints the section one is in."),
    ("helpful", "Question below a text, with the next two as answers."),
    ("helpfulYes", "Answer."),
    ("helpfulNo", "Answer."),
    ("updated", "Label of the day a page was last changed."),
    ("note", "Title of a call-out."),
    ("tip", "Title of a call-out."),
    ("important", "Title of a call-out."),
    ("warning", "Title of a call-out."),
    ("caution", "Title of a call-out."),
    ("footnotes", "Heading of the list of footnotes."),
    ("backToReference", "Link from a footnote into the text; {n} is its number."),
    ("variants", "Name of a group of tabs, for screen readers."),
    ("table", "Name of a table that scrolls, for screen readers."),
    ("taskDone", "State of a task in a list, for screen readers."),
    ("taskToDo", "State of a task in a list, for screen readers."),
    ("headingAnchor", "Name of a heading's link to itself; {heading} is its text."),
    ("brand", "Link to the site the error pages stand in for."),
    ("support", "Link to support."),
    ("status", "Link to the status page."),
    ("markdown", "Link to a page's Markdown."),
    ("feed", "Link to the feed."),
  ])

  private static let searchEntries: [(name: String, summary: String, english: String)] = [
    ("search", "Label of the search box, and heading of its page.", "Search"),
    ("placeholder", "In the empty search box: what can be looked for.", "A message, a code, a log line"),
    ("count", "How many pages were found; {n} is a number.", "{n} pages found"),
    ("countOne", "The same for one page.", "1 page found"),
    ("all", "Link to the page of results; {n} is a number.", "All {n} results"),
    ("nothing", "When nothing was found; {query} is what was looked for.", "Nothing found for “{query}”."),
    (
      "corrected", "When a word was put right; {corrected} comes before {query}.",
      "Showing results for {corrected}. Search for {query} instead."
    ),
    ("allCodes", "Link to the list of everything, when nothing was found.", "All codes and articles"),
    ("contact", "Link to support, when nothing was found.", "Contact support"),
    ("any", "In a filter: no choice.", "Any"), ("topic", "Label of a filter.", "Topic"),
    ("proxy", "Label of a filter.", "Server or proxy"), ("audience", "Label of a filter.", "Written for"),
    (
      "everything", "Over the list of everything, on the search page.",
      "Every code and every article, to look through yourself."
    ),
  ]

  /// Those that came later.
  private static let searchAdditions: [(name: String, summary: String, english: String)] = [
    ("lineMeans", "Before the cause that a pasted line of a log points to.", "This line means"),
    ("near", "Over pages whose names are like an address that leads nowhere.", "Perhaps one of these"),
    ("slash", "Label of the box that lets a key open the search.", "The / key opens the search"),
  ]

  public static let search = ObjectShape(
    strings(searchEntries.map { ($0.name, $0.summary) }).fields
      + searchAdditions.map { .init($0.name, .text(maximum: 200), "\($0.summary) English if absent.") })
  public static let englishSearch = Dictionary(
    (searchEntries + searchAdditions).map { ($0.name, $0.english) }, uniquingKeysWith: { first, _ in first })

  private static func strings(_ entries: [(name: String, summary: String)]) -> ObjectShape {
    ObjectShape(entries.map { .init($0.name, .text(maximum: 200), required: true, $0.summary) })
  }
}
