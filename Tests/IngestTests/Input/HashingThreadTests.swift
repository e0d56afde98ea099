import DaymarkModel
import DaymarkTestSupport
import Foundation
import Testing

@testable import DaymarkIngest

private struct Wrong: Error {}

/// Inputs of which nobody knows the identity, so that it is made beside the reading.
struct HashingThreadTests {
  private let document = Array(
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <HealthData locale="en_US">
     <ExportDate value="2026-06-01 12:00:00 +0000"/>
     <Record type="HKQuantityTypeIdentifierStepCount" sourceName="S" unit="count" \
    startDate="2026-05-01 10:00:00 +0000" endDate="2026-05-01 10:05:00 +0000" value="10"/>
    </HealthData>
    """.utf8)

  private var large: ReadOptions {
    var options = ReadOptions()
    options.largeBytes = 0
    return options
  }

  @Test(arguments: ["export.xml", "folder/apple_health_export/export.xml"])
  func `a large input has the facts of one whose identity is known`(_ name: String) throws {
    let folder = try ScratchFolder()
    let file = try folder.write(document, to: name)
    let path = name.hasPrefix("folder") ? folder.path + "/folder" : file
    let known = try readInput(
      at: path, identity: InputIdentity(ofInputAt: path), options: large, receive: { _ in })
    let unknown = try readInput(at: path, options: large, receive: { _ in })
    #expect(unknown == known)
    #expect(unknown.bytes == Int64(document.count))
  }

  @Test func `an input that is changed while it is read is refused`() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(document, to: "export.xml")
    let error = #expect(throws: DaymarkError.self) {
      try readInput(at: path, options: large) { _ in
        _ = try folder.write(document + [10], to: "export.xml")
      }
    }
    #expect(error?.finding.code == .fileChanged)
  }

  @Test func `what the receiver throws ends the hashing, too`() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(document, to: "export.xml")
    #expect(throws: Wrong.self) {
      try readInput(at: path, options: large) { _ in throw Wrong() }
    }
  }

  @Test func `a missing input is told of`() throws {
    let folder = try ScratchFolder()
    let error = #expect(throws: DaymarkError.self) {
      try readInput(at: folder.path + "/none.zip", options: large, receive: { _ in })
    }
    #expect(error?.finding.code == .fileMissing)
  }
}
