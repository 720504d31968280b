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
    .executable(name: "mapc", targets: ["mapc"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
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
    .target(name: "Gzip", dependencies: ["CZlib"], swiftSettings: settings),
    .target(name: "Expat", dependencies: ["CExpat"], swiftSettings: settings),
    .target(name: "Bytes", dependencies: ["CCRC32C", "CMalloc"], swiftSettings: viewSettings),
    .target(name: "Notation", swiftSettings: settings),
    .target(name: "Geo", swiftSettings: settings),
    .target(name: "JSON", dependencies: ["Notation"], swiftSettings: settings),
    .target(
      name: "OSMInput", dependencies: ["Expat", "Bytes", "Geo", "Notation", "CBZip2", "CZlib"],
      swiftSettings: settings),
    .target(name: "RoadModel", dependencies: ["Geo", "Notation"], swiftSettings: settings),
    .target(name: "RoadRules", dependencies: ["RoadModel", "Notation"], swiftSettings: settings),
    .target(
      name: "NavFormat", dependencies: ["Bytes", "Geo", "RoadModel"],
      swiftSettings: viewSettings),
    .target(name: "Hierarchy", swiftSettings: viewSettings),
    .target(
      name: "MapCompiler",
      dependencies: [
        "OSMInput", "RoadRules", "RoadModel", "NavFormat", "MapReader", "RoadCosts", "RouteModel",
        "Hierarchy", "Bytes", "Geo",
      ],
      swiftSettings: settings),
    .target(
      name: "MapReader", dependencies: ["NavFormat", "Bytes", "Geo", "RoadModel"],
      swiftSettings: viewSettings),
    .target(
      name: "RouteModel", dependencies: ["RoadModel", "Geo", "Bytes"], swiftSettings: settings),
    // Rules for maneuvers, and sentences in languages that are files of their own.
    .target(
      name: "Guidance", dependencies: ["RouteModel", "RoadModel", "Geo"],
      resources: embedded(
        in: "Languages", "en.txt", "en-GB.txt", "de.txt", "fr.txt", "es.txt", "pt.txt", "pt-BR.txt"),
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
        "Geo",
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
        "Navigation",
        "RoadModel", "Geo",
      ],
      swiftSettings: settings),
    .target(
      name: "TraceIO", dependencies: ["Expat", "Bytes", "Geo", "Notation"], swiftSettings: settings),
    // Feeds of traffic as text.
    .target(
      name: "TrafficIO",
      dependencies: ["TraceIO", "Traffic", "RouteModel", "RoadModel", "Expat", "Notation", "Geo"],
      swiftSettings: settings),
    .target(
      name: "PageParts",
      resources: embedded(
        in: "Parts", "page.html", "policy.html", "base.css", "panel.css", "world.js", "paint.js",
        "names.js",
        "signs.js", "marks.js", "view.js", "tiles.js", "service.js", "joins.js", "file.js",
        "source.js", "roads.js", "overlay.js", "picture.js", "trip.js", "form.js", "answers.js",
        "tips.js", "traces.js", "moves.js"),
      swiftSettings: settings),
    // All of the command line but the process, so that tests can import it.
    .target(
      name: "MapcCommands",
      dependencies: [
        "PageParts", "JSON", "MapCompiler", "MapReader", "RouteModel", "Routing",
        "MapMatching", "Guidance", "Navigation", "Places", "Traffic", "TrafficIO",
        "OSMInput", "TraceIO", "NavFormat", "RoadModel", "RoadRules", "Geo", "Notation", "Bytes",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Sources/mapc", exclude: ["Program", "Commands/Serve.swift", "Commands/Search.swift", "Commands/IsolineCommand.swift", "Output/IsolineOutput.swift"],
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
        "MapCompiler", "MapReader", "RouteModel", "RoadCosts", "Routing", "NavFormat", "RoadModel",
        "OSMInput", "Hierarchy",
        "Bytes", "Geo",
      ],
      path: "Tests/TestSupport", swiftSettings: settings),
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
        "RoadModel", "Hierarchy",
        "Bytes", "Geo", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "NavigationTests",
      dependencies: [
        "Navigation", "JSON", "MapMatching", "Guidance", "RouteModel", "Routing", "MapReader",
        "RoadModel", "Geo", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "MapcCommandsTests",
      dependencies: [
        "MapcCommands", "RouteModel", "RoadCosts", "Routing", "RoadModel", "TraceIO",
        "Traffic", "TrafficIO", "MapReader",
        "TestSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
