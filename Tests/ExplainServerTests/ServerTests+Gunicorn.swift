import Foundation
import Testing

extension ServerTests {
  @Test("gunicorn")
  func gunicorn() throws {
    let shop = try Workshop()
    defer { shop.stop() }
    try shop.write(
      "app.py",
      """
      import os, time
      def app(environ, start):
          path = environ["PATH_INFO"]
          if path == "/sleep": time.sleep(10)
          if path == "/dies": os._exit(3)
          if path == "/killed": os.kill(os.getpid(), 9)
          if path == "/raises": raise ValueError("no")
          start("200 OK", [("Content-Length", "2")])
          return [b"ok"]
      """)
    try shop.write("broken.py", "import module_of_no_name\n")
    let bind = "127.0.0.1:\(shop.listener)"
    try shop.start("gunicorn", ["--chdir", shop.folder.path, "-b", bind, "-t", "1", "app:app"], log: "gunicorn.log")
    try shop.waitUntilListening(shop.listener)
    try shop.get("/")
    #expect(shop.causes("gunicorn.log", beyond: 0).isEmpty, "a healthy log gives nothing")
    try shop.expect("upstream-not-listening", in: "second.log", from: "a port that is taken") {
      try shop.start("gunicorn", ["--chdir", shop.folder.path, "-b", bind, "app:app"], log: "second.log")
    }
    for (path, cause) in [
      ("/sleep", "worker-timeout-kill"), ("/killed", "oom-killed-worker"), ("/raises", "app-exception"),
      ("/dies", "upstream-crashed-mid-request"),
    ] {
      try shop.expect(cause, in: "gunicorn.log", from: path) { try shop.get(path) }
    }
    try shop.expect("container-crashloop", in: "broken.log", from: "an app that cannot be loaded") {
      try shop.start(
        "gunicorn", ["--chdir", shop.folder.path, "-b", "127.0.0.1:\(shop.port + 33)", "broken:app"], log: "broken.log")
    }
  }
}
