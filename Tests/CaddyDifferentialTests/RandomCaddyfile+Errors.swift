/// Every form of error handling.
extension RandomCaddyfile {
  mutating func errorBlock(argument: Bool) -> String {
    var text = ""
    let blocks = isModern && random.chance(30) ? 2 : 1
    for _ in 0..<blocks {
      let codes =
        isModern && random.chance(45)
        ? random.pick([" 502 503 504", " 5xx", " 404", " 4xx 502", " 418 500", " 502", " 503 5xx"]) : ""
      text += "\thandle_errors\(codes) {\n"
      if random.chance(70) { text += "\t\troot * \(root)/\(random.pick(["pages", "pages", "missing", "site"]))\n" }
      if random.chance(30) { text += "\t\trequest_header -If-None-Match\n\t\trequest_header -Range\n" }
      if random.chance(40) { text += "\t\theader Cache-Control no-store\n" }
      if random.chance(25) {
        text +=
          "\t\t@five expression `\(random.pick(["{err.status_code} in [502, 503]", "{err.status_code} == '502'", "{err.status_code} >= 500", "{err.code} == 502"]))`\n\t\theader @five Retry-After 30\n"
      }
      let page = argument && random.chance(70) ? (isModern ? "{args[0]}" : "{args.0}") : "{err.status_code}"
      text += random.pick([
        "\t\trewrite * /\(page).html\n\t\tfile_server\n", "\t\ttry_files /\(page).html /error.html\n\t\tfile_server\n",
        "\t\trewrite * /\(page).html\n\t\tfile_server\n", "\t\trespond \"{err.status_code} {err.status_text}\"\n",
        "\t\trespond \"fixed\" 200\n", "\t\trewrite * /{err.code}.html\n\t\tfile_server\n",
        "\t\tredir /sorry\n", "\t\trewrite * /\(page).html\n\t\tfile_server {\n\t\t\tstatus 200\n\t\t}\n",
        "\t\thandle {\n\t\t\trewrite * /error.html\n\t\t\tfile_server\n\t\t}\n", "\t\t\(proxy(2).dropFirst(2))",
        "\t\terror \"again\" 507\n", "\t\trespond \"<h1>{err.status_code}</h1>\" {err.status_code}\n",
        "\t\t@page file /\(page).html\n\t\thandle @page {\n\t\t\trewrite * {file_match.relative}\n\t\t\tfile_server\n\t\t}\n\t\trespond \"none\"\n",
        "\t\troute {\n\t\t\trewrite * /\(page).html\n\t\t\tfile_server\n\t\t}\n", "\t\tabort\n",
        "\t\thandle_path /a* {\n\t\t\trewrite * /\(page).html\n\t\t\tfile_server\n\t\t}\n\t\thandle {\n\t\t\trespond \"other {err.status_text}\"\n\t\t}\n",
        "\t\tmap {err.status_code} {title} {\n\t\t\t502 down\n\t\t\t~^5 sick\n\t\t\tdefault odd\n\t\t}\n\t\trespond \"{title}\"\n",
        "\t\tvars page \(page)\n\t\trewrite * /{vars.page}.html\n\t\tfile_server\n",
        "\t\trewrite * /\(page).html\n\t\ttemplates\n\t\tfile_server\n",
        "\t\trewrite * /\(page).html\n\t\tencode gzip\n\t\tfile_server\n",
        "\t\t@api header Accept *json*\n\t\trespond @api `{\"status\":{err.status_code}}`\n\t\trewrite * /\(page).html\n\t\tfile_server\n",
        "\t\trewrite * /error.html\n\t\tfile_server {\n\t\t\tstatus {err.status_code}\n\t\t\tindex error.html\n\t\t}\n",
        "\t\ttry_files /\(page).html /error.html =503\n\t\tfile_server\n",
        "\t\tmethod GET\n\t\trewrite * /\(page).html\n\t\tfile_server\n",
        "\t\trespond \"{err.status_code} {err.message}\" 599\n", "\t\trewrite * /\n\t\tfile_server browse\n",
        "\t\theader X-E e\n",
        "\t\ttry_files /\(page).html\n\t\tfile_server {\n\t\t\tpass_thru\n\t\t}\n\t\trespond \"fallback {err.status_code}\"\n",
      ])
      text += "\t}\n"
    }
    return text
  }
}
