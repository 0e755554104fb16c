# Interlude's error pages for Fastly, 1 of 2: a VCL snippet of type "fetch". Written by `interlude build`.
#
# Hands the application's own errors to error.vcl, which says how to use both. Programs behind /api/ keep their own
# bodies.
if (req.url.path !~ "^/api/") {
  if (beresp.status == 500) { error 800 "Internal Server Error"; }
  if (beresp.status == 502) { error 802 "Bad Gateway"; }
  if (beresp.status == 503) { error 803 "Service Unavailable"; }
  if (beresp.status == 504) { error 804 "Gateway Timeout"; }
}
