# Example's error pages for Fastly, 2 of 2: a VCL snippet of type "error". Written by `interlude build`.
#
# Copy:     fastly vcl snippet create --name=interlude-fetch --type=fetch --content=fetch.vcl --version=latest \
#             --autoclone
#           fastly vcl snippet create --name=interlude-error --type=error --content=error.vcl --version=latest
# Reload:   fastly service-version activate --version=latest
# Prove it: stop the application, then curl -i https://www.example.com/
# Undo:     delete both snippets and activate. Pages are part of the snippet; after a new build, update it.
# Sources:  https://www.fastly.com/documentation/reference/vcl/subroutines/error/
#
# HTML in one language. 401 and 407 are missing on purpose: clients that log in need the original answer.

if (obj.status == 800 || obj.status == 500) {
  set obj.status = 500;
  set obj.response = "Internal Server Error";
  set obj.http.Content-Type = "text/html; charset=utf-8";
  set obj.http.Content-Language = "en";
  set obj.http.Cache-Control = "no-store";
  set obj.http.X-Robots-Tag = "noindex";
  synthetic {interlude"<!doctype html>
<main>500 as html</main>
"interlude};
  return(deliver);
}
if (obj.status == 802 || obj.status == 502) {
  set obj.status = 502;
  set obj.response = "Bad Gateway";
  set obj.http.Retry-After = "30";
  set obj.http.Content-Type = "text/html; charset=utf-8";
  set obj.http.Content-Language = "en";
  set obj.http.Cache-Control = "no-store";
  set obj.http.X-Robots-Tag = "noindex";
  synthetic {interlude"<!doctype html>
<main>502 as html</main>
"interlude};
  return(deliver);
}
if (obj.status == 803 || obj.status == 503) {
  set obj.status = 503;
  set obj.response = "Service Unavailable";
  set obj.http.Retry-After = "60";
  set obj.http.Content-Type = "text/html; charset=utf-8";
  set obj.http.Content-Language = "en";
  set obj.http.Cache-Control = "no-store";
  set obj.http.X-Robots-Tag = "noindex";
  synthetic {interlude"<!doctype html>
<main>503 as html</main>
"interlude};
  return(deliver);
}
