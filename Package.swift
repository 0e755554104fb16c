// swift-tools-version: 6.2
import PackageDescription

/// Settings every Swift target shares; `INTERLUDE_STRICT=1` (set by `make test` and CI) turns warnings into errors.
let strict = Context.environment["INTERLUDE_STRICT"] != nil
let common: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (strict ? [.treatAllWarnings(as: .error)] : [])

/// `STATIC_CMARK=1` links libcmark's archive, so that the binary needs no package on the machine it is copied to.
let staticCMark = Context.environment["STATIC_CMARK"] != nil

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
// For libyaml, which it brings along as the module CYaml.
let yams = Target.Dependency.product(name: "Yams", package: "Yams")
let mustache = Target.Dependency.product(name: "Mustache", package: "swift-mustache")
// Sockets alone: the HTTP server of the same package brings libcurl along, which a static binary cannot have.
let sockets = Target.Dependency.product(name: "FlyingSocks", package: "FlyingFox")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")

let package = Package(
  name: "interlude",
  platforms: [.macOS(.v14)],
  products: [.executable(name: "interlude", targets: ["interlude"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", exact: "2.1.1"),
    .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
    .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
  ],
  targets: [
    // Lowest first: a target imports only what stands above it. Tests/ArchitectureTests keeps it so.
    .systemLibrary(
      name: "CCommonMark", pkgConfig: staticCMark ? nil : "libcmark", providers: [.apt(["libcmark-dev"])]),
    .target(name: "CArena"),
    .target(name: "Packing", swiftSettings: common),
    .target(name: "Escaping", swiftSettings: common),
    .target(name: "Multicore", swiftSettings: common),
    .target(name: "Diagnostics", dependencies: ["Multicore", "Escaping"], swiftSettings: common),
    .target(
      name: "Markdown", dependencies: ["CArena", "CCommonMark", "Packing", "Escaping", "Diagnostics"],
      swiftSettings: common + [.strictMemorySafety()],
      linkerSettings: staticCMark
        ? [.unsafeFlags(["-Xlinker", "-l:libcmark.a"])] : [.linkedLibrary("cmark")]),
    .target(
      name: "Content", dependencies: ["Packing", "Escaping", "Diagnostics", "Markdown", yams], swiftSettings: common),
    .target(
      name: "Theme", dependencies: ["Escaping", "Diagnostics", "Content", mustache, crypto], swiftSettings: common),
    .target(
      name: "ErrorPages", dependencies: ["Escaping", "Diagnostics", "Content", "Theme"], swiftSettings: common),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .target(
      name: "HelpSite",
      dependencies: ["CZlib", "Packing", "Escaping", "Diagnostics", "Markdown", "Content", "Theme"],
      swiftSettings: common),
    .target(
      name: "Gallery", dependencies: ["Escaping", "Diagnostics", "Content", "Theme", "ErrorPages"],
      swiftSettings: common),
    .systemLibrary(name: "CStemmer", providers: [.apt(["libstemmer-dev"]), .brew(["snowball"])]),
    .target(
      name: "Search",
      dependencies: ["CStemmer", "Packing", "Escaping", "Diagnostics", "Markdown", "Content", "Theme"],
      swiftSettings: common),
    .target(name: "ProxySnippets", dependencies: ["Escaping", "Diagnostics", "Content"], swiftSettings: common),
    .target(name: "CDisk"),
    .target(name: "Publish", dependencies: ["CDisk", "Packing", "Diagnostics", "Content"], swiftSettings: common),
    .target(
      name: "DevServer",
      dependencies: ["Escaping", "Diagnostics", "Content", "ProxySnippets", "Publish", sockets, crypto],
      resources: [.embedInCode("Browser/reload.js"), .embedInCode("Browser/preview.css")], swiftSettings: common),
    .target(name: "ProxyConfig", dependencies: ["Multicore", "Escaping", "Diagnostics"], swiftSettings: common),
    .target(name: "Trace", dependencies: ["Escaping", "Diagnostics", "ProxyConfig", crypto], swiftSettings: common),
    .target(
      name: "Checks", dependencies: ["Multicore", "Escaping", "Diagnostics", "ProxyConfig", "Trace"],
      swiftSettings: common),
    .target(name: "LogInput", dependencies: ["CZlib"], swiftSettings: common),
    .target(name: "CSkim"),
    .target(name: "Explain", dependencies: ["CSkim", "Escaping", "Diagnostics", "Content"], swiftSettings: common),
    .target(name: "LogPipelines", dependencies: ["Escaping", "Content"], swiftSettings: common),
    .executableTarget(name: "embed", swiftSettings: common),
    .plugin(name: "EmbedStarter", capability: .buildTool(), dependencies: ["embed"]),
    .target(name: "Starter", swiftSettings: common, plugins: ["EmbedStarter"]),
    .executableTarget(
      name: "bench",
      dependencies: [
        "CCommonMark", "Diagnostics", "Content", "Theme", "ErrorPages", "HelpSite", "Search", "Publish", "ProxyConfig",
        "Checks", "Explain", "Starter", argumentParser,
      ],
      swiftSettings: common),
    .executableTarget(
      name: "interlude",
      dependencies: [
        "Escaping", "Diagnostics", "Markdown", "Content", "Theme", "ErrorPages", "HelpSite", "Gallery", "Search",
        "ProxySnippets",
        "Packing", "Publish", "ProxyConfig", "Trace", "Checks", "LogInput", "Explain", "LogPipelines", "Starter",
        "DevServer",
        argumentParser,
      ],
      swiftSettings: common),

    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: common),
    .testTarget(name: "ArchitectureTests", dependencies: ["TestSupport"], swiftSettings: common),
    .testTarget(name: "EscapingTests", dependencies: ["Escaping"], swiftSettings: common),
    .testTarget(
      name: "DiagnosticsTests", dependencies: ["Diagnostics", "TestSupport"], exclude: ["Expected"],
      swiftSettings: common),
    .testTarget(
      name: "ContentTests", dependencies: ["Content", "Diagnostics", "TestSupport"],
      exclude: ["Base", "Fixtures", "vocabulary.tsv"], swiftSettings: common),
    .testTarget(
      name: "HelpSiteTests", dependencies: ["HelpSite", "Content", "Diagnostics", "Theme", "TestSupport"],
      swiftSettings: common),
    .testTarget(name: "CommandTests", dependencies: ["TestSupport"], exclude: ["validate.py"], swiftSettings: common),
    .testTarget(
      name: "ServerTests", dependencies: ["TestSupport"], exclude: ["check_config.py"], swiftSettings: common),
    .testTarget(
      name: "BrowserTests", dependencies: ["TestSupport"],
      exclude: [
        "chromium.py", "comforts.py", "crawl.py", "inspect_pages.py", "layout.py", "preview.py", "retry.py",
        "screenshots.py", "search.py", "themes.py",
      ],
      swiftSettings: common),
    .testTarget(
      name: "ExplainTests", dependencies: ["Explain", "Content", "Diagnostics", "TestSupport"],
      exclude: ["Pasted", "Unrelated"],
      swiftSettings: common),
    .testTarget(
      name: "LogPipelinesTests", dependencies: ["LogPipelines", "Explain", "Content", "Diagnostics", "TestSupport"],
      exclude: ["run_rules.py"], swiftSettings: common),
    .testTarget(name: "LogInputTests", dependencies: ["LogInput", "TestSupport"], swiftSettings: common),
    .testTarget(
      name: "SnippetServerTests", dependencies: ["TestSupport"],
      exclude: ["judges.py", "run_snippets.py", "snippets.py"], swiftSettings: common),
    .testTarget(
      name: "ExplainServerTests", dependencies: ["Explain", "Content", "TestSupport"], exclude: ["upstream.py"],
      swiftSettings: common),
    .testTarget(name: "CostTests", dependencies: ["TestSupport"], exclude: ["counts.json"], swiftSettings: common),
    .testTarget(name: "PackingTests", dependencies: ["Packing"], swiftSettings: common),
    .testTarget(
      name: "DevServerTests",
      dependencies: ["DevServer", "Content", "Diagnostics", "TestSupport", sockets],
      swiftSettings: common),
    .testTarget(
      name: "PublishTests", dependencies: ["Publish", "Content", "Diagnostics", "TestSupport"], swiftSettings: common),
    .testTarget(
      name: "ChecksTests",
      dependencies: ["Checks", "Trace", "ProxyConfig", "Diagnostics", "Escaping", "TestSupport"],
      exclude: ["Fixtures", "WellBuilt"], swiftSettings: common),
    .testTarget(
      name: "MarkdownTests", dependencies: ["Markdown", "Packing", "Diagnostics"], exclude: ["Fixtures"],
      swiftSettings: common),
    .testTarget(
      name: "ThemeTests", dependencies: ["Theme", "Content", "Diagnostics", "Escaping", "TestSupport", mustache],
      swiftSettings: common),
    .testTarget(
      name: "ErrorPagesTests",
      dependencies: ["ErrorPages", "Theme", "Content", "Diagnostics", "Escaping", "TestSupport"],
      swiftSettings: common),
    .testTarget(
      name: "GalleryTests",
      dependencies: ["Gallery", "ErrorPages", "Theme", "Content", "Diagnostics", "TestSupport"],
      swiftSettings: common),
    .testTarget(
      name: "SearchTests", dependencies: ["Search", "Packing", "Content", "Diagnostics", "TestSupport"],
      exclude: ["Fixtures"], swiftSettings: common),
    .testTarget(
      name: "ProxySnippetsTests", dependencies: ["ProxySnippets", "Content", "Diagnostics", "TestSupport"],
      exclude: ["Expected"], swiftSettings: common),
    .testTarget(
      name: "ProxyConfigTests", dependencies: ["ProxyConfig", "Diagnostics"], exclude: ["PublicConfigs"],
      swiftSettings: common),
    .testTarget(
      name: "TraceTests", dependencies: ["Trace", "ProxyConfig", "Diagnostics", "Escaping", "TestSupport"],
      exclude: ["fixtures", "Recorded"], swiftSettings: common),
    .testTarget(
      name: "NginxDifferentialTests", dependencies: ["Trace", "ProxyConfig", "Diagnostics", "TestSupport"],
      exclude: ["kitchen-sink.conf", "crossplane_tokens.py"], swiftSettings: common),
    .testTarget(
      name: "CaddyDifferentialTests", dependencies: ["Trace", "ProxyConfig", "Diagnostics", "TestSupport"],
      exclude: ["fetch-caddy.sh"],
      swiftSettings: common),
  ],
  swiftLanguageModes: [.v6]
)
