import DaymarkConfiguration
import DaymarkModel
import Foundation
import Testing

/// Text that no encoding or no file system takes.
struct TextLimitTests {
  @Test func `bytes that are no UTF-8 are refused at the first of them`() throws {
    let files = try Files([:])
    try FileManager.default.createDirectory(
      atPath: files.folder, withIntermediateDirectories: true)
    let path = files.folder + "/rules.yaml"
    // `é` is one column in UTF-8 and then, in Latin-1, the byte E9.
    try Data(Array("rule: r\ntitle: é".utf8) + [0xE9, 0x0A]).write(to: URL(fileURLWithPath: path))
    let load: (String) throws -> Void = { _ in _ = try loadRule(at: path, period: nil) }
    #expect(files.errors(load) == ["rules.yaml:2:9 config.syntax"])
    // UTF-16 with its mark is wrong from the start.
    try Data([0xFF, 0xFE, 0x72, 0x00]).write(to: URL(fileURLWithPath: path))
    #expect(files.errors(load) == ["rules.yaml:1:1 config.syntax"])
  }

  // 255 bytes are what file systems take; `é` is two bytes, each of which becomes three.
  @Test(
    arguments: [
      (String(repeating: "x", count: 255), true), (String(repeating: "x", count: 256), false),
      (String(repeating: "é", count: 42), true), (String(repeating: "é", count: 43), false),
    ])
  func `an id that no folder can be named after is refused at its place`(id: String, isGood: Bool)
    throws
  {
    let pipeline = goodPipeline.replacing("id: anna", with: "id: \(id)")
    let files = try Files(["pipeline.yaml": pipeline, "rules.yaml": goodRule])
    let errors = files.errors { _ = try loadPipeline(at: $0) }
    #expect(errors == (isGood ? [] : ["pipeline.yaml:9:13 config.bad_value id"]))
  }
}
