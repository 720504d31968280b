// swift-tools-version: 6.2
import PackageDescription

// One screen of settings, shared by every module; then the targets in dependency order.
// The arrows between modules are drawn in ARCHITECTURE.md; they run one way only.

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

/// For the modules that declare functions returning views that must not outlive the mapped file.
let viewSettings = settings + [.enableExperimentalFeature("Lifetimes")]

/// For tests that calculate little themselves, so that optimizing them takes longer than running them.
let lightTestSettings = settings + [.unsafeFlags(["-Onone"])]

/// Files that travel inside the program: parts of its page.
func embedded(in folder: String, _ names: String...) -> [Resource] {
  names.map { .embedInCode("\(folder)/\($0)") }
}

let package = Package(
  name: "mapc",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "OSMInput", targets: ["OSMInput"]),
    .library(name: "MapCompiler", targets: ["MapCompiler"]),
    .library(name: "Nav", targets: ["Nav"]),
    .library(name: "OnlineRouting", targets: ["OnlineRouting", "RouteModel"]),
    .executable(name: "mapc", targets: ["mapc"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    // For the service and the online engine only: what a reader links has no dependency.
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.14.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.0.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CExpat", pkgConfig: "expat",
      providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]),
    .systemLibrary(
      name: "CBZip2", pkgConfig: "bzip2",
      providers: [.apt(["libbz2-dev"]), .brew(["bzip2"])]),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),

    .target(name: "CCRC32C"),
    .target(name: "CMalloc"),
    .target(name: "CTIFF"),
    .target(name: "Gzip", dependencies: ["CZlib"], swiftSettings: settings),
    .target(name: "Expat", dependencies: ["CExpat"], swiftSettings: settings),
    .target(name: "Bytes", dependencies: ["CCRC32C", "CMalloc"], swiftSettings: viewSettings),
    .target(name: "GeoTIFF", dependencies: ["CTIFF"], swiftSettings: settings),
    .target(name: "Notation", swiftSettings: settings),
    .target(name: "Geo", swiftSettings: settings),
    .target(name: "JSON", dependencies: ["Bytes", "Notation"], swiftSettings: settings),
    .target(
      name: "OSMInput", dependencies: ["Expat", "Bytes", "Geo", "Notation", "CBZip2", "CZlib"],
      swiftSettings: settings),
    .target(name: "RoadModel", dependencies: ["Notation"], swiftSettings: settings),
    .target(name: "RoadRules", dependencies: ["RoadModel", "Notation"], swiftSettings: settings),
    .target(
      name: "NavFormat", dependencies: ["Bytes", "Geo", "RoadModel"],
      swiftSettings: viewSettings),
    .target(name: "Hierarchy", swiftSettings: viewSettings),
    .target(
      name: "MapCompiler",
      dependencies: [
        "OSMInput", "RoadRules", "RoadModel", "NavFormat", "MapReader", "RoadCosts", "RouteModel",
        "Hierarchy", "GeoTIFF", "Bytes", "Geo",
      ],
      swiftSettings: settings),
    .target(
      name: "MapReader", dependencies: ["NavFormat", "Bytes", "Geo", "RoadModel"],
      swiftSettings: viewSettings),
    .target(
      name: "RouteModel", dependencies: ["RoadModel", "Notation", "Geo", "Bytes"],
      swiftSettings: settings),
    // Rules for maneuvers, and sentences in languages that are files of their own.
    .target(
      name: "Guidance", dependencies: ["RouteModel", "RoadModel", "Notation", "Geo"],
      resources: embedded(
        in: "Languages", "en.txt", "en-GB.txt", "en-CA.txt", "de.txt", "de-CH.txt", "fr.txt",
        "es.txt", "it.txt", "pt.txt", "pt-BR.txt"),
      swiftSettings: settings),
    .target(
      name: "RoadCosts",
      dependencies: [
        "RouteModel", "MapReader", "Hierarchy", "NavFormat", "RoadModel", "Geo", "Bytes",
      ],
      swiftSettings: viewSettings),
    .target(
      name: "PathViews",
      dependencies: ["Guidance", "RouteModel", "MapReader", "NavFormat", "RoadModel", "Geo"],
      swiftSettings: viewSettings),
    .target(
      name: "Routing",
      dependencies: [
        "RouteModel", "RoadCosts", "PathViews", "MapReader", "Hierarchy", "NavFormat", "RoadModel",
        "Geo", "Bytes",
      ],
      swiftSettings: viewSettings),
    .target(
      name: "MapMatching",
      dependencies: [
        "RouteModel", "RoadCosts", "PathViews", "MapReader", "Hierarchy", "NavFormat", "RoadModel",
        "Geo", "Bytes",
      ],
      swiftSettings: viewSettings),
    .target(
      name: "Traffic",
      dependencies: [
        "RouteModel", "MapMatching", "MapReader", "Hierarchy", "NavFormat", "RoadModel", "Geo",
        "Bytes",
      ],
      swiftSettings: viewSettings),
    // Search for settlements, streets, addresses and points of interest.
    .target(
      name: "Places",
      dependencies: [
        "RouteModel", "Routing", "RoadCosts", "RoadRules", "MapReader", "NavFormat", "RoadModel",
        "Geo", "Bytes",
      ],
      swiftSettings: viewSettings),
    // A trip under way.
    .target(
      name: "Navigation",
      dependencies: ["RouteModel", "MapMatching", "Guidance", "RoadModel", "Geo"],
      swiftSettings: settings),
    .target(
      name: "Nav",
      dependencies: [
        "RouteModel", "MapReader", "Routing", "MapMatching", "Guidance", "Places", "Traffic",
        "Navigation", "RoadModel", "Geo", "NavFormat", "Bytes",
      ],
      swiftSettings: settings),
    .target(
      name: "TraceIO", dependencies: ["JSON", "Expat", "Bytes", "Geo", "Notation"],
      swiftSettings: settings),
    // Feeds of traffic as text.
    .target(
      name: "TrafficIO",
      dependencies: [
        "TraceIO", "JSON", "Traffic", "RouteModel", "RoadModel", "Expat", "Notation", "Geo",
      ],
      swiftSettings: settings),
    .target(
      name: "PageParts",
      resources: embedded(
        in: "Parts", "page.html", "policy.html", "base.css", "panel.css", "world.js", "paint.js",
        "names.js",
        "signs.js", "marks.js", "view.js", "tiles.js", "service.js", "joins.js", "file.js",
        "source.js", "roads.js", "overlay.js", "picture.js", "trip.js", "search.js", "form.js",
        "answers.js",
        "tips.js", "traces.js", "drive.js", "moves.js"),
      swiftSettings: settings),
    .target(
      name: "MapServer",
      dependencies: [
        "PageParts", "Gzip", "JSON", "RouteModel", "RoadCosts", "Routing", "MapMatching",
        "Guidance", "Navigation", "Places", "Traffic",
        "PathViews", "MapReader", "NavFormat", "RoadModel", "Geo", "Notation", "Bytes",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      resources: embedded(in: "Page", "icon.svg"),
      swiftSettings: settings),
    .target(
      name: "OnlineRouting",
      dependencies: [
        "RouteModel", "RoadModel", "Geo", "Notation", "Bytes",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: settings),
    // All of the command line but the process, so that tests can import it.
    .target(
      name: "MapcCommands",
      dependencies: [
        "MapServer", "PageParts", "JSON", "MapCompiler", "MapReader", "RouteModel", "Routing",
        "MapMatching", "Guidance", "Navigation", "Places", "Traffic", "TrafficIO",
        "OSMInput", "TraceIO", "NavFormat", "RoadModel", "RoadRules", "Geo", "Notation", "Bytes",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Sources/mapc", exclude: ["Program"],
      swiftSettings: settings),
    .executableTarget(
      name: "mapc", dependencies: ["MapcCommands", "Bytes"], path: "Sources/mapc/Program",
      swiftSettings: settings,
      // A process starts in half the time.
      linkerSettings: [
        .unsafeFlags(
          ["-static-stdlib", "-l_FoundationCShims", "-l_FoundationCollections"],
          .when(platforms: [.linux]))
      ]),

    .target(
      name: "TestSupport",
      dependencies: [
        "MapCompiler", "MapReader", "RouteModel", "Routing", "NavFormat", "RoadModel", "OSMInput",
        "Bytes", "Geo",
      ],
      path: "Tests/TestSupport", swiftSettings: settings),
    // Slow searches that the engine's answers are compared with; optimized, as the tests are not.
    .target(
      name: "RoutingReference",
      dependencies: [
        "RouteModel", "RoadCosts", "Routing", "MapReader", "NavFormat", "RoadModel", "Geo",
        "TestSupport",
      ],
      path: "Tests/RoutingReference", swiftSettings: settings),
    // An engine as others may write it, here so that its tests do not compile all modules once more. tools/docs shows
    // that what it needs is public.
    .target(
      name: "StraightLine", dependencies: ["Nav"],
      path: "Samples/engine/Sources/StraightLine"),
    .testTarget(
      name: "StraightLineTests", dependencies: ["StraightLine", "Nav"],
      path: "Samples/engine/Tests/StraightLineTests"),
    .testTarget(
      name: "BytesTests", dependencies: ["Bytes", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "GeoTIFFTests", dependencies: ["GeoTIFF", "CZlib", "TestSupport"],
      swiftSettings: lightTestSettings),
    .testTarget(
      name: "GzipTests", dependencies: ["Gzip", "CZlib", "TestSupport"],
      swiftSettings: lightTestSettings),
    .testTarget(
      name: "NotationTests", dependencies: ["Notation"], swiftSettings: lightTestSettings),
    .testTarget(
      name: "JSONTests", dependencies: ["JSON"], swiftSettings: lightTestSettings),
    .testTarget(name: "GeoTests", dependencies: ["Geo", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "OSMInputTests",
      dependencies: ["OSMInput", "Geo", "Bytes", "CBZip2", "CZlib", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "TraceIOTests", dependencies: ["TraceIO", "JSON", "Geo", "Bytes", "TestSupport"],
      swiftSettings: lightTestSettings),
    .testTarget(
      name: "RoadModelTests", dependencies: ["RoadModel", "RoadCosts", "TestSupport"],
      swiftSettings: lightTestSettings),
    .testTarget(
      name: "RoadRulesTests", dependencies: ["RoadRules", "RoadModel", "TestSupport"],
      swiftSettings: lightTestSettings),
    .testTarget(
      name: "HierarchyTests", dependencies: ["Hierarchy", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "NavFormatTests",
      dependencies: ["NavFormat", "Bytes", "Geo", "RoadModel", "TestSupport"],
      swiftSettings: lightTestSettings),
    .testTarget(
      name: "MapCompilerTests",
      dependencies: [
        "MapCompiler", "MapReader", "NavFormat", "OSMInput", "GeoTIFF", "RoadRules", "RoadModel",
        "RouteModel", "Routing", "Hierarchy", "Bytes", "Geo", "TestSupport",
      ],
      swiftSettings: lightTestSettings),
    .testTarget(
      name: "MapReaderTests",
      dependencies: [
        "MapReader", "MapCompiler", "RouteModel", "RoadCosts", "Routing", "NavFormat", "Bytes",
        "Geo", "RoadModel",
        "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "RoutingTests",
      dependencies: [
        "RouteModel", "RoadCosts", "Routing", "MapReader", "MapCompiler", "NavFormat", "OSMInput",
        "RoadModel", "Hierarchy", "Guidance",
        "Bytes", "Geo", "RoutingReference", "TestSupport",
      ],
      swiftSettings: lightTestSettings),
    .testTarget(
      name: "PlacesTests",
      dependencies: [
        "Places", "RouteModel", "Routing", "MapReader", "MapCompiler", "NavFormat", "OSMInput",
        "RoadModel", "RoadRules", "Geo", "TestSupport",
      ],
      swiftSettings: lightTestSettings),
    .testTarget(
      name: "TrafficTests",
      dependencies: [
        "Traffic", "TrafficIO", "JSON", "RouteModel", "Routing", "MapReader", "MapCompiler",
        "NavFormat", "RoadModel", "Geo", "Bytes", "TestSupport",
      ],
      swiftSettings: lightTestSettings),
    .testTarget(
      name: "MapMatchingTests",
      dependencies: [
        "MapMatching", "RouteModel", "Routing", "MapReader", "NavFormat", "RoadModel", "Geo",
        "TestSupport",
      ],
      swiftSettings: lightTestSettings),
    .testTarget(
      name: "NavigationTests",
      dependencies: [
        "Navigation", "JSON", "MapMatching", "Guidance", "RouteModel", "Routing", "MapReader",
        "MapCompiler", "NavFormat", "RoadModel", "Bytes", "Geo", "TestSupport",
      ],
      exclude: ["Golden"], swiftSettings: lightTestSettings),
    .testTarget(
      name: "MapcCommandsTests",
      dependencies: [
        "MapcCommands", "RouteModel", "Routing", "RoadModel", "Geo", "JSON", "MapReader",
        "MapCompiler", "Navigation", "Guidance", "Bytes", "TestSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: lightTestSettings),
    .testTarget(
      name: "MapServerTests",
      dependencies: [
        "MapServer", "MapCompiler", "RouteModel", "RoadCosts", "Routing", "MapReader", "NavFormat",
        "RoadModel", "Geo", "JSON", "Places", "Traffic", "Bytes", "TestSupport",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: lightTestSettings),
    .testTarget(
      name: "GuidanceTests",
      dependencies: ["Guidance", "RouteModel", "RoadModel", "Geo", "TestSupport"],
      exclude: ["Languages", "Words/Patterns"],
      swiftSettings: lightTestSettings),
    .testTarget(
      name: "OnlineRoutingTests",
      dependencies: [
        "OnlineRouting", "MapServer", "RouteModel", "RoadCosts", "Routing", "MapMatching",
        "MapReader", "NavFormat", "RoadModel", "Geo", "Traffic", "Bytes", "TestSupport",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "Logging", package: "swift-log"),
      ],
      exclude: ["Golden"], swiftSettings: lightTestSettings),
  ],
  swiftLanguageModes: [.v6]
)
