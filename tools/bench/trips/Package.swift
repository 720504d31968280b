// swift-tools-version: 6.2
import PackageDescription

// Simulated trips on extracts, and traces driven along their matched routes; see RESULTS.md.
let package = Package(
  name: "trips",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "mapc", path: "../../..")],
  targets: [
    .executableTarget(name: "trips", dependencies: [.product(name: "Nav", package: "mapc")])
  ]
)
