extension NginxConfig {
  /// `example.conf`: a whole server to copy from.
  var example: String {
    """
    # A server with \(pack.brand)'s error pages in front of an application on port 8080.

    include /etc/nginx/interlude/interlude-http.conf;

    server {
        listen 80;
        server_name www.example.com;

        include /etc/nginx/interlude/interlude.conf;

        location / {
            proxy_pass http://127.0.0.1:8080;
            proxy_set_header Host $host;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
            proxy_set_header X-Forwarded-Proto $scheme;
            # After this long without an answer the visitor gets the page for 504.
            proxy_read_timeout 30s;
        }

        # Programs read the bodies of errors; leave them as they are.
        location /api/ {
            proxy_pass http://127.0.0.1:8080;
            proxy_intercept_errors off;
        }
    }

    """
  }

  var readme: String {
    """
    # nginx

    Tested with nginx 1.22; needs nothing newer.

    1. Copy the pages and this folder to the machine that runs nginx. Keep the pages outside of every folder that nginx
       serves, so that nobody can open one with status 200.

       ```sh
       sudo cp -r error-pages \(Pack.folder)
       sudo cp -r error-pages/config/nginx /etc/nginx/interlude
       ```

    2. Include `interlude-http.conf` in the `http` block and `interlude.conf` in each `server` block; `example.conf`
       shows both. On Debian, a file in `/etc/nginx/conf.d/` is in the `http` block.

    3. Check and reload: `sudo nginx -t && sudo nginx -s reload`

    4. Prove it: stop the application, then

       ```sh
       curl -i -H 'Accept: text/html' http://www.example.com/      # the page, with its status
       curl -i http://www.example.com/                             # the same in plain text
       curl -i -H 'Accept: application/json' http://www.example.com/
       ```

    To undo it, delete the two `include` lines and reload.

    OpenResty and Angie read the same files; only their places and the check differ: `/usr/local/openresty/nginx/conf/`
    with `openresty -t`, `/etc/angie/` with `angie -t`. A page that Lua code writes itself, with `ngx.say` and a status, is
    the application's own answer and stays; `return ngx.exit(502)` asks for the page.

    ## What it does not cover

    - `return 503;` directly in a `server` block also answers the request for the page. Put it into a `location`.
    - A `location` with an `error_page` of its own inherits none; repeat the lines you need there.
    - Requests that nginx cannot even read (400, 414) are answered by the port's default server; include the file there.
    - 408 and 499 are never seen: nginx closes the connection instead of answering.
    - A `sub_filter` of the `server` block rewrites the pages, too; nginx has no way to turn it off for a location.

    """
  }
}
