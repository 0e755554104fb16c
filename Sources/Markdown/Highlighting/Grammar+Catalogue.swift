/// The languages that get colours, one entry each. Another one is an entry here and nothing else.
extension Grammar {
  static let all: [Grammar] = [
    nginx, caddyfile, apache, haproxy, vcl, yaml, json, toml, shell, http, log, php, sql, diff,
  ]

  static let nginx = Grammar(
    names: ["nginx", "nginxconf"], lineComments: ["#"], hasLongStrings: true, sigils: "$", wordMarks: "-./:",
    firstWord: .directive, constants: WordSet(words: "on off always default any all none auto last break permanent"))

  static let caddyfile = Grammar(
    names: ["caddyfile", "caddy"], lineComments: ["#"], quotes: "\"`", hasLongStrings: true, sigils: "@{",
    wordMarks: "-./:*", firstWord: .directive, constants: WordSet(words: "on off true false"))

  static let apache = Grammar(
    names: ["apache", "apacheconf", "htaccess", "httpd"], lineComments: ["#"], sigils: "%$", wordMarks: "-./:",
    firstWord: .directive,
    constants: WordSet(words: "on off all none always set unset add append granted denied from env email"),
    ignoresCase: true, hasSections: true)

  static let haproxy = Grammar(
    names: ["haproxy"], lineComments: ["#"], sigils: "%$", wordMarks: "-./:", firstWord: .directive,
    keywords: WordSet(words: "if unless or"),
    constants: WordSet(words: "http tcp check on off always true false roundrobin leastconn source"))

  static let vcl = Grammar(
    names: ["vcl", "varnish"], lineComments: ["#", "//"], blockComment: ("/*", "*/"), quotes: "\"", hasEscapes: false,
    wordMarks: "-.",
    keywords: WordSet(
      words: "vcl sub if else elseif elsif backend probe acl return set unset call import include new synthetic "
        + "director"),
    constants: WordSet(
      words: "true false pass pipe hash lookup deliver fetch retry restart synth miss hit purge fail ok abandon"))

  static let yaml = Grammar(
    names: ["yaml", "yml"], lineComments: ["#"], hasLongStrings: true, sigils: "&*", wordMarks: "-./", firstWord: .key,
    constants: WordSet(words: "true false null yes no on off True False"))

  static let json = Grammar(
    names: ["json", "jsonc", "json5"], lineComments: ["//"], quotes: "\"", wordMarks: "-.+", firstWord: .key,
    constants: WordSet(words: "true false null"))

  static let toml = Grammar(
    names: ["toml", "ini", "systemd", "conf"], lineComments: ["#", ";"], wordMarks: "-.:+", firstWord: .key,
    constants: WordSet(words: "true false yes no on off inf nan"), hasSections: true)

  static let shell = Grammar(
    names: ["bash", "sh", "shell", "zsh", "console", "shellsession"], lineComments: ["#"], hasLongStrings: true,
    sigils: "$", wordMarks: "-./:", firstWord: .command,
    keywords: WordSet(
      words: "if then else elif fi for in do done while until case esac function return exit local export set unset "
        + "readonly shift trap break continue"),
    constants: WordSet(words: "true false"))

  static let http = Grammar(
    names: ["http", "https"], quotes: "\"", wordMarks: "-./",
    keywords: WordSet(words: "GET HEAD POST PUT DELETE CONNECT OPTIONS TRACE PATCH"), lines: .http)

  static let log = Grammar(
    names: ["log", "logs", "accesslog"], quotes: "\"", wordMarks: "-.:/+",
    constants: WordSet(
      words: "debug info notice warn warning error err crit critical alert emerg fatal panic trace DEBUG INFO NOTICE "
        + "WARN WARNING ERROR ERR CRIT CRITICAL ALERT EMERG FATAL PANIC TRACE"))

  static let php = Grammar(
    names: ["php"], lineComments: ["#", "//"], blockComment: ("/*", "*/"), hasLongStrings: true, sigils: "$",
    keywords: WordSet(
      words: "abstract array as break case catch class clone const continue declare default do echo else elseif enum "
        + "extends final finally fn for foreach function global if implements include include_once instanceof "
        + "interface isset match namespace new print private protected public readonly require require_once return "
        + "static switch throw trait try unset use while yield"),
    constants: WordSet(words: "true false null self parent int string bool float void mixed"), ignoresCase: true)

  static let sql = Grammar(
    names: ["sql", "mysql", "postgresql", "postgres", "sqlite"], lineComments: ["--"], commentsNeedSpace: false,
    blockComment: ("/*", "*/"), quotes: "'\"`", hasEscapes: false, hasLongStrings: true, sigils: ":@",
    keywords: WordSet(
      words: "add all alter analyze and as asc begin between by cascade case check column commit constraint create "
        + "cross database default delete desc describe distinct drop else end exists explain foreign from full "
        + "function grant group having if in index inner insert into is join key kill left like limit not offset on "
        + "or order outer primary procedure references revoke right rollback select set show table then to "
        + "transaction trigger truncate union unique update use using values view when where with"),
    constants: WordSet(
      words: "null true false int integer bigint smallint text varchar char boolean date timestamp datetime decimal "
        + "numeric float double serial json jsonb uuid"),
    ignoresCase: true)

  static let diff = Grammar(names: ["diff", "patch"], lines: .diff)
}
