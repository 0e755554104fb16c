import Trace

/// Upstreams and what is done with their answers.
extension RandomCaddyfile {
  mutating func upstream() -> String { "127.0.0.1:\(random.pick(upstreams).port)" }

  mutating func proxy(_ depth: Int) -> String {
    let pad = tabs(depth)
    let hasTwo = random.chance(15)
    // Which of several unlike upstreams is asked by turns depends on earlier requests.
    let (first, isByTurns) = (upstream(), hasTwo && random.chance(20))
    let addresses = hasTwo ? first + " " + (isByTurns ? first : upstream()) : first
    let isBelow = random.chance(15)
    var text = pad + "reverse_proxy \(matcher())\(isBelow ? "" : (random.chance(10) ? "http://" : "") + addresses) {\n"
    if isBelow { text += pad + "\tto \(addresses)\n" }
    text += pad + "\ttransport http {\n\(pad)\t\tresponse_header_timeout 300ms\n\(pad)\t}\n"
    if hasTwo {
      text +=
        pad + "\tlb_policy \(isByTurns ? random.pick(["round_robin", "random", "least_conn", "ip_hash"]) : "first")\n"
      if random.chance(60) { text += pad + "\tlb_retries \(1 + random.below(2))\n" }
      if random.chance(30) { text += pad + "\tlb_try_interval 10ms\n" }
    } else if random.chance(8) {
      text += pad + "\tlb_try_duration 150ms\n\(pad)\tlb_try_interval 50ms\n"
      if random.chance(40) { text += pad + "\tlb_retry_match {\n\(pad)\t\tmethod POST\n\(pad)\t}\n" }
    }
    for _ in 0..<random.below(3) { text += pad + "\t" + option() + "\n" }
    if random.chance(40) { text += answers(pad, depth) }
    return text + pad + "}\n"
  }

  /// Options that change nothing, or a header.
  private mutating func option() -> String {
    random.pick([
      "header_down X-Down down", "header_down -X-Up", "header_down +X-Down more", "rewrite /other", "method GET",
      "header_up X-Up up", "header_up Host {upstream_hostport}", "header_up -Accept-Encoding", "flush_interval -1",
      "header_down X-Tag a b", "header_down Content-Type text/html", "method POST", "rewrite * /other{uri}",
      "header_up Host x.test", "header_up -X-*", "header_up X-Up {http.request.uri.path}", "header_up +X-Up two",
      "header_up X-Forwarded-For 192.0.2.1", "header_up X-Real-IP {remote_host}", "header_up Accept a b",
      isModern ? "request_buffers 4k" : "buffer_requests", isModern ? "verbose_logs" : "buffer_responses",
    ])
  }

  private mutating func answers(_ pad: String, _ depth: Int) -> String {
    var text = pad + "\t@bad status \(random.pick(["502 503 504", "5xx", "4xx 503", "200", "500"]))\n"
    if random.chance(15) { text = pad + "\t@bad {\n\(pad)\t\tstatus 5xx\n\(pad)\t\tstatus 404\n\(pad)\t}\n" }
    switch random.below(6) {
    case 0: text += pad + "\treplace_status @bad \(random.pick(["500", "200", "204", "{query.q}"]))\n"
    case 1: text += pad + "\thandle_response @bad {\n\(responseBlock(depth + 2))\(pad)\t}\n"
    case 2: text += pad + "\thandle_response {\n\(responseBlock(depth + 2))\(pad)\t}\n"
    case 3: text += pad + "\treplace_status \(random.pick(["503", "{rp.status_code}", "418"]))\n"
    case 4:
      text += pad + "\t@other status 404\n\(pad)\thandle_response @other {\n\(responseBlock(depth + 2))\(pad)\t}\n"
      text += pad + "\thandle_response @bad {\n\(responseBlock(depth + 2))\(pad)\t}\n"
    default: text += pad + "\thandle_response @bad {\n\(pad)\t\terror \"upstream\" {rp.status_code}\n\(pad)\t}\n"
    }
    return text
  }

  mutating func auth(_ depth: Int) -> String {
    let pad = tabs(depth)
    return pad + "forward_auth \(matcher())\(upstream()) {\n\(pad)\turi /auth\n"
      + (random.chance(30) ? pad + "\tcopy_headers X-User\n" : "")
      + pad + "\ttransport http {\n\(pad)\t\tresponse_header_timeout 300ms\n\(pad)\t}\n" + pad + "}\n"
  }

  /// FastCGI: upstreams that speak HTTP would be garbage to it, so only one that is not there.
  mutating func php(_ depth: Int) -> String {
    guard let port = upstreams.first(where: { $0.failure == .refused })?.port else { return "" }
    return tabs(depth) + "php_fastcgi \(random.pick(["", "", "/app/* "]))127.0.0.1:\(port)\n"
  }

  mutating func responseBlock(_ depth: Int) -> String {
    let pad = tabs(depth)
    return random.pick([
      pad + "error {rp.status_code}\n", pad + "error \"m\" {http.reverse_proxy.status_code}\n",
      pad + "root * \(root)/pages\n" + pad + "rewrite * /{rp.status_code}.html\n" + pad + "file_server\n",
      pad + "root * \(root)/pages\n" + pad + "rewrite * /503.html\n" + pad
        + "file_server {\n\(pad)\tstatus {rp.status_code}\n\(pad)}\n",
      pad + "respond \"was {rp.status_code}\"\n", pad + "copy_response 200\n", pad + "copy_response\n",
      pad + "header X-H h\n" + pad + "copy_response_headers\n" + pad + "respond \"copied\" {rp.status_code}\n",
      pad + "header X-H h\n", pad + "redir /sorry\n",
    ])
  }

  mutating func intercept(_ depth: Int) -> String {
    let pad = tabs(depth)
    var text = pad + "intercept \(matcher()){\n\(pad)\t@e status \(random.pick(["5xx", "502 503", "4xx", "200"]))\n"
    switch random.below(3) {
    case 0: text += pad + "\treplace_status @e 418\n"
    case 1: text += pad + "\thandle_response @e {\n\(pad)\t\terror \"i\" {resp.status_code}\n\(pad)\t}\n"
    default:
      text +=
        pad
        + "\thandle_response @e {\n\(pad)\t\troot * \(root)/pages\n\(pad)\t\trewrite * /{resp.status_code}.html\n\(pad)\t\tfile_server {\n"
      text += pad + "\t\t\tstatus {resp.status_code}\n\(pad)\t\t}\n\(pad)\t}\n"
    }
    return text + pad + "}\n"
  }
}
