internal import Content

/// The pages for gateways made of nginx and Lua, such as APISIX and Kong: one module, which each of them calls while it sends
/// the header and the body of an answer.
struct LuaConfig {
  let pack: Pack

  init(_ pack: Pack) {
    self.pack = pack
  }

  var files: [OutputFile] {
    ProxySnippets.files("lua", [("apisix.yaml", apisix), ("interlude.lua", module), ("kong.yaml", kong)])
  }

  private var apisix: String {
    """
    # \(pack.brand)'s error pages in Apache APISIX. Written by `interlude build`; edit content/ and build again.
    #
    # Copy:     error-pages to \(Pack.folder) where APISIX runs, in its container as a volume.
    # Include:  in conf/config.yaml
    #             apisix:
    #               extra_lua_path: "\(Pack.folder)/config/lua/?.lua"
    #           and this rule: in standalone mode put it into conf/apisix.yaml, above its last line #END; otherwise
    #           PUT what is below `plugins` to /apisix/admin/global_rules/interlude. Both plugins are on by default.
    # Reload:   apisix reload; pages are kept in memory, so also after a new build.
    # Prove it: stop the application, then curl -i -H 'Accept: text/html' http://www.example.com:9080/
    # Undo:     delete the rule.
    #
    # A path below /api/ keeps its own bodies: programs read them.

    global_rules:
    - id: interlude
      plugins:
        serverless-pre-function:
          phase: header_filter
          functions:
          - return function() require("interlude").header_filter() end
        serverless-post-function:
          phase: body_filter
          functions:
          - return function() require("interlude").body_filter() end

    """
  }

  private var kong: String {
    """
    # \(pack.brand)'s error pages in Kong Gateway 3. Written by `interlude build`; edit content/ and build again.
    #
    # Copy:     error-pages to \(Pack.folder) where Kong runs, in its container as a volume.
    # Include:  start Kong with
    #             KONG_LUA_PACKAGE_PATH='\(Pack.folder)/config/lua/?.lua;;'
    #             KONG_UNTRUSTED_LUA_SANDBOX_REQUIRES=interlude
    #           and give it this plugin for everything: in its declarative file (KONG_DECLARATIVE_CONFIG), or by
    #           decK (deck gateway apply kong.yaml).
    # Reload:   kong reload; pages are kept in memory, so also after a new build.
    # Prove it: stop the application, then curl -i -H 'Accept: text/html' http://www.example.com:8000/
    # Undo:     delete the plugin.
    #
    # A path below /api/ keeps its own bodies: programs read them.

    _format_version: "3.0"
    plugins:
    - name: post-function
      config:
        header_filter:
        - require("interlude").header_filter()
        body_filter:
        - require("interlude").body_filter()

    """
  }

  private var module: String {
    let head = [
      "-- \(pack.brand)'s error pages for gateways made of nginx and Lua. Written by `interlude build`.",
      "-- apisix.yaml and kong.yaml say how to use it. With nginx's own Lua module, in a location that proxies:",
      "--   header_filter_by_lua_block { require(\"interlude\").header_filter() }",
      "--   body_filter_by_lua_block { require(\"interlude\").body_filter() }",
      "",
      "local root = \"\(Pack.folder)\"",
      "-- The site cannot answer. To brand a 4xx, add it here; 401 and 407 are missing on purpose: clients that log in",
      "-- need the original answer.",
      "local replaced = { \(pack.outagePages.map { "[\($0.code)] = true" }.joined(separator: ", ")) }",
      "local retry_after = { \(pack.outagePages.compactMap { page in page.retryAfter.map { "[\(page.code)] = \"\($0)\"" } }.joined(separator: ", ")) }",
      "-- With a charset, also where a type has none: nginx would otherwise add that of the application's own answer.",
      "local types = {",
    ]
    let types = FormatChoice.contentTypes.map { "  \($0.format) = \"\($0.type); charset=utf-8\"," }
    return (head + types + ["}", ""] + LuaChoice(languages: pack.languages).lines + ["", functions])
      .joined(separator: "\n")
  }

  private var functions: String {
    let timing =
      pack.retries
      ? "  header[\"Server-Timing\"] = ngx.req.get_method() == \"GET\" and \"\(Pack.safeMethod)\" or nil\n" : ""
    return """
      -- The bytes of a page, read once; false if there is none.
      local pages = {}
      local function page(name)
        if pages[name] == nil then
          local file = io.open(root .. "/" .. name, "rb")
          pages[name] = file and file:read("*a") or false
          if file then file:close() end
        end
        return pages[name]
      end

      -- A field that was sent several times counts as one list.
      local function field(name)
        local value = ngx.req.get_headers()[name]
        return type(value) == "table" and table.concat(value, ",") or value
      end

      -- What the gateway says of the connection and of itself; all else was about the application's own body.
      local kept = { connection = true, date = true, server = true, via = true, ["transfer-encoding"] = true }

      local M = {}

      function M.header_filter()
        local status = ngx.status
        if not replaced[status] or ngx.var.uri:find("^/api/") then return end
        local language, format = choose_language(field("accept-language")), choose_format(field("accept"))
        local body = page(language .. "/" .. status .. "." .. format)
        if not body then return end
        local header = ngx.header
        local wait = header["Retry-After"] or retry_after[status]
        for name in pairs(ngx.resp.get_headers(0)) do
          if not kept[name:lower()] then header[name] = nil end
        end
        header["Content-Type"] = types[format]
        header["Content-Length"] = #body
        header["Content-Language"] = language
        header["Cache-Control"] = "no-store"
        header["Vary"] = "Accept, Accept-Language"
        header["X-Robots-Tag"] = "noindex"
        header["Retry-After"] = wait
      \(timing)  ngx.ctx.interlude_page = body
      end

      -- The page in the place of the first part of the body, and nothing in the place of the others.
      function M.body_filter()
        local body = ngx.ctx.interlude_page
        if body == nil then return end
        ngx.arg[1] = body
        ngx.arg[2] = true
        ngx.ctx.interlude_page = ""
      end

      return M

      """
  }
}
