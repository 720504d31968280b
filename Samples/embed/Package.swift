// swift-tools-version: 6.2
import PackageDescription

// A program that links only the embeddable library: no compiler, no C library, no Foundation.
let package = Package(
  name: "embed",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "mapc", path: "../..")],
  targets: [
    .executableTarget(name: "embed", dependencies: [.product(name: "Nav", package: "mapc")])
  ]
)
