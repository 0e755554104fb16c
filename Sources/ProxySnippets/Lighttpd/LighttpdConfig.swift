internal import Content

/// The configuration for lighttpd 1.4.60 and later: a script for mod_magnet, which can do everything; the plain form for
/// machines without it, which is HTML in one language; and an example.
struct LighttpdConfig {
  let pack: Pack

  init(_ pack: Pack) {
    self.pack = pack
  }

  var files: [OutputFile] {
    ProxySnippets.files(
      "lighttpd",
      [
        ("example.conf", example), ("interlude.conf", settings), ("interlude.lua", script), ("plain.conf", plain),
      ])
  }

  private static let folder = "/etc/lighttpd/interlude"

  private var settings: String {
    """
    # \(pack.brand)'s error pages for lighttpd 1.4.60 and later. Written by `interlude build`; edit content/ and build again.
    #
    # Copy:     sudo cp -r error-pages \(Pack.folder)
    #           sudo cp -r error-pages/config/lighttpd \(Self.folder)
    # Module:   sudo apt install lighttpd-modules-lua; where there is no mod_magnet, use plain.conf instead.
    # Include:  include "\(Self.folder)/interlude.conf"
    # Reload:   sudo lighttpd -tt -f /etc/lighttpd/lighttpd.conf && sudo systemctl restart lighttpd
    # Prove it: stop the application, then
    #             curl -i -H 'Accept: text/html' http://www.example.com/       the page, with its status
    #             curl -i http://www.example.com/                              the same as text
    # Undo:     delete the include line and restart.
    \((liveComment + [""]).lines)
    server.modules += ( "mod_magnet" )

    # Runs when an answer starts, whoever made it; leaves everything alone that is not an error of its list.
    magnet.attract-response-start-to = ( "\(Self.folder)/interlude.lua" )

    # Programs read the bodies of errors; leave them as they are. Change or delete it as you need.
    $HTTP["url"] =~ "^/api/" {
        magnet.attract-response-start-to = ()
    }

    """
  }

  private var script: String {
    """
    -- \(pack.brand)'s error pages for lighttpd's mod_magnet; interlude.conf says how to use it. Written by `interlude build`.

    -- The pages are expected here.
    local pages = "\(Pack.folder)"

    -- The codes that get a page, with the seconds after which a second attempt makes sense, or 0. Errors of single
    -- requests are left to your application: take away the -- to brand one, whoever makes it. 401 and 407 are missing on
    -- purpose: clients that log in need the original answer.
    local codes = {
    \(pack.brandedPages.map(entry).lines)
    }

    \(LuaChoice(languages: pack.languages).lines.lines)

    local types = {
    \(FormatChoice.contentTypes.map(mediaType).lines)
    }
    \((liveFunctions + [""]).lines)
    local r = lighty.r
    local status = r.req_item.http_status
    local wait = codes[status]
    if not wait then return 0 end

    local language = choose_language(r.req_header["Accept-Language"])
    local format = choose_format(r.req_header["Accept"])
    local file = pages .. "/" .. language .. "/" .. status .. "." .. format
    -- Without the page the answer stays as it is.
    if not lighty.c.stat(file) then return 0 end

    -- The fields describe the application's own body; nothing of it is left.
    local names = {}
    for name in pairs(r.resp_header) do names[#names + 1] = name end
    for _, name in ipairs(names) do r.resp_header[name] = nil end

    r.resp_header["Content-Type"] = types[format]
    r.resp_header["Content-Language"] = language
    r.resp_header["Cache-Control"] = "no-store"
    r.resp_header["X-Robots-Tag"] = "noindex"
    r.resp_header["Vary"] = "Accept, Accept-Language"
    if wait > 0 then r.resp_header["Retry-After"] = tostring(wait) end
    \(method.lines)
    \(body.lines)
    return status

    """
  }

  private var method: [String] {
    guard pack.retries else { return [] }
    return [
      "-- Tells the page that it may load itself again: nobody's form is sent twice.",
      "if r.req_attr[\"request.method\"] == \"GET\" then r.resp_header[\"Server-Timing\"] = \"\(Pack.safeMethod)\" end",
    ]
  }

  private func entry(_ page: Pack.Page) -> String {
    let mark = Pack.outage.contains(page.code) ? "" : "--"
    return "  \(mark)[\(page.code)] = \(page.retryAfter ?? 0), -- \(page.reason)"
  }

  private func mediaType(_ entry: (format: String, type: String)) -> String {
    "  \(entry.format) = \"\(FormatChoice.contentType(entry.format))\","
  }

  private var plain: String {
    """
    # \(pack.brand)'s error pages for a lighttpd without mod_magnet: HTML in one language, without Retry-After or any other
    # header, because lighttpd cannot set one for errors only. Written by `interlude build`.
    #
    # Include:  include "\(Self.folder)/plain.conf", in place of interlude.conf
    # The steps are those of interlude.conf.

    # The name of the page is added to this text, so it ends in a slash.
    server.errorfile-prefix = "\(Pack.folder)/\(pack.defaultLanguage)/"

    # The application's own errors, too. lighttpd then takes all codes from 400, so leave APIs out.
    server.error-intercept = "enable"
    $HTTP["url"] =~ "^/api/" {
        server.error-intercept = "disable"
    }

    """
  }

  private var example: String {
    """
    # \(pack.brand)'s error pages in front of an application on port 8080.

    server.modules = ( "mod_proxy" )
    server.document-root = "/var/www/html"
    server.port = 80

    # Without a limit lighttpd waits for an answer without end. With one the visitor gets the page for 504.
    proxy.server = ( "" => (
        ( "host" => "127.0.0.1", "port" => 8080, "connect-timeout" => 5, "read-timeout" => 30, "write-timeout" => 30 )
    ) )

    include "\(Self.folder)/interlude.conf"

    """
  }
}
