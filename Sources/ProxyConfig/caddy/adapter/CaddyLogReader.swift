import Diagnostics

/// `log`, of a site or global; it changes no answer, so only its form matters (`httpcaddyfile/builtins.go`).
enum CaddyLogReader {
  static func check(_ segment: CaddyDispenser, isGlobal: Bool) throws(CaddyRefusal) {
    var words = segment
    let release = words.release
    words.reset()
    var seen: Set<String> = []
    while words.next() {
      if !isGlobal, !release.isModern, words.nextArgument() { throw words.countError() }
      _ = words.remainingArguments()
      while words.nextInBlock() {
        let name = words.word
        var known: Set<String> = ["output", "format", "level"]
        if isGlobal { known.formUnion(["include", "exclude"]) }
        if release.isModern { known.formUnion(["hostnames", "no_hostname", "sampling", "core"]) }
        guard known.contains(name) else { throw words.error("log does not know \(name)") }
        if name == "output", release.isModern, !seen.insert(name).inserted {
          throw words.error("output stands here twice")
        }
        if name == "output" || name == "format" {
          guard words.nextArgument() else { throw words.countError() }
          let modules: Set<String> =
            name == "output"
            ? ["stdout", "stderr", "discard", "file", "net"]
            : ["console", "json", "filter", "append", "single_field", "transform", "logfmt"]
          guard modules.contains(words.word) || words.acceptsModules else {
            throw words.error("there is no \(name) \(words.value)")
          }
        }
        _ = words.nextSegment()
      }
      if release.isModern { break }
    }
  }
}
