vcl 4.1;

# Interlude's error pages in front of an application on port 8080.

backend default {
    .host = "127.0.0.1";
    .port = "8080";
    .connect_timeout = 5s;
    # After this long without an answer the visitor gets the page.
    .first_byte_timeout = 30s;
}

include "/etc/varnish/interlude/interlude.vcl";

sub vcl_backend_response {
    # Programs read the bodies of errors; leave them as they are.
    if (bereq.url !~ "^/api/") {
        call interlude_upstream;
    }
}
