extension Outcome.Step {
  /// What a step is, as a value, so that whoever judges an outcome need not read its words: one list for every proxy.
  ///
  /// Which scope of the configuration the request is in says ``Outcome/Step/scope``.
  public enum Event: Sendable, Hashable {
    /// A location takes the request.
    case entered
    /// An upstream is asked; these are the addresses that may be tried.
    case asked([String])
    /// The upstream's own answer goes out with this status; `isListed` when there is a page for it that is not asked.
    case passedOn(Int, isListed: Bool = false)
    /// The proxy takes the upstream's answer over and makes one of its own (`handle_response`, `intercept`).
    case takenOver(Int)
    /// The status of the upstream's answer is changed, and nothing else.
    case replaced(Int)
    /// Nothing limits the wait for a silent upstream.
    case waits
    /// The service that says who may pass is asked, and has said so.
    case authAsked
    case authEnded(Int)
    /// An address list or a password keeps the visitor out.
    case denied(Int)
    /// The request's body is over the limit.
    case bodyTooLarge(limit: Int)
    /// The proxy ends the request with an error of this status: `error`, or the code it is said to fail with
    /// (``Failures/raised``).
    case raised(Int, hasMessageOnly: Bool = false)
    /// The error goes to the page for it, where the configuration names one (`error_page`), or to the site's error routes.
    case errorPage(code: Int, target: String? = nil)
    /// Nothing of one's own is shown for an error.
    case noErrorPage(code: Int, Lack)
    /// A file is looked for.
    case file(String, Sight)
    /// `try_files`, or another search for files, finds none of these.
    case noneFound(String)
    /// The configuration itself has the answer (`return`, `respond`).
    case answered(Int)
    case redirected(Int)
    case rewritten
    case missingNamedLocation(String)
    /// Internal redirects lead to each other until the proxy gives up.
    case redirectLimit
    /// A condition of the request (`If-Modified-Since` and the like) takes the body away.
    case emptied
    /// A `Range` of the request leaves a part of the body, or an error in its place.
    case cut
    /// The answer would be run as a template.
    case template
    /// The text of the answer is changed on its way out; these are the words that say how.
    case filtered([String])
  }

  /// Why there is no page of one's own.
  public enum Lack: Sendable, Hashable {
    /// None is in effect for the code.
    case none
    /// The request has been to an error page already.
    case spent
    /// What should make the page ends without an answer.
    case unanswered
    /// What should make the page fails with another error.
    case failed
  }

  /// What stands where a file is looked for.
  public enum Sight: Sendable, Hashable {
    case found, missing, denied, directory
    /// The file is there, but the method is not one a file answers.
    case wrongMethod
  }
}
