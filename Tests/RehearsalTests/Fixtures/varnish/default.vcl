vcl 4.1;
backend default { .host = "app.internal"; .port = "8080"; .first_byte_timeout = 5s; }
backend api { .host = "10.1.0.9"; .port = "9000"; .first_byte_timeout = 5s; }
sub vcl_recv { if (req.url ~ "^/api/") { set req.backend_hint = api; } return (pass); }
sub vcl_backend_error { set beresp.http.Content-Type = "text/html"; set beresp.body = {"<h1>Down for a while</h1>"}; return (deliver); }
