/* The shop's cache,
   in front of nginx. */
vcl 4.1;

backend default {
    .host = "127.0.0.1";
    .port = "9000";
}
