extension CaddyConfig {
  /// `example.Caddyfile`: a whole site to copy from.
  var example: String {
    """
    # A site with \(pack.brand)'s error pages in front of an application on port 8080.

    import /etc/caddy/interlude/interlude.caddy

    www.example.com {
    	import interlude

    	# Programs read the bodies of errors; leave them as they are.
    	handle /api/* {
    		reverse_proxy 127.0.0.1:8080
    	}

    	handle {
    		reverse_proxy 127.0.0.1:8080 {
    			import interlude_upstream
    			# Caddy waits for an answer without end. With a limit the visitor gets the page for 504.
    			transport http {
    				response_header_timeout 30s
    			}
    		}
    	}
    }

    """
  }

  var readme: String {
    """
    # Caddy

    Tested with Caddy 2.6 and 2.11.

    1. Copy the pages and this folder to the machine that runs Caddy. Keep the pages outside of every folder that Caddy
       serves, so that nobody can open one with status 200.

       ```sh
       sudo cp -r error-pages \(Pack.folder)
       sudo cp -r error-pages/config/caddy /etc/caddy/interlude
       ```

    2. Import `interlude.caddy` at the top of the Caddyfile, `interlude` in each site, and `interlude_upstream` in each
       `reverse_proxy` whose own error pages are to be replaced; `example.Caddyfile` shows all three.

    3. Check and reload: `caddy validate --config /etc/caddy/Caddyfile && sudo systemctl reload caddy`

    4. Prove it: stop the application, then

       ```sh
       curl -i -H 'Accept: text/html' https://www.example.com/      # the page, with its status
       curl -i https://www.example.com/                             # the same in plain text
       curl -i -H 'Accept: application/json' https://www.example.com/
       ```

    To undo it, delete the `import` lines and reload.

    ## What it does not cover

    - A host that no site block names gets Caddy's empty answer.
    - `handle_errors` holds for its own site only; import `interlude` in each.
    - A page that is missing from the folder shows as the right status with an empty body. `caddy validate` does not
      notice.

    """
  }
}
