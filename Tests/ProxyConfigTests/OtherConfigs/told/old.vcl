// Varnish 3
backend default {
    .host = "127.0.0.1";
}
sub vcl_recv {
    return (lookup);
}
