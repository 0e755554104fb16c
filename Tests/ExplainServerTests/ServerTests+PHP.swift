import Foundation
import Testing

extension ServerTests {
  @Test("PHP-FPM")
  func php() throws {
    let shop = try Workshop()
    defer { shop.stop() }
    let program = try #require(
      ["php-fpm8.4", "php-fpm8.3", "php-fpm8.2", "php-fpm"].first { Workshop.find($0) != nil },
      "PHP-FPM is not installed")
    try shop.write(
      "fpm.conf",
      """
      [global]
      error_log = \(shop.path("fpm.log"))
      daemonize = no
      [www]
      user = www-data
      listen = 127.0.0.1:\(shop.port + 30)
      pm = static
      pm.max_children = 2
      request_terminate_timeout = 2s
      request_slowlog_timeout = 1s
      slowlog = \(shop.path("slow.log"))
      catch_workers_output = yes
      [busy]
      user = www-data
      listen = 127.0.0.1:\(shop.port + 31)
      pm = ondemand
      pm.max_children = 1
      """)
    try shop.write("ok.php", "<?php echo 'ok';")
    try shop.write("slow.php", "<?php $end = microtime(true) + 5; while (microtime(true) < $end) usleep(10000);")
    try shop.write("fatal.php", "<?php nothing_of_that_name();")
    try shop.write("dies.php", "<?php posix_kill(getmypid(), 11); sleep(1);")
    try shop.write(
      "nginx.conf",
      """
      worker_processes 1; pid \(shop.path("nginx.pid")); error_log \(shop.path("error.log")) info; daemon off;
      events { worker_connections 64; }
      http { access_log off; client_body_temp_path \(shop.path("t1")); proxy_temp_path \(shop.path("t2"));
        fastcgi_temp_path \(shop.path("t3")); uwsgi_temp_path \(shop.path("t4")); scgi_temp_path \(shop.path("t5"));
        server { listen 127.0.0.1:\(shop.listener); root \(shop.folder.path);
          location / { fastcgi_pass 127.0.0.1:\(shop.port + 30); include /etc/nginx/fastcgi_params; fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name; }
          location /busy/ { fastcgi_pass 127.0.0.1:\(shop.port + 31); include /etc/nginx/fastcgi_params; fastcgi_param SCRIPT_FILENAME $document_root/slow.php; }
        } }
      """)
    try shop.start(program, ["-y", shop.path("fpm.conf"), "-F", "-R"], log: "fpm.out")
    try shop.start(
      "nginx", ["-e", shop.path("error.log"), "-p", shop.folder.path, "-c", shop.path("nginx.conf")], log: "nginx.out")
    try shop.waitUntilListening(shop.port + 30)
    try shop.waitUntilListening(shop.listener)
    try shop.get("/ok.php")
    #expect(
      shop.causes("fpm.log", beyond: 0).isEmpty && shop.causes("error.log", beyond: 0).isEmpty,
      "a healthy log gives nothing")
    try shop.expect("slow-query-or-external-api", in: "fpm.log", from: "a slow script") { try shop.get("/slow.php") }
    try shop.expect("worker-timeout-kill", in: "fpm.log", from: "a script over its time") { try shop.get("/slow.php") }
    try shop.expect("upstream-crashed-mid-request", in: "fpm.log", from: "a script that crashes its process") {
      try shop.get("/dies.php")
    }
    try shop.expect("upstream-crashed-mid-request", in: "error.log", from: "the same, seen by nginx") {
      try shop.get("/dies.php")
    }
    try shop.expect("app-exception", in: "error.log", from: "a fatal error") { try shop.get("/fatal.php") }
    try shop.expect("proxy-config-error", in: "error.log", from: "a script that is not there") {
      try shop.get("/none.php")
    }
    try shop.expect("php-fpm-pool-exhausted", in: "fpm.log", from: "more requests than children") {
      for _ in 0..<3 {
        try shop.start(
          "curl", ["-s", "-m", "3", "-o", "/dev/null", "http://127.0.0.1:\(shop.listener)/busy/"], log: "curl.log")
      }
      Thread.sleep(forTimeInterval: 2)
    }
  }
}
