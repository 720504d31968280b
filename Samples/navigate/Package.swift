// swift-tools-version: 6.2
import PackageDescription

// A navigator without a screen, on the embeddable library only.
let package = Package(
  name: "navigate",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "mapc", path: "../..")],
  targets: [
    .executableTarget(name: "navigate", dependencies: [.product(name: "Nav", package: "mapc")])
  ]
)
