/// Where OpenResty's Lua may stand (lua-nginx-module, "Directives").
enum LuaDirective {
  private static let everywhere: [NginxContext] = [.http, .server, .location, .locationIf]

  /// By the name up to `_by_lua`; `_block` and `_file` make no difference.
  private static let rules: [String: [NginxContext]] = [
    "init": [.http], "init_worker": [.http], "exit_worker": [.http],
    "set": [.server, .serverIf, .location, .locationIf], "content": [.location, .locationIf],
    "server_rewrite": [.http, .server], "rewrite": everywhere, "access": everywhere, "header_filter": everywhere,
    "body_filter": everywhere, "log": everywhere, "balancer": [.upstream], "ssl_client_hello": [.http, .server],
    "ssl_certificate": [.http, .server], "ssl_session_fetch": [.http], "ssl_session_store": [.http],
  ]

  /// The contexts a directive is taken in; nil for what is no block or file of Lua, or one that is not known here.
  static func contexts(of name: String) -> [NginxContext]? {
    for ending in ["_by_lua_block", "_by_lua_file", "_by_lua"] where name.hasSuffix(ending) {
      return rules[String(name.dropLast(ending.utf8.count))]
    }
    return nil
  }
}
