import Testing

/// The real programs are started, broken in many ways, and explain must name each cause from the logs they write.
@Suite(
  "Failures of real servers are recognised", .serialized, .enabled(if: Workshop.isOn, "INTERLUDE_SERVERS is not 1"))
struct ServerTests {}
