// swift-tools-version: 6.2
import PackageDescription

// A custom engine: it adopts the protocol of the library, and needs no map.
let package = Package(
  name: "engine",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [.library(name: "StraightLine", targets: ["StraightLine"])],
  dependencies: [.package(name: "mapc", path: "../..")],
  targets: [
    .target(name: "StraightLine", dependencies: [.product(name: "Nav", package: "mapc")]),
    .testTarget(name: "StraightLineTests", dependencies: ["StraightLine"]),
  ]
)
