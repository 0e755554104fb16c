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

/// On Linux the C libraries become part of the binary, so that it outlives the packages it was built with and starts
/// without looking for them. `SHARED_LIBRARIES=1` is for systems whose packages bring no archives.
#if os(Linux)
  let archives = Context.environment["SHARED_LIBRARIES"] == nil
#else
  let archives = false
#endif

/// A C library of the system, by its name for the linker.
func library(_ name: String) -> [LinkerSetting] { [.linkedLibrary(archives ? ":lib\(name).a" : name)] }

/// Where its headers are; what this says of linking would choose the shared library.
func headers(_ name: String) -> String? { archives ? nil : name }

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
// For tests alone, which hold our own engine against it.
let mustache = Target.Dependency.product(name: "Mustache", package: "swift-mustache")

let package = Package(
  name: "interlude",
  platforms: [.macOS(.v14)],
  products: [.executable(name: "interlude", targets: ["interlude"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", exact: "2.1.1"),
  ],
  targets: [
    // Lowest first: a target imports only what stands above it. Tests/ArchitectureTests keeps it so.
    .systemLibrary(name: "CCommonMark", pkgConfig: headers("libcmark"), providers: [.apt(["libcmark-dev"])]),
    .systemLibrary(
      name: "CCrypto", pkgConfig: headers("libcrypto"), providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
    .systemLibrary(name: "CStemmer", providers: [.apt(["libstemmer-dev"]), .brew(["snowball"])]),
    .systemLibrary(
      name: "CYaml", pkgConfig: headers("yaml-0.1"), providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(name: "CZlib", pkgConfig: headers("zlib"), providers: [.apt(["zlib1g-dev"])]),
    .target(name: "CArena"),
    .target(
      name: "Digests", dependencies: ["CCrypto"], swiftSettings: common + [.strictMemorySafety()],
      linkerSettings: library("crypto")),
    .target(name: "Packing", swiftSettings: common),
    .target(name: "Escaping", swiftSettings: common),
    .target(name: "Multicore", swiftSettings: common),
    .target(name: "Diagnostics", dependencies: ["Multicore", "Packing", "Escaping"], swiftSettings: common),
    .target(
      name: "Markdown", dependencies: ["CArena", "CCommonMark", "Packing", "Escaping", "Diagnostics"],
      swiftSettings: common + [.strictMemorySafety()], linkerSettings: library("cmark")),
    .target(
      name: "Content", dependencies: ["CYaml", "Packing", "Escaping", "Diagnostics", "Markdown"],
      swiftSettings: common, linkerSettings: library("yaml")),
    .target(
      name: "Theme", dependencies: ["Digests", "Escaping", "Diagnostics", "Content"], swiftSettings: common),
    .target(
      name: "ErrorPages", dependencies: ["CZlib", "Escaping", "Diagnostics", "Content", "Theme"],
      swiftSettings: common, linkerSettings: library("z")),
    .target(
      name: "HelpSite",
      dependencies: ["CZlib", "Packing", "Escaping", "Diagnostics", "Markdown", "Content", "Theme"],
      swiftSettings: common, linkerSettings: library("z")),
    .target(
      name: "Gallery", dependencies: ["Escaping", "Diagnostics", "Content", "Theme", "ErrorPages"],
      swiftSettings: common),
    .target(
      name: "Search",
      dependencies: ["CStemmer", "Packing", "Escaping", "Diagnostics", "Markdown", "Content", "Theme"],
      resources: [.embedInCode("Engine/Weights.json")], swiftSettings: common, linkerSettings: library("stemmer")),
    .target(name: "ProxySnippets", dependencies: ["Escaping", "Diagnostics", "Content"], swiftSettings: common),
    .target(name: "CDisk"),
    .target(name: "Publish", dependencies: ["CDisk", "Packing", "Diagnostics", "Content"], swiftSettings: common),
    .target(
      name: "DevServer",
      dependencies: ["Digests", "Escaping", "Diagnostics", "Content", "ProxySnippets", "Publish"],
      resources: [.embedInCode("Browser/reload.js"), .embedInCode("Browser/preview.css")], swiftSettings: common),
    .target(name: "ProxyConfig", dependencies: ["Multicore", "Escaping", "Diagnostics"], swiftSettings: common),
    .target(name: "Trace", dependencies: ["Digests", "Escaping", "Diagnostics", "ProxyConfig"], swiftSettings: common),
    .target(
      name: "Checks", dependencies: ["Multicore", "Escaping", "Diagnostics", "ProxyConfig", "Trace"],
      swiftSettings: common),
    .target(
      name: "HAProxy", dependencies: ["Diagnostics", "ProxyConfig", "Trace", "Checks"], swiftSettings: common),
    .target(
      name: "Apache", dependencies: ["Diagnostics", "ProxyConfig", "Trace", "Checks"], swiftSettings: common),
    .target(name: "Proxies", dependencies: ["ProxyConfig", "Checks", "HAProxy", "Apache"], swiftSettings: common),
    .target(
      name: "Survey", dependencies: ["Multicore", "Escaping", "Diagnostics", "ProxyConfig", "Trace"],
      swiftSettings: common),
    .target(name: "Migration", dependencies: ["Content", "Diagnostics"], swiftSettings: common),
    .target(
      name: "Expectations",
      dependencies: ["Escaping", "Diagnostics", "Content", "ProxyConfig", "Trace", "Checks", "Proxies"],
      swiftSettings: common),
    .target(name: "CSandbox"),
    .target(
      name: "Rehearsal",
      dependencies: ["CSandbox", "Escaping", "Diagnostics", "ProxyConfig", "Trace", "Checks", "Expectations"],
      swiftSettings: common),
    .target(name: "LogInput", dependencies: ["CZlib"], swiftSettings: common, linkerSettings: library("z")),
    .target(name: "CSkim"),
    .target(name: "Explain", dependencies: ["CSkim", "Escaping", "Diagnostics", "Content"], swiftSettings: common),
    .target(name: "LogPipelines", dependencies: ["Escaping", "Content"], swiftSettings: common),
    .target(name: "LinkCheck", dependencies: ["Diagnostics", "Markdown", "Content"], swiftSettings: common),
    .executableTarget(name: "embed", swiftSettings: common),
    .plugin(name: "EmbedStarter", capability: .buildTool(), dependencies: ["embed"]),
    .target(name: "Starter", swiftSettings: common, plugins: ["EmbedStarter"]),
    .target(
      name: "Building",
      dependencies: [
        "Packing", "Diagnostics", "Content", "Theme", "ErrorPages", "HelpSite", "Gallery", "Search", "ProxySnippets",
        "Publish", "DevServer", "Starter",
      ],
      swiftSettings: common),
    .executableTarget(
      name: "bench",
      dependencies: [
        "CCommonMark", "Diagnostics", "Content", "Theme", "ErrorPages", "HelpSite", "Search", "Publish", "ProxyConfig",
        "Checks", "Proxies", "Explain", "Starter", argumentParser,
      ],
      swiftSettings: common),
    .executableTarget(
      name: "interlude",
      dependencies: [
        "Escaping", "Diagnostics", "Content", "ErrorPages", "Search", "Publish", "DevServer", "ProxyConfig", "Trace",
        "Checks", "Proxies", "Survey", "Expectations", "Rehearsal", "Migration", "LogInput", "Explain", "LogPipelines",
        "LinkCheck",
        "Starter", "Building",
        argumentParser,
      ],
      swiftSettings: common),

    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: common),
    .target(
      name: "LiveUpstreams", dependencies: ["Survey", "Trace", "ProxyConfig", "Diagnostics", "TestSupport"],
      path: "Tests/LiveUpstreams",
      swiftSettings: common),
    .testTarget(name: "ArchitectureTests", dependencies: ["TestSupport"], swiftSettings: common),
    .testTarget(name: "DigestsTests", dependencies: ["Digests"], swiftSettings: common),
    .testTarget(name: "EscapingTests", dependencies: ["Escaping"], swiftSettings: common),
    .testTarget(
      name: "DiagnosticsTests", dependencies: ["Diagnostics", "TestSupport"], exclude: ["Expected"],
      swiftSettings: common),
    .testTarget(
      name: "ContentTests", dependencies: ["Content", "Diagnostics", "TestSupport"],
      exclude: ["Base", "Fixtures", "glossary.tsv", "vocabulary.tsv"], swiftSettings: common),
    .testTarget(
      name: "HelpSiteTests", dependencies: ["HelpSite", "Content", "Diagnostics", "Theme", "TestSupport"],
      swiftSettings: common),
    .testTarget(
      name: "LinkCheckTests", dependencies: ["LinkCheck", "Content", "Diagnostics"], swiftSettings: common),
    .testTarget(
      name: "BuildingTests",
      dependencies: ["Building", "DevServer", "Publish", "Content", "Diagnostics", "TestSupport"],
      swiftSettings: common),
    .testTarget(name: "CommandTests", dependencies: ["TestSupport"], exclude: ["validate.py"], swiftSettings: common),
    .testTarget(
      name: "ServerTests", dependencies: ["TestSupport"],
      exclude: ["check_config.py", "check_manifests.py", "worker.mjs", "page-service.txt"],
      swiftSettings: common),
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
      dependencies: ["DevServer", "Content", "Diagnostics", "TestSupport"],
      swiftSettings: common),
    .testTarget(
      name: "PublishTests", dependencies: ["Packing", "Publish", "Content", "Diagnostics", "TestSupport"],
      swiftSettings: common),
    .testTarget(
      name: "ChecksTests",
      dependencies: ["Proxies", "Checks", "Trace", "ProxyConfig", "Diagnostics", "Escaping", "TestSupport"],
      exclude: ["Fixtures", "WellBuilt"], swiftSettings: common),
    .testTarget(
      name: "MarkdownTests", dependencies: ["Markdown", "Packing", "Diagnostics", "TestSupport"], exclude: ["Fixtures"],
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
      name: "ProxyConfigTests", dependencies: ["ProxyConfig", "Diagnostics", "TestSupport"],
      exclude: ["PublicConfigs", "OtherConfigs"],
      swiftSettings: common),
    .testTarget(
      name: "TraceTests",
      dependencies: ["Survey", "Proxies", "Checks", "Trace", "ProxyConfig", "Diagnostics", "Escaping", "TestSupport"],
      exclude: ["fixtures", "Recorded"], swiftSettings: common),
    .testTarget(
      name: "MigrationTests", dependencies: ["Migration", "Checks", "Diagnostics", "TestSupport"],
      exclude: ["Fixtures", "Themes"],
      swiftSettings: common),
    .testTarget(
      name: "ExpectationsTests",
      dependencies: ["Expectations", "Proxies", "Checks", "Trace", "ProxyConfig", "Diagnostics", "TestSupport"],
      swiftSettings: common),
    .testTarget(
      name: "RehearsalTests", dependencies: ["TestSupport"], exclude: ["Fixtures"], swiftSettings: common),
    .testTarget(
      name: "HAProxyTests",
      dependencies: ["HAProxy", "Checks", "Trace", "ProxyConfig", "Diagnostics", "TestSupport", "LiveUpstreams"],
      exclude: ["Fixtures"],
      swiftSettings: common),
    .testTarget(
      name: "ApacheTests",
      dependencies: ["Apache", "Checks", "Trace", "ProxyConfig", "Diagnostics", "TestSupport"],
      exclude: ["Fixtures", "Guessed", "agreement.py"], swiftSettings: common),
    .testTarget(
      name: "NginxDifferentialTests",
      dependencies: ["Survey", "Trace", "ProxyConfig", "Diagnostics", "TestSupport", "LiveUpstreams"],
      exclude: ["kitchen-sink.conf", "crossplane_tokens.py"], swiftSettings: common),
    .testTarget(
      name: "CaddyDifferentialTests",
      dependencies: ["Trace", "ProxyConfig", "Diagnostics", "TestSupport", "LiveUpstreams"],
      exclude: ["fetch-caddy.sh"],
      swiftSettings: common),
  ],
  swiftLanguageModes: [.v6]
)

// Programs that make up input, which only `make fuzz` builds: they need code that counts where it comes by.
if Context.environment["INTERLUDE_FUZZ"] != nil {
  // Programs with an entry of their own do not get along with libFuzzer's.
  let programs = ["embed", "EmbedStarter", "Starter", "Building", "interlude", "bench"]
  package.targets.removeAll { $0.type == .test || programs.contains($0.name) }
  package.products = []
  package.targets += [
    .target(name: "CFuzzer", path: "fuzz/CFuzzer"),
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "CFuzzer", "Diagnostics", "Markdown", "Content", "Theme", "Search", "DevServer", "ProxyConfig", "Trace",
        "Checks",
        "Proxies", "Migration", "Expectations", "Explain",
      ],
      path: "fuzz/Targets", swiftSettings: common, linkerSettings: [.unsafeFlags(["-use-ld=lld"])]),
  ]
}
