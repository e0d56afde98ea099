// swift-tools-version: 6.2

import PackageDescription

// A program of somebody else: it sees what is public of the product, and nothing of the package.
let package = Package(
  name: "client",
  dependencies: [.package(name: "daymark", path: "../..")],
  targets: [
    .executableTarget(
      name: "client", dependencies: [.product(name: "Daymark", package: "daymark")],
      swiftSettings: [
        .enableUpcomingFeature("MemberImportVisibility"), .treatAllWarnings(as: .error),
      ])
  ],
  swiftLanguageModes: [.v6]
)
