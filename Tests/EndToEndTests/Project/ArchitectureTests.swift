import DaymarkDocuments
import DaymarkModel
import DaymarkTestSupport
import Foundation
import Testing

@testable import DaymarkIngest

/// Holds the package against the plan of the house: who may know whom.
struct ArchitectureTests {
  /// Every target of Sources and what it may depend on.
  ///
  /// C libraries and products by name.
  private static let allowed: [String: Set<String>] = [
    "CLibXML2": [], "CDaymarkXML": ["CLibXML2"], "CDaymarkArchive": ["CDaymarkProcess"],
    "CDaymarkCrypto": [], "CDaymarkProcess": [], "CDaymarkTexts": [],
    "DaymarkModel": ["CDaymarkCrypto"], "DaymarkDocuments": ["DaymarkModel", "CDaymarkTexts"],
    "DaymarkWork": ["CDaymarkProcess"],
    "DaymarkConfiguration": [
      "DaymarkModel", "DaymarkDocuments", "DaymarkWork", "CDaymarkProcess", "CDaymarkTexts",
      "Yams",
    ],
    "DaymarkIngest": [
      "DaymarkModel", "DaymarkDocuments", "DaymarkWork", "CDaymarkXML", "CDaymarkArchive",
      "CDaymarkProcess", "CDaymarkTexts",
    ],
    "DaymarkNormalize": ["DaymarkModel", "DaymarkDocuments", "DaymarkWork"],
    "DaymarkAggregate": ["DaymarkModel", "DaymarkDocuments", "DaymarkWork"],
    "DaymarkEvaluate": ["DaymarkModel", "DaymarkDocuments", "DaymarkWork"],
    "DaymarkRewards": ["DaymarkModel", "DaymarkDocuments"],
    "DaymarkExamine": ["DaymarkModel", "DaymarkDocuments"],
    "DaymarkProve": ["DaymarkModel", "DaymarkDocuments"],
    "DaymarkProof": ["DaymarkModel", "DaymarkDocuments", "CDaymarkCrypto"],
    "DaymarkEmit": ["DaymarkModel", "DaymarkDocuments", "DaymarkWork"],
    "DaymarkReport": [
      "DaymarkModel", "DaymarkDocuments", "DaymarkWork", "CDaymarkTexts", "Mustache",
    ],
    "DaymarkStore": ["DaymarkModel", "DaymarkDocuments", "DaymarkWork", "GRDB"],
    "DaymarkPipeline": [
      "DaymarkModel", "DaymarkDocuments", "DaymarkWork", "DaymarkConfiguration", "DaymarkIngest",
      "DaymarkNormalize",
      "DaymarkAggregate", "DaymarkEvaluate", "DaymarkRewards", "DaymarkExamine", "DaymarkProve",
      "DaymarkProof", "DaymarkEmit",
      "DaymarkReport", "DaymarkStore", "CDaymarkProcess", "Subprocess", "SystemPackage",
    ],
    "DaymarkSampleFiles": ["DaymarkModel", "DaymarkDocuments", "CDaymarkArchive"],
    "CLibSecp256k1": [], "CDaymarkSecp256k1": ["CLibSecp256k1"],
    "DaymarkDelivery": [
      "DaymarkModel", "DaymarkDocuments", "DaymarkWork", "DaymarkProof", "DaymarkStore",
      "CDaymarkSecp256k1", "AsyncHTTPClient", "Hummingbird", "HummingbirdCore", "HTTPTypes",
      "Logging", "NIOCore", "NIOHTTP1", "NIOHTTPTypes", "NIOPosix", "NIOSSL", "ServiceLifecycle",
      "UnixSignals",
    ],
    "daymark-courier": [
      "DaymarkDelivery", "DaymarkModel", "DaymarkDocuments", "DaymarkConfiguration",
      "DaymarkPipeline", "ArgumentParser",
    ],
    "daymark-intake": ["DaymarkDelivery", "DaymarkModel", "DaymarkProof", "ArgumentParser"],
    "daymark": [
      "DaymarkModel", "DaymarkDocuments", "DaymarkConfiguration", "DaymarkEmit", "DaymarkReport",
      "DaymarkPipeline",
      "ArgumentParser",
    ],
    "daymark-samples": ["DaymarkSampleFiles", "ArgumentParser"],
    "daymark-bench": [
      "DaymarkModel", "DaymarkDocuments", "DaymarkIngest", "DaymarkEvaluate", "DaymarkPipeline",
      "DaymarkSampleFiles", "CDaymarkXML", "ArgumentParser", "Subprocess", "SystemPackage",
    ],
  ]

  /// Modules that the toolchain brings.
  private static let systemModules: Set<String> = [
    "Dispatch", "Foundation", "Glibc", "Synchronization",
  ]

  @Test func `targets depend on what the plan allows and on nothing else`() async throws {
    let targets = try await packageTargets().filter { $0.path.hasPrefix("Sources/") }
    #expect(Set(targets.map(\.name)) == Set(Self.allowed.keys))
    for target in targets {
      let allowed = try #require(Self.allowed[target.name], "\(target.name)")
      #expect(target.dependencies.isSubset(of: allowed), "\(target.name)")
    }
  }

  @Test func `sources import what the plan allows and nothing else`() async throws {
    for target in try await packageTargets() where target.path.hasPrefix("Sources/") {
      let allowed = Self.allowed[target.name, default: []].union(Self.systemModules)
      for file in try sourceFiles(under: target.path) {
        for line in file.text.split(separator: "\n") {
          guard let module = line.firstMatch(of: #/^\s*(?:\w+ )?import (?:\w+ )?(\w+)/#)?.output.1
          else { continue }
          #expect(allowed.contains(String(module)), "\(file.path) imports \(module)")
        }
      }
    }
  }

  @Test func `libxml2, libarchive, OpenSSL and libsecp256k1 are seen by their own wrapper alone`()
    throws
  {
    for file in try sourceFiles(under: "Sources", extensions: ["swift", "h", "c"]) {
      for (header, folder) in [
        ("<libxml/", "Sources/CXML/"), ("<archive", "Sources/CArchive/"),
        ("<openssl/", "Sources/CCrypto/"), ("<secp256k1", "Sources/CSecp256k1/"),
      ] {
        guard file.text.contains("#include \(header)") else { continue }
        // Whoever imports the module would see what its public header includes.
        #expect(file.path.hasPrefix(folder) && !file.path.contains("/include/"), "\(file.path)")
      }
    }
  }

  @Test func `threads are started, and wait for each other, by the means of Work alone`() throws {
    // What talks to a network waits for others' programs, too.
    for file in try sourceFiles(under: "Sources")
    where !file.path.hasPrefix("Sources/Work/") && !file.path.hasPrefix("Sources/Delivery/") {
      for word in ["DispatchQueue", "DispatchSemaphore", "detachNewThread", "NSCondition"] {
        #expect(!file.text.contains(word), "\(file.path) uses \(word)")
      }
    }
  }

  @Test func `an id of a format or a provider is written in one file`() throws {
    let providerFile = "Sources/Model/Inputs/Provider.swift"
    let files = try sourceFiles(under: "Sources").filter {
      !$0.path.hasPrefix("Sources/SampleFiles/")
    }
    let providers = try #require(files.first { $0.path == providerFile }).text
      .matches(of: #/= Provider\("(\w+)"\)/#).map { String($0.output.1) }
    #expect(providers.contains(Provider.apple.id))
    for id in Set(inputFormats.map { $0.id.text }).union(providers) {
      for file in files where file.text.contains("\"\(id)\"") {
        let states =
          file.text.contains("static let id: FormatID = \"\(id)\"")
          || file.text.contains("= FormatID(\"\(id)\")") || file.path == providerFile
        #expect(states, "\(file.path) writes \(id)")
      }
    }
  }

  @Test(
    arguments: [
      "TODO", "FIXME", "fatalError(", "try!", "as!", "@unchecked Sendable",
    ])
  func `no source gives up, promises or looks away`(word: String) throws {
    for file in try sourceFiles(under: "Sources", extensions: ["swift", "h", "c"]) {
      #expect(!file.text.contains(word), "\(file.path)")
    }
  }

  @Test func `every test has the name of its sentence, and no other name beside it`() throws {
    for file in try sourceFiles(under: "Tests") {
      for test in file.text.components(separatedBy: "\n  @Test").dropFirst() {
        let name = test.firstMatch(of: #/\bfunc (.)/#)?.output.1
        #expect(name == "`", "\(file.path): \(test.prefix(80))")
        let traits = test.drop { $0 == "(" || $0.isWhitespace }
        #expect(!traits.hasPrefix("\""), "\(file.path): \(test.prefix(80))")
      }
      #expect(!file.text.contains(#/@Suite(?:\s|\(\s*")/#), "\(file.path)")
    }
  }

  @Test func `rooms are synchronous`() throws {
    for room in [
      "Model", "Ingest", "Normalize", "Aggregate", "Evaluate", "Rewards", "Examine", "Proof",
      "Emit", "Report", "Store",
    ] {
      for file in try sourceFiles(under: "Sources/\(room)") {
        #expect(!file.text.contains(#/\basync\b(?! )|\bawait\b/#), "\(file.path)")
      }
    }
  }
}

private struct PackageTarget {
  var name: String
  /// Relative to the package.
  var path: String
  var dependencies: Set<String>
}

/// What SwiftPM itself makes of `Package.swift`.
private func packageTargets() async throws -> [PackageTarget] {
  // Without the flag it would wait for ever on the lock of the test run. With the variable, what is built only when it is
  // asked for is listed too.
  let outcome = try await Program().shell(
    "DAYMARK_DELIVERY=1 swift package --ignore-lock dump-package")
  let package = try JSONValue(parsing: outcome.output.utf8)
  return try package["targets"].elements.map { target in
    PackageTarget(
      name: try #require(target["name"].text), path: target["path"].text ?? "",
      dependencies: Set(
        target["dependencies"].elements.compactMap { dependency in
          (dependency["byName"].elements.first ?? dependency["product"].elements.first
            ?? dependency["target"].elements.first)?.text
        }))
  }
}

extension JSONValue {
  fileprivate subscript(key: String) -> JSONValue {
    guard case .object(let members) = self else { return .null }
    return members[key] ?? .null
  }

  fileprivate var elements: [JSONValue] {
    guard case .array(let elements) = self else { return [] }
    return elements
  }

  fileprivate var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }
}
