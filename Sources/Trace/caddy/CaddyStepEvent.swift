extension Outcome.Step {
  /// What one of Caddy's steps is, as a value.
  public enum CaddyEvent: Sendable, Hashable {
    /// An upstream is asked, by the address that is dialled.
    case asked(String)
    /// The upstream's own answer goes out with this status.
    case passedOn(Int)
    /// `handle_response` or `intercept` takes an answer with this status over.
    case takenOver(Int)
    /// `replace_status` changes an upstream's status.
    case replaced(Int)
    /// Nothing limits the wait for a silent upstream.
    case waits
    /// `error` raises an error; with a message alone its status is 500.
    case raised(Int, hasMessageOnly: Bool)
    /// The error goes to the site's error routes.
    case errorRoutes(Int)
    /// There are no error routes, so the status goes out without a body.
    case noErrorRoutes(Int)
    /// An error inside the error routes: the first error's status goes out without a body.
    case errorRoutesFailed(Int)
    /// The error routes end without an answer: the status goes out without a body.
    case unanswered(Int)
    /// A file is looked for.
    case file(String, Sight)
    /// `try_files`, or another matcher of files, finds none of these.
    case noneFound(String)
    /// A text of the configuration is the answer.
    case answered(Int)
    case redirected(Int)
    /// A condition of the request (`If-Modified-Since` and the like) takes the body away.
    case emptied
    /// A `Range` of the request leaves a part of the body, or an error in its place.
    case cut
    /// The answer would be run as a template.
    case template
  }
}
