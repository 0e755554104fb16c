# Interlude's error pages for Varnish 6 and later. Written by `interlude build`; edit content/ and build again.
#
# Copy:     sudo cp -r error-pages /var/www/error-pages
#           sudo cp -r error-pages/config/varnish /etc/varnish/interlude
# Include:  include "/etc/varnish/interlude/interlude.vcl"; after the backends, before your own subroutines. Varnish runs
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
    if (beresp.status == 500 || beresp.status == 502 || beresp.status == 503 || beresp.status == 504) {
        return (error(beresp.status));
    }
}

# Errors of the backend: Varnish's own and those of interlude_upstream.
sub vcl_backend_error {
    if (beresp.status == 500 || beresp.status == 502 || beresp.status == 503 || beresp.status == 504) {
        # The visitor's language: the best one that there are pages in, a step per tenth of the quality value …
        unset beresp.http.Content-Language;
        if (bereq.http.Accept-Language ~ "(?i)(?:^|,) *(en)(?:-[a-z0-9]+)* *(?:; *q=1(?:[.]0*)? *)?(?:,|$)") {
            set beresp.http.Content-Language = regsub(bereq.http.Accept-Language, "(?i)^.*?(?:^|,) *(en)(?:-[a-z0-9]+)* *(?:; *q=1(?:[.]0*)? *)?(?:,|$).*$", "\1");
        } elsif (bereq.http.Accept-Language ~ "(?i)(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]9[0-9]* *(?:,|$)") {
            set beresp.http.Content-Language = regsub(bereq.http.Accept-Language, "(?i)^.*?(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]9[0-9]* *(?:,|$).*$", "\1");
        } elsif (bereq.http.Accept-Language ~ "(?i)(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]8[0-9]* *(?:,|$)") {
            set beresp.http.Content-Language = regsub(bereq.http.Accept-Language, "(?i)^.*?(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]8[0-9]* *(?:,|$).*$", "\1");
        } elsif (bereq.http.Accept-Language ~ "(?i)(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]7[0-9]* *(?:,|$)") {
            set beresp.http.Content-Language = regsub(bereq.http.Accept-Language, "(?i)^.*?(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]7[0-9]* *(?:,|$).*$", "\1");
        } elsif (bereq.http.Accept-Language ~ "(?i)(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]6[0-9]* *(?:,|$)") {
            set beresp.http.Content-Language = regsub(bereq.http.Accept-Language, "(?i)^.*?(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]6[0-9]* *(?:,|$).*$", "\1");
        } elsif (bereq.http.Accept-Language ~ "(?i)(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]5[0-9]* *(?:,|$)") {
            set beresp.http.Content-Language = regsub(bereq.http.Accept-Language, "(?i)^.*?(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]5[0-9]* *(?:,|$).*$", "\1");
        } elsif (bereq.http.Accept-Language ~ "(?i)(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]4[0-9]* *(?:,|$)") {
            set beresp.http.Content-Language = regsub(bereq.http.Accept-Language, "(?i)^.*?(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]4[0-9]* *(?:,|$).*$", "\1");
        } elsif (bereq.http.Accept-Language ~ "(?i)(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]3[0-9]* *(?:,|$)") {
            set beresp.http.Content-Language = regsub(bereq.http.Accept-Language, "(?i)^.*?(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]3[0-9]* *(?:,|$).*$", "\1");
        } elsif (bereq.http.Accept-Language ~ "(?i)(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]2[0-9]* *(?:,|$)") {
            set beresp.http.Content-Language = regsub(bereq.http.Accept-Language, "(?i)^.*?(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]2[0-9]* *(?:,|$).*$", "\1");
        } elsif (bereq.http.Accept-Language ~ "(?i)(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]1[0-9]* *(?:,|$)") {
            set beresp.http.Content-Language = regsub(bereq.http.Accept-Language, "(?i)^.*?(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]1[0-9]* *(?:,|$).*$", "\1");
        } elsif (bereq.http.Accept-Language ~ "(?i)(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]0[0-9]*[1-9][0-9]* *(?:,|$)") {
            set beresp.http.Content-Language = regsub(bereq.http.Accept-Language, "(?i)^.*?(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]0[0-9]*[1-9][0-9]* *(?:,|$).*$", "\1");
        }
        # … and the folder that its pages are in.
        if (beresp.http.Content-Language ~ "(?i)^en$") {
            set beresp.http.Content-Language = "en";
        } else {
            set beresp.http.Content-Language = "en";
        }
        # Browsers get HTML, programs that ask for it JSON or XML (RFC 9457), and all others, such as curl, text.
        unset beresp.http.X-Interlude-Format;
        if (bereq.http.Accept ~ "(?i)(?:^|,) *(text/html|application/xhtml[+]xml|application/[a-z0-9.+-]*json|(?:application|text)/[a-z0-9.+-]*xml|text/plain) *(?:; *(?:[a-pr-z][^,;]*|q=1[.0]*) *)*(?:,|$)") {
            set beresp.http.X-Interlude-Format = regsub(bereq.http.Accept, "(?i)^.*?(?:^|,) *(text/html|application/xhtml[+]xml|application/[a-z0-9.+-]*json|(?:application|text)/[a-z0-9.+-]*xml|text/plain) *(?:; *(?:[a-pr-z][^,;]*|q=1[.0]*) *)*(?:,|$).*$", "\1");
        } elsif (bereq.http.Accept ~ "(?i)(?:^|,) *(text/html|application/xhtml[+]xml|application/[a-z0-9.+-]*json|(?:application|text)/[a-z0-9.+-]*xml|text/plain) *(?:; *(?:[a-pr-z][^,;]*|q=0?[.][0-9]*[1-9][0-9]*) *)*(?:,|$)") {
            set beresp.http.X-Interlude-Format = regsub(bereq.http.Accept, "(?i)^.*?(?:^|,) *(text/html|application/xhtml[+]xml|application/[a-z0-9.+-]*json|(?:application|text)/[a-z0-9.+-]*xml|text/plain) *(?:; *(?:[a-pr-z][^,;]*|q=0?[.][0-9]*[1-9][0-9]*) *)*(?:,|$).*$", "\1");
        }
        if (beresp.http.X-Interlude-Format ~ "(?i)html") {
            set beresp.http.X-Interlude-Format = "html"; set beresp.http.Content-Type = "text/html; charset=utf-8";
        } elsif (beresp.http.X-Interlude-Format ~ "(?i)json") {
            set beresp.http.X-Interlude-Format = "json"; set beresp.http.Content-Type = "application/problem+json";
        } elsif (beresp.http.X-Interlude-Format ~ "(?i)xml") {
            set beresp.http.X-Interlude-Format = "xml"; set beresp.http.Content-Type = "application/problem+xml";
        } elsif (beresp.http.X-Interlude-Format ~ "(?i)plain") {
            set beresp.http.X-Interlude-Format = "txt"; set beresp.http.Content-Type = "text/plain; charset=utf-8";
        } else {
            set beresp.http.X-Interlude-Format = "txt"; set beresp.http.Content-Type = "text/plain; charset=utf-8";
        }
        # An error is about this one moment: nobody keeps it.
        set beresp.http.Cache-Control = "no-store";
        set beresp.http.X-Robots-Tag = "noindex";
        set beresp.http.Vary = "Accept, Accept-Language";
        unset beresp.http.Retry-After;
        if (beresp.status == 502) {
            set beresp.http.Retry-After = "30";
        }
        if (beresp.status == 503 || beresp.status == 504) {
            set beresp.http.Retry-After = "60";
        }
        # Tells the page that it may load itself again: nobody's form is sent twice.
        if (bereq.method == "GET") {
            set beresp.http.Server-Timing = "method;desc=GET";
        }
        synthetic(std.fileread("/var/www/error-pages/" + beresp.http.Content-Language + "/" + beresp.status + "." + beresp.http.X-Interlude-Format));
        unset beresp.http.X-Interlude-Format;
        # Varnish's own page would be written over this one.
        return (deliver);
    }
}

# Errors that the VCL makes with return (synth(…)). 401 and 407 are missing on purpose: clients that log in need the
# original answer.
sub vcl_synth {
    if (resp.status == 400 || resp.status == 402 || resp.status == 403 || resp.status == 404 || resp.status == 405 || resp.status == 406 || resp.status == 408 || resp.status == 409 || resp.status == 410 || resp.status == 411 || resp.status == 412 || resp.status == 413 || resp.status == 414 || resp.status == 415 || resp.status == 416 || resp.status == 417 || resp.status == 418 || resp.status == 421 || resp.status == 422 || resp.status == 423 || resp.status == 424 || resp.status == 425 || resp.status == 426 || resp.status == 428 || resp.status == 429 || resp.status == 431 || resp.status == 444 || resp.status == 451 || resp.status == 460 || resp.status == 463 || resp.status == 464 || resp.status == 494 || resp.status == 495 || resp.status == 496 || resp.status == 497 || resp.status == 499 || resp.status == 500 || resp.status == 501 || resp.status == 502 || resp.status == 503 || resp.status == 504 || resp.status == 505 || resp.status == 506 || resp.status == 507 || resp.status == 508 || resp.status == 510 || resp.status == 511 || resp.status == 520 || resp.status == 521 || resp.status == 522 || resp.status == 523 || resp.status == 524 || resp.status == 525 || resp.status == 526 || resp.status == 527 || resp.status == 530 || resp.status == 561) {
        # The visitor's language: the best one that there are pages in, a step per tenth of the quality value …
        unset resp.http.Content-Language;
        if (req.http.Accept-Language ~ "(?i)(?:^|,) *(en)(?:-[a-z0-9]+)* *(?:; *q=1(?:[.]0*)? *)?(?:,|$)") {
            set resp.http.Content-Language = regsub(req.http.Accept-Language, "(?i)^.*?(?:^|,) *(en)(?:-[a-z0-9]+)* *(?:; *q=1(?:[.]0*)? *)?(?:,|$).*$", "\1");
        } elsif (req.http.Accept-Language ~ "(?i)(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]9[0-9]* *(?:,|$)") {
            set resp.http.Content-Language = regsub(req.http.Accept-Language, "(?i)^.*?(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]9[0-9]* *(?:,|$).*$", "\1");
        } elsif (req.http.Accept-Language ~ "(?i)(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]8[0-9]* *(?:,|$)") {
            set resp.http.Content-Language = regsub(req.http.Accept-Language, "(?i)^.*?(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]8[0-9]* *(?:,|$).*$", "\1");
        } elsif (req.http.Accept-Language ~ "(?i)(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]7[0-9]* *(?:,|$)") {
            set resp.http.Content-Language = regsub(req.http.Accept-Language, "(?i)^.*?(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]7[0-9]* *(?:,|$).*$", "\1");
        } elsif (req.http.Accept-Language ~ "(?i)(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]6[0-9]* *(?:,|$)") {
            set resp.http.Content-Language = regsub(req.http.Accept-Language, "(?i)^.*?(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]6[0-9]* *(?:,|$).*$", "\1");
        } elsif (req.http.Accept-Language ~ "(?i)(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]5[0-9]* *(?:,|$)") {
            set resp.http.Content-Language = regsub(req.http.Accept-Language, "(?i)^.*?(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]5[0-9]* *(?:,|$).*$", "\1");
        } elsif (req.http.Accept-Language ~ "(?i)(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]4[0-9]* *(?:,|$)") {
            set resp.http.Content-Language = regsub(req.http.Accept-Language, "(?i)^.*?(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]4[0-9]* *(?:,|$).*$", "\1");
        } elsif (req.http.Accept-Language ~ "(?i)(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]3[0-9]* *(?:,|$)") {
            set resp.http.Content-Language = regsub(req.http.Accept-Language, "(?i)^.*?(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]3[0-9]* *(?:,|$).*$", "\1");
        } elsif (req.http.Accept-Language ~ "(?i)(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]2[0-9]* *(?:,|$)") {
            set resp.http.Content-Language = regsub(req.http.Accept-Language, "(?i)^.*?(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]2[0-9]* *(?:,|$).*$", "\1");
        } elsif (req.http.Accept-Language ~ "(?i)(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]1[0-9]* *(?:,|$)") {
            set resp.http.Content-Language = regsub(req.http.Accept-Language, "(?i)^.*?(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]1[0-9]* *(?:,|$).*$", "\1");
        } elsif (req.http.Accept-Language ~ "(?i)(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]0[0-9]*[1-9][0-9]* *(?:,|$)") {
            set resp.http.Content-Language = regsub(req.http.Accept-Language, "(?i)^.*?(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]0[0-9]*[1-9][0-9]* *(?:,|$).*$", "\1");
        }
        # … and the folder that its pages are in.
        if (resp.http.Content-Language ~ "(?i)^en$") {
            set resp.http.Content-Language = "en";
        } else {
            set resp.http.Content-Language = "en";
        }
        # Browsers get HTML, programs that ask for it JSON or XML (RFC 9457), and all others, such as curl, text.
        unset resp.http.X-Interlude-Format;
        if (req.http.Accept ~ "(?i)(?:^|,) *(text/html|application/xhtml[+]xml|application/[a-z0-9.+-]*json|(?:application|text)/[a-z0-9.+-]*xml|text/plain) *(?:; *(?:[a-pr-z][^,;]*|q=1[.0]*) *)*(?:,|$)") {
            set resp.http.X-Interlude-Format = regsub(req.http.Accept, "(?i)^.*?(?:^|,) *(text/html|application/xhtml[+]xml|application/[a-z0-9.+-]*json|(?:application|text)/[a-z0-9.+-]*xml|text/plain) *(?:; *(?:[a-pr-z][^,;]*|q=1[.0]*) *)*(?:,|$).*$", "\1");
        } elsif (req.http.Accept ~ "(?i)(?:^|,) *(text/html|application/xhtml[+]xml|application/[a-z0-9.+-]*json|(?:application|text)/[a-z0-9.+-]*xml|text/plain) *(?:; *(?:[a-pr-z][^,;]*|q=0?[.][0-9]*[1-9][0-9]*) *)*(?:,|$)") {
            set resp.http.X-Interlude-Format = regsub(req.http.Accept, "(?i)^.*?(?:^|,) *(text/html|application/xhtml[+]xml|application/[a-z0-9.+-]*json|(?:application|text)/[a-z0-9.+-]*xml|text/plain) *(?:; *(?:[a-pr-z][^,;]*|q=0?[.][0-9]*[1-9][0-9]*) *)*(?:,|$).*$", "\1");
        }
        if (resp.http.X-Interlude-Format ~ "(?i)html") {
            set resp.http.X-Interlude-Format = "html"; set resp.http.Content-Type = "text/html; charset=utf-8";
        } elsif (resp.http.X-Interlude-Format ~ "(?i)json") {
            set resp.http.X-Interlude-Format = "json"; set resp.http.Content-Type = "application/problem+json";
        } elsif (resp.http.X-Interlude-Format ~ "(?i)xml") {
            set resp.http.X-Interlude-Format = "xml"; set resp.http.Content-Type = "application/problem+xml";
        } elsif (resp.http.X-Interlude-Format ~ "(?i)plain") {
            set resp.http.X-Interlude-Format = "txt"; set resp.http.Content-Type = "text/plain; charset=utf-8";
        } else {
            set resp.http.X-Interlude-Format = "txt"; set resp.http.Content-Type = "text/plain; charset=utf-8";
        }
        # An error is about this one moment: nobody keeps it.
        set resp.http.Cache-Control = "no-store";
        set resp.http.X-Robots-Tag = "noindex";
        set resp.http.Vary = "Accept, Accept-Language";
        unset resp.http.Retry-After;
        if (resp.status == 502) {
            set resp.http.Retry-After = "30";
        }
        if (resp.status == 429 || resp.status == 503 || resp.status == 504) {
            set resp.http.Retry-After = "60";
        }
        # Tells the page that it may load itself again: nobody's form is sent twice.
        if (req.method == "GET") {
            set resp.http.Server-Timing = "method;desc=GET";
        }
        synthetic(std.fileread("/var/www/error-pages/" + resp.http.Content-Language + "/" + resp.status + "." + resp.http.X-Interlude-Format));
        unset resp.http.X-Interlude-Format;
        # Varnish's own page would be written over this one.
        return (deliver);
    }
}
