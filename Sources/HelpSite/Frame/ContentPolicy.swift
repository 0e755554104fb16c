extension HelpSite {
  /// The content security policy (CSP 3) that the whole site runs under: nothing but its own files.
  public static let contentPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
}
