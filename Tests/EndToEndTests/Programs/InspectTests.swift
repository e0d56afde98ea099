import DaymarkSampleFiles
import DaymarkTestSupport
import Testing

/// What `inspect` says of an input of many documents.
struct InspectTests {
  private static let start: FITTime = "2024-01-01T10:00:00Z"
  private static let run = FITFile([
    .fileID(type: 4, created: start),
    .session(sport: 1, start: start, elapsed: 1800, centimeters: 100_000),
    .activity(at: start + 1800, timer: 1800),
  ]).bytes

  @Test func `documents are counted by format, and what is not used by why`() async throws {
    let folder = try ScratchFolder()
    let settings = FITFile([.fileID(type: 2, created: Self.start)]).bytes
    let zip = StoredZip([
      .init("1.fit", Self.run), .init("settings.fit", settings), .init("notes.txt", [65]),
    ])
    let path = try folder.write(zip.bytes, to: "bundle.zip")
    let text = try await Program().run(["inspect", path, "--quiet"])
    #expect(text.output.contains("\n  documents 2 fit\n  not used  1 settings, 1 unrecognised\n"))
    #expect(text.exitCode == 0)
    let json = try await Program().run(["inspect", path, "--quiet", "--format", "json"])
    let compact = json.output.filter { !$0.isWhitespace }
    #expect(compact.contains(#""documents":{"fit":2}"#))
    #expect(compact.contains(#""unused":{"settings":1,"unrecognised":1}"#))
  }
}
