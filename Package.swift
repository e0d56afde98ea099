// swift-tools-version: 6.2

import PackageDescription

/// Settings of every Swift target of this package.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

/// A room: its folder is the short name, its module the name with `Daymark` in front.
func room(
  _ folder: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
  .target(
    name: "Daymark\(folder)", dependencies: ["DaymarkModel", "DaymarkDocuments"] + dependencies,
    path: "Sources/\(folder)", exclude: exclude, swiftSettings: settings)
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies + [arguments], path: "Sources/\(name)",
    swiftSettings: settings)
}

func tests(
  _ folder: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
  .testTarget(
    name: "\(folder)Tests",
    dependencies: dependencies + ["DaymarkModel", "DaymarkDocuments", "DaymarkTestSupport"],
    path: "Tests/\(folder)Tests", exclude: exclude, swiftSettings: settings)
}

let arguments: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser")
let yams: Target.Dependency = .product(name: "Yams", package: "Yams")
let subprocess: [Target.Dependency] = [
  .product(name: "Subprocess", package: "swift-subprocess"),
  .product(name: "SystemPackage", package: "swift-system"),
]
let mustache: Target.Dependency = .product(name: "Mustache", package: "swift-mustache")
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")

/// The plugin that `make docs` needs, and nothing else does.
let documentation: [Package.Dependency] =
  Context.environment["DAYMARK_DOCS"] == nil
  ? [] : [.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0")]

/// What goes over a network, and the two programs that do: `make delivery` builds them, and nothing else resolves what
/// they need.
let withDelivery = Context.environment["DAYMARK_DELIVERY"] != nil
let deliveryPackages: [Package.Dependency] =
  withDelivery
  ? [
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.30.0"),
  ] : []
/// What both programs and their tests talk by.
let network: [Target.Dependency] = [
  .product(name: "AsyncHTTPClient", package: "async-http-client"),
  .product(name: "NIOCore", package: "swift-nio"),
  .product(name: "NIOHTTP1", package: "swift-nio"),
  .product(name: "NIOPosix", package: "swift-nio"),
  .product(name: "NIOSSL", package: "swift-nio-ssl"),
  .product(name: "Hummingbird", package: "hummingbird"),
  .product(name: "HummingbirdCore", package: "hummingbird"),
  .product(name: "HTTPTypes", package: "swift-http-types"),
  .product(name: "Logging", package: "swift-log"),
  .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
  .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
  .product(name: "UnixSignals", package: "swift-service-lifecycle"),
]
let deliveryTargets: [Target] =
  withDelivery
  ? [
    .systemLibrary(
      name: "CLibSecp256k1", path: "Sources/CLibSecp256k1", pkgConfig: "libsecp256k1",
      providers: [.apt(["libsecp256k1-dev"])]),
    .target(
      name: "CDaymarkSecp256k1", dependencies: ["CLibSecp256k1"], path: "Sources/CSecp256k1"),
    room(
      "Delivery",
      ["DaymarkWork", "DaymarkProof", "DaymarkStore", "CDaymarkSecp256k1"] + network),
    program(
      "daymark-courier",
      [
        "DaymarkDelivery", "DaymarkModel", "DaymarkDocuments", "DaymarkConfiguration",
        "DaymarkPipeline",
      ]),
    program("daymark-intake", ["DaymarkDelivery", "DaymarkModel", "DaymarkProof"]),
    .target(
      name: "CDaymarkTestKeys", dependencies: ["CLibSecp256k1"], path: "Tests/TestKeys"),
    tests(
      "Delivery",
      [
        "DaymarkDelivery", "DaymarkProof", "DaymarkStore", "CDaymarkTestKeys", "daymark",
        "daymark-courier",
      ] + network),
  ] : []

/// The tests of all that does not talk. Those of what does are built without them: a build of tests builds all of them.
let otherTests: [Target] = [
  .target(name: "CDaymarkProbes", path: "Tests/Probes"),
  .executableTarget(
    name: "daymark-poisoned-worker",
    dependencies: ["DaymarkPipeline", "DaymarkIngest", "DaymarkModel", "CDaymarkProbes"],
    path: "Tests/PoisonedWorker", swiftSettings: settings),
  .executableTarget(
    name: "daymark-parser-fuzz",
    dependencies: [
      "DaymarkModel", "DaymarkDocuments", "DaymarkConfiguration", "DaymarkIngest", "DaymarkEmit",
      "DaymarkPipeline",
    ],
    path: "Tests/ParserFuzz", swiftSettings: settings),
  tests("Model"),
  tests("Documents"),
  tests("Work", ["DaymarkWork", "CDaymarkProcess"]),
  tests("Configuration", ["DaymarkConfiguration"]),
  tests("Ingest", ["DaymarkIngest", "DaymarkSampleFiles"]),
  tests("Normalize", ["DaymarkNormalize"]),
  tests("Aggregate", ["DaymarkAggregate"]),
  tests("Evaluate", ["DaymarkEvaluate"]),
  tests("Rewards", ["DaymarkRewards"]),
  tests("Examine", ["DaymarkConfiguration", "DaymarkExamine", "DaymarkPipeline"]),
  tests("Prove", ["DaymarkProve", "DaymarkConfiguration", "DaymarkPipeline"]),
  tests("Proof", ["DaymarkProof"]),
  tests("Emit", ["DaymarkEmit"]),
  tests("Report", ["DaymarkReport", "CDaymarkXML"], exclude: ["Expected"]),
  tests("Store", ["DaymarkStore"]),
  tests("SampleFiles", ["DaymarkSampleFiles"]),
  tests(
    "Pipeline",
    [
      "DaymarkPipeline", "DaymarkReport", "DaymarkSampleFiles", "daymark-poisoned-worker",
      "CDaymarkProbes",
    ]),
  tests(
    "EndToEnd",
    [
      "DaymarkConfiguration", "DaymarkIngest", "DaymarkPipeline", "DaymarkReport",
      "DaymarkSampleFiles", "DaymarkStore", "daymark", "daymark-parser-fuzz",
    ],
    exclude: ["Expected"]),
]

let package = Package(
  name: "daymark",
  products: [
    .library(
      name: "Daymark", targets: ["DaymarkPipeline", "DaymarkConfiguration", "DaymarkModel"]),
    .executable(name: "daymark", targets: ["daymark"]),
    .executable(name: "daymark-samples", targets: ["daymark-samples"]),
    .executable(name: "daymark-bench", targets: ["daymark-bench"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.5.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
  ] + documentation + deliveryPackages,
  targets: [
    .systemLibrary(
      name: "CLibXML2", path: "Sources/CLibXML2", pkgConfig: "libxml-2.0",
      providers: [.apt(["libxml2-dev"])]),
    .target(name: "CDaymarkXML", dependencies: ["CLibXML2"], path: "Sources/CXML"),
    .target(
      name: "CDaymarkArchive", dependencies: ["CDaymarkProcess"], path: "Sources/CArchive",
      linkerSettings: [.linkedLibrary("archive"), .linkedLibrary("z")]),
    .target(
      name: "CDaymarkCrypto", path: "Sources/CCrypto",
      linkerSettings: [.linkedLibrary("crypto")]),
    .target(name: "CDaymarkProcess", path: "Sources/CProcess"),
    .target(name: "CDaymarkTexts", path: "Sources/CTexts"),

    .target(
      name: "DaymarkModel", dependencies: ["CDaymarkCrypto"], path: "Sources/Model",
      swiftSettings: settings),
    .target(
      name: "DaymarkDocuments", dependencies: ["DaymarkModel", "CDaymarkTexts"],
      path: "Sources/Documents", exclude: ["Schemas"], swiftSettings: settings),
    .target(
      name: "DaymarkWork", dependencies: ["CDaymarkProcess"], path: "Sources/Work",
      swiftSettings: settings),
    room(
      "Configuration", ["CDaymarkProcess", "CDaymarkTexts", yams],
      exclude: [
        "Limits/limits.yaml", "Strength/exercises.tsv", "Strength/aliases.tsv",
        "Strength/muscles.tsv", "Strength/bodyweight.tsv", "Strength/landmarks.tsv",
      ]),
    room(
      "Ingest",
      ["DaymarkWork", "CDaymarkXML", "CDaymarkArchive", "CDaymarkProcess", "CDaymarkTexts"],
      exclude: ["Formats/Apple/health-app-names.tsv"]),
    room("Normalize", ["DaymarkWork"]),
    room("Aggregate", ["DaymarkWork"]),
    room("Evaluate"),
    room("Rewards"),
    room("Examine"),
    room("Prove"),
    room("Proof", ["CDaymarkCrypto"]),
    room("Emit"),
    room("Report", ["CDaymarkTexts", mustache], exclude: ["Templates"]),
    room("Store", [grdb]),
    room(
      "Pipeline",
      [
        "DaymarkWork", "DaymarkConfiguration", "DaymarkIngest", "DaymarkNormalize",
        "DaymarkAggregate", "DaymarkEvaluate", "DaymarkRewards", "DaymarkExamine", "DaymarkProve",
        "DaymarkProof", "DaymarkEmit", "DaymarkReport", "DaymarkStore",
        "CDaymarkProcess",
      ] + subprocess),
    room("SampleFiles", ["CDaymarkArchive"]),

    program(
      "daymark",
      [
        "DaymarkModel", "DaymarkDocuments", "DaymarkConfiguration", "DaymarkEmit", "DaymarkReport",
        "DaymarkPipeline",
      ]),
    program("daymark-samples", ["DaymarkSampleFiles"]),
    program(
      "daymark-bench",
      [
        "DaymarkModel", "DaymarkDocuments", "DaymarkIngest", "DaymarkEvaluate", "DaymarkPipeline",
        "DaymarkSampleFiles", "CDaymarkXML",
      ] + subprocess),

    .target(
      name: "DaymarkTestSupport",
      dependencies: [
        "DaymarkModel", "DaymarkDocuments", "DaymarkSampleFiles", "CDaymarkArchive",
      ] + subprocess,
      path: "Tests/TestSupport", swiftSettings: settings),
  ] + (withDelivery ? deliveryTargets : otherTests),
  swiftLanguageModes: [.v6]
)
