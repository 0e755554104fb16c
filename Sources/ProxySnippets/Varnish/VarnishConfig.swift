internal import Content

/// The configuration for Varnish 6 and later: a file of subroutines to include, and an example.
struct VarnishConfig {
  let pack: Pack

  init(_ pack: Pack) {
    self.pack = pack
  }

  var files: [OutputFile] {
    ProxySnippets.files("varnish", [("example.vcl", example), ("interlude.vcl", subroutines)])
  }

  private static let folder = "/etc/varnish/interlude"

  private var subroutines: String {
    """
    # \(pack.brand)'s error pages for Varnish 6 and later. Written by `interlude build`; edit content/ and build again.
    #
    # Copy:     sudo cp -r error-pages \(Pack.folder)
    #           sudo cp -r error-pages/config/varnish \(Self.folder)
    # Include:  include "\(Self.folder)/interlude.vcl"; after the backends, before your own subroutines. Varnish runs
    #           subroutines of one name one after the other. To replace the application's own errors, call
    #           interlude_upstream in vcl_backend_response; example.vcl shows both.
    # Reload:   sudo varnishd -C -f /etc/varnish/default.vcl >/dev/null && sudo systemctl restart varnish
    #           A page is read once and kept until Varnish is restarted; a reload of the VCL does not read it again.
    # Prove it: stop the application, then
    #             curl -i -H 'Accept: text/html' http://www.example.com/       the page, with status 503
    #             curl -i http://www.example.com/                              the same as text
    # Undo:     delete the include and the call, and restart.
    #
    # Varnish answers 503 whatever is wrong with the application; 502 and 504 come from an application or a proxy behind
    # it. A page that is missing from the folder would show as the text "(null)".

    import std;

    # The application's own answers that mean that the site cannot answer. Not for an API, whose clients read the bodies
    # of errors.
    sub interlude_upstream {
        if (\(Self.isOne(of: pack.outagePages.map(\.code), "beresp"))) {
            return (error(beresp.status));
        }
    }

    # Errors of the backend: Varnish's own and those of interlude_upstream.
    sub vcl_backend_error {
    \(body(VCLScope(request: "bereq", response: "beresp"), pages: pack.outagePages))
    }

    # Errors that the VCL makes with return (synth(…)). 401 and 407 are missing on purpose: clients that log in need the
    # original answer.
    sub vcl_synth {
    \(body(VCLScope(request: "req", response: "resp"), pages: pack.brandedPages))
    }

    """
  }

  /// A condition; VCL compares a number with one other at a time.
  static func isOne(of codes: [Int], _ response: String) -> String {
    codes.map { "\(response).status == \($0)" }.joined(separator: " || ")
  }

  private var example: String {
    """
    vcl 4.1;

    # \(pack.brand)'s error pages in front of an application on port 8080.

    backend default {
        .host = "127.0.0.1";
        .port = "8080";
        .connect_timeout = 5s;
        # After this long without an answer the visitor gets the page.
        .first_byte_timeout = 30s;
    }

    include "\(Self.folder)/interlude.vcl";

    sub vcl_backend_response {
        # Programs read the bodies of errors; leave them as they are.
        if (bereq.url !~ "^/api/") {
            call interlude_upstream;
        }
    }

    """
  }
}
