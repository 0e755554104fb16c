/// What a directive says as far as a check of its own has to look at it; worked out once for every stock name.
enum NginxDirectiveMeaning: Sendable {
  case errorPage, answer, rewrite, assignment, condition, location, listen, serverName, peer, balancing, upstream,
    tryFiles, ownHeader, parameter, access, keepaliveTimeout, expires, rate, limitReq, limitConn, subFilter,
    charset, largeClientHeaderBuffers, zone, accessLog, logFormat, errorLog, map, geo, validReferers, fileCache,
    peerZone, files, pass, proxyRedirect, cookieChange, workerProcesses, specialSize, cache, index, splitPattern,
    buffers, plain

  init(_ name: String) {
    self =
      switch name {
      case "error_page": .errorPage
      case "return": .answer
      case "rewrite": .rewrite
      case "set", "auth_request_set": .assignment
      case "if": .condition
      case "location": .location
      case "listen": .listen
      case "server_name": .serverName
      case "server": .peer
      case "hash", "ip_hash", "random": .balancing
      case "upstream": .upstream
      case "try_files": .tryFiles
      case "add_header", "add_trailer": .ownHeader
      case "fastcgi_param", "scgi_param", "uwsgi_param": .parameter
      case "allow", "deny": .access
      case "keepalive_timeout": .keepaliveTimeout
      case "expires": .expires
      case "limit_rate", "limit_rate_after": .rate
      case "limit_req": .limitReq
      case "limit_conn": .limitConn
      case "sub_filter": .subFilter
      case "charset", "source_charset": .charset
      case "large_client_header_buffers": .largeClientHeaderBuffers
      case "limit_req_zone", "limit_conn_zone": .zone
      case "access_log": .accessLog
      case "log_format": .logFormat
      case "error_log": .errorLog
      case "map", "split_clients": .map
      case "geo": .geo
      case "valid_referers": .validReferers
      case "open_file_cache": .fileCache
      case "zone": .peerZone
      case "alias", "root": .files
      case "proxy_pass", "fastcgi_pass", "uwsgi_pass", "scgi_pass", "grpc_pass", "memcached_pass": .pass
      case "proxy_redirect": .proxyRedirect
      case "proxy_cookie_domain", "proxy_cookie_path": .cookieChange
      case "worker_processes": .workerProcesses
      case "gzip_window", "gzip_hash", "connection_pool_size", "request_pool_size": .specialSize
      case "proxy_cache", "fastcgi_cache", "uwsgi_cache", "scgi_cache": .cache
      case "index": .index
      case "fastcgi_split_path_info": .splitPattern
      case _ where NginxBuffers.concerns(name): .buffers
      default: .plain
      }
  }
}
