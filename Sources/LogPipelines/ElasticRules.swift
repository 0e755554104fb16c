internal import Content
internal import Escaping

/// An ingest pipeline of Elasticsearch and OpenSearch: one Painless script, with the rules as its parameters
/// (elastic.co/docs, "Script processor").
struct ElasticRules {
  private let rules: RuleSet

  init(_ rules: RuleSet) {
    self.rules = rules
  }

  var text: String {
    JSON.object([
      .init(
        "description",
        "Names the cause of log lines that are known trouble. Written by `interlude export elastic`; PUT it to _ingest/pipeline/interlude."
      ),
      .init(
        "processors",
        [
          .object([
            .init(
              "script",
              .object([
                .init("lang", "painless"),
                .init("description", "Sets interlude.component, .cause, .confidence, .status and .article."),
                .init("source", .string(Self.source)),
                .init("params", parameters),
              ]))
          ])
        ]),
    ]).serialized() + "\n"
  }

  private var parameters: JSON {
    .object([
      .init(
        "kinds",
        .array(
          LineKind.all.map { kind in
            .object([
              .init("name", .string(kind.format.rawValue)),
              .init("signs", .array(kind.signs.map { .array($0.map { .string($0) }) })),
              .init("stop", kind.end.map { .string($0) } ?? nil),
            ])
          })),
      .init(
        "texts",
        .object(
          rules.texts.map { kind, texts in
            .init(
              kind?.format.rawValue ?? "plain",
              .array(
                texts.map { rule in
                  .object([
                    .init("pieces", .array(rule.pieces.map { .string($0) })),
                    .init("gaps", .array(rule.gaps.map { .string($0.rawValue) })),
                    .init("label", Self.label(rule.label)),
                  ])
                }))
          })),
      .init(
        "fields",
        .array(
          rules.fields.map { rule in
            .object([
              .init("format", .string(rule.format.rawValue)),
              .init("answers", .array(rule.fields.statuses.map { .string(String($0)) })),
              .init("termination", rule.fields.termination.map { .string($0) } ?? nil),
              .init("flag", rule.fields.flag.map { .string($0) } ?? nil),
              .init("pieces", rule.details.map { .array($0.pieces.map { .string($0) }) } ?? nil),
              .init("gaps", rule.details.map { .array($0.gaps.map { .string($0.rawValue) }) } ?? nil),
              .init("label", Self.label(rule.label)),
            ])
          })),
    ])
  }

  private static func label(_ label: RuleSet.Label) -> JSON {
    var members: [JSON.Member] = [
      .init("component", .string(label.component)), .init("cause", .string(label.cause)),
      .init("confidence", .string(label.confidence)),
    ]
    if let status = label.status { members.append(.init("status", .int(status))) }
    if let article = label.article { members.append(.init("article", .string(article))) }
    return .object(members)
  }

  /// No regular expressions, which a cluster may have switched off.
  private static let source = """
    boolean isNumber(String text) {
      if (text.length() == 0) { return false; }
      for (int i = 0; i < text.length(); i++) { if (text.charAt(i) < (char) 48 || text.charAt(i) > (char) 57) { return false; } }
      return true;
    }
    boolean standsIn(String text, int limit, List pieces, List gaps) {
      int from = 0;
      String first = (String) pieces.get(0);
      while (true) {
        int start = text.indexOf(first, from);
        if (start < 0 || start > limit) { return false; }
        int stop = start + first.length();
        boolean fits = true;
        for (int i = 1; i < pieces.size(); i++) {
          String piece = (String) pieces.get(i);
          int next = text.indexOf(piece, stop);
          if (next < 0) { return false; }
          String gap = text.substring(stop, next);
          String kind = (String) gaps.get(i - 1);
          if (kind.equals("number") && !isNumber(gap) || kind.equals("word") && (gap.length() == 0 || gap.indexOf(" ") >= 0)) { fits = false; break; }
          stop = next + piece.length();
        }
        if (fits) { return true; }
        from = start + 1;
      }
    }
    List wordsOf(String line) {
      List words = new ArrayList();
      int from = 0;
      while (from <= line.length() && words.size() < 40) {
        int end = line.indexOf(" ", from);
        if (end < 0) { end = line.length(); }
        words.add(line.substring(from, end));
        from = end + 1;
      }
      return words;
    }
    int slashes(String word) {
      int count = 0;
      for (int at = word.indexOf("/"); at >= 0; at = word.indexOf("/", at + 1)) { count++; }
      return count;
    }
    Map fieldsOf(String line) {
      Map fields = new HashMap();
      List words = wordsOf(line);
      for (int i = 1; i + 5 < words.size(); i++) {
        String timers = (String) words.get(i);
        String server = (String) words.get(i - 1);
        String state = (String) words.get(i + 5);
        if (slashes(timers) == 4 && slashes(server) == 1 && state.length() == 4 && timers.indexOf(":") < 0) {
          fields.put("format", "haproxy");
          fields.put("status", words.get(i + 1));
          fields.put("flag", server.substring(server.indexOf("/") + 1));
          fields.put("termination", state);
          return fields;
        }
      }
      String first = (String) words.get(0);
      if (words.size() > 9 && (first.equals("http") || first.equals("https") || first.equals("h2") || first.startsWith("ws") || first.startsWith("grpc"))) {
        fields.put("format", "alb");
        fields.put("status", words.get(8));
        fields.put("flag", words.get(9));
        return fields;
      }
      int open = line.indexOf("] \\"");
      int close = open < 0 ? -1 : line.indexOf("\\" ", open + 3);
      int after = close < 0 ? -1 : line.indexOf(" ", close + 2);
      if (after < 0 || !isNumber(line.substring(close + 2, after))) { return fields; }
      fields.put("status", line.substring(close + 2, after));
      fields.put("format", "access");
      if (line.charAt(0) == (char) 91 && line.indexOf("T") > 0 && line.indexOf("T") < open) {
        int end = line.indexOf(" ", after + 1);
        fields.put("format", "envoy");
        if (end > 0) {
          fields.put("flag", line.substring(after + 1, end));
          int last = line.indexOf(" ", end + 1);
          fields.put("details", last > 0 ? line.substring(end + 1, last) : line.substring(end + 1));
        }
      }
      return fields;
    }
    String line = null;
    for (String name : ["message", "log"]) { if (line == null && ctx[name] instanceof String) { line = (String) ctx[name]; } }
    if (line == null) { return; }
    Map found = null;
    Map fields = fieldsOf(line);
    if (fields.containsKey("format")) {
      for (def rule : params.fields) {
        if (found != null || !rule.format.equals(fields.get("format"))) { continue; }
        if (rule.answers.size() > 0 && !rule.answers.contains(fields.get("status"))) { continue; }
        if (rule.termination != null && (fields.get("termination") == null || !((String) fields.get("termination")).startsWith((String) rule.termination))) { continue; }
        if (rule.flag != null && (fields.get("flag") == null || ("," + fields.get("flag") + ",").indexOf("," + rule.flag + ",") < 0)) { continue; }
        String details = (String) fields.get("details");
        if (rule.pieces != null && (details == null || !standsIn(details, details.length(), (List) rule.pieces, (List) rule.gaps))) { continue; }
        found = (Map) rule.label;
      }
    }
    if (found == null) {
      String kindName = "plain";
      int limit = line.length();
      for (def kind : params.kinds) {
        if (!kindName.equals("plain")) { break; }
        for (def sign : kind.signs) {
          boolean all = true;
          for (def part : sign) { if (line.indexOf((String) part) < 0) { all = false; } }
          if (all && kindName.equals("plain")) {
            kindName = (String) kind.name;
            if (kind.stop != null) { int at = line.indexOf((String) kind.stop); if (at >= 0) { limit = at; } }
          }
        }
      }
      def rules = params.texts[kindName];
      if (rules != null) {
        for (def rule : rules) { if (found == null && standsIn(line, limit, (List) rule.pieces, (List) rule.gaps)) { found = (Map) rule.label; } }
      }
    }
    if (found != null) { ctx.interlude = new HashMap(found); }
    """
}
