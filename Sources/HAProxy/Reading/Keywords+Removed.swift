/// Words of older releases that HAProxy 2.6 refuses, each with what it says to write instead.
extension Keywords {
  /// First words of lines in `defaults`, `frontend`, `backend` and `listen`.
  static let removed: [String: String] = {
    var removed = [
      "block": "write http-request deny with the same condition", "redisp": "write option redispatch",
      "redispatch": "write option redispatch", "clitimeout": "write timeout client",
      "contimeout": "write timeout connect", "srvtimeout": "write timeout server",
      "grace": "leave it out; hard-stop-after in global limits how long an old process stays",
      "appsession": "write stick-table and stick on, or cookie",
      "reqrep":
        "write http-request replace-path, replace-uri or replace-header",
      "reqirep": "write http-request replace-header",
    ]
    for (old, new) in [
      ("add", "add-header"), ("del", "del-header"), ("idel", "del-header"), ("deny", "deny"), ("ideny", "deny"),
      ("allow", "allow"), ("iallow", "allow"), ("pass", "allow"), ("ipass", "allow"), ("tarpit", "tarpit"),
      ("itarpit", "tarpit"),
    ] { removed["req\(old)"] = "write http-request \(new)" }
    for (old, new) in [
      ("add", "add-header"), ("del", "del-header"), ("idel", "del-header"), ("deny", "deny"), ("ideny", "deny"),
      ("rep", "replace-header"), ("irep", "replace-header"),
    ] { removed["rsp\(old)"] = "write http-response \(new)" }
    return removed
  }()

  static let removedOptions = [
    "forceclose": "leave it out, or write option httpclose if it is really needed",
    "http-tunnel": "leave it out", "http_proxy": "write http-request set-uri and http-request set-dst",
    "http-use-htx": "leave it out",
  ]
}
