import DaymarkSampleFiles
import DaymarkTestSupport
import Testing

/// What `inspect` says of an input of many documents.
struct InspectTests {
  private static let start: FITFileTime = "2024-01-01T10:00:00Z"
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

  @Test func `names that are not UTF-8 are read rightly, and shown by their bytes`() async throws {
    let folder = try ProjectFolder()
    let outcome = try await folder.program.shell(
      #"""
      x=$(printf 'zo\351') && mkdir -p "p/inbox/$x" && cp pipelines/ten-thousand-steps/rules.yaml p \
        && cp samples/challenge/anna/input/export.zip "p/inbox/$x/$x.zip" \
        && printf 'timeZone: Europe/Berlin\n' > "p/inbox/$x.yaml" \
        && sed '/^subjects:/,$d' pipelines/ten-thousand-steps/pipeline.yaml > p/pipeline.yaml \
        && printf 'subjects: { inbox: inbox }\nrules: rules.yaml\n' >> p/pipeline.yaml \
        && daymark run p --as-of 2025-10-01T00:00:00Z && daymark explain steps-2025-09 "$x" \
        && daymark inspect "p/inbox/$x/$x.zip" && daymark aggregate "p/inbox/$x" --quiet | head -n 3
      """#)
    #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains(#"p/inbox/zo\xE9/zo\xE9.zip"#))
    #expect(outcome.output.contains("pass"))
  }
}
