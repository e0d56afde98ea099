import DaymarkDocuments
import DaymarkModel
import DaymarkTestSupport
import Foundation
import Testing

/// Runs `pipelines/everything-i-have` and holds it against the figures of its `README.md`.
struct EverythingIHaveTests {
  private let run =
    "daymark run pipelines/everything-i-have --as-of 2026-03-12T00:00:00Z --format json"

  @Test func `every day and session counts once, whatever it was handed in as`() async throws {
    let folder = try ProjectFolder()
    // Jonas's damaged file is what makes it 1.
    #expect(try await folder.program.shell(run).exitCode == 1)
    for (subject, expected) in expectedSubjects {
      let evidence = try folder.evidence(of: subject)
      #expect(evidence["verdict"]?["outcome"] == .string(expected.outcome), "\(subject)")
      #expect(evidence["zone"]?["id"] == .string(expected.zone), "\(subject)")
      #expect(evidence.figures("dailyDistance", "distanceMeters") == expected.meters, "\(subject)")
    }
    let greta = try folder.evidence(of: "greta")
    #expect(greta.figures("dailySteps", "steps") == ["2026-03-05": 4260])
    #expect(greta.figures("dailyActiveEnergy", "kilocalories") == ["2026-03-05": 370])
    let hugo = try folder.evidence(of: "hugo")
    // 20 × 120 of the Fitbit, Garmin's row, the monitoring file, and 2 × 1700 strides.
    #expect(
      hugo.figures("dailySteps", "steps") == [
        "2026-03-02": 2400, "2026-03-03": 2400, "2026-03-04": 3500, "2026-03-05": 2000,
        "2026-03-06": 3400,
      ])
  }

  @Test func `a session names the archives it was merged from, and each figure its own`()
    async throws
  {
    let folder = try ProjectFolder()
    _ = try await folder.program.shell(run)
    // The phone's export, the device's file and Strava's; the watch stands but has no distance.
    let greta = try #require(try folder.evidence(of: "greta")["sessions"]?.elements?.first)
    #expect(greta["from"]?.elements?.count == 3)
    #expect(greta["fields"]?["activeSeconds"] == .number(0))
    #expect(greta["fields"]?["distanceMeters"] == .number(1))
    // TCX, GPX and the API, which alone knows the climb.
    let ida = try #require(try folder.evidence(of: "ida")["sessions"]?.elements?.first)
    #expect(ida["from"]?.elements?.count == 3)
    #expect(ida["fields"]?["distanceMeters"] == .number(0))
    #expect(ida["fields"]?["elevationGainMeters"] == .number(2))
    // Tuesday: Garmin's total is known and gives nothing.
    let quality = try #require(try folder.evidence(of: "hugo")["quality"]?.elements)
    let tuesday = quality.first {
      $0["date"] == .string("2026-03-03") && $0["metric"] == .string("distanceWalkingRunning")
    }
    #expect(tuesday?["naive"] == .number(6000))
    #expect(
      tuesday?["sources"]
        == .object(["fitbit.tracker.1": .number(2000), "garmin.tracker.1": .number(0)]))
  }

  @Test func `a damaged file holds the answer open, past the deadline too, and only its own day`()
    async throws
  {
    let folder = try ProjectFolder()
    _ = try await folder.program.shell(run)
    let quality = try #require(try folder.evidence(of: "jonas")["quality"]?.elements)
    let incomplete = quality.filter { $0["complete"] == .bool(false) }.map { $0["date"] }
    #expect(Set(incomplete) == [.string("2026-03-05")])
    _ = try await folder.program.shell(
      run.replacing("2026-03-12T00:00:00Z", with: "2026-03-16T00:00:00Z"))
    #expect(try folder.evidence(of: "jonas")["verdict"]?["outcome"] == .string("undetermined"))
  }

  @Test func `running again does no work, and the archives verify the evidence`() async throws {
    let folder = try ProjectFolder()
    _ = try await folder.program.shell(run)
    let digests = "find out -type f ! -name run.json | LC_ALL=C sort | xargs sha256sum"
    let first = try await folder.program.shell(digests).output
    let again = try await folder.program.shell(run)
    let subjects = try #require(try JSONValue(parsing: again.output.utf8)["subjects"]?.elements)
    #expect(subjects.map { $0["work"] } == Array(repeating: .string("nothing"), count: 4))
    #expect(try await folder.program.shell(digests).output == first)
    for subject in expectedSubjects.keys {
      let outcome = try await folder.program.shell(
        "daymark verify out/on-foot-2026-10/\(subject)/evidence.json --quiet "
          + "--raw $(find samples/inbox/\(subject)/ -type f)")
      #expect(outcome.exitCode == (subject == "jonas" ? 1 : 0), "\(subject)")
    }
  }
}

private struct ExpectedSubject {
  var outcome: String
  var zone: String
  var meters: [String: Int]
}

private let expectedSubjects = [
  "greta": ExpectedSubject(
    outcome: "pass", zone: "Europe/Berlin",
    meters: [
      "2026-03-02": 3000, "2026-03-04": 3000, "2026-03-05": 5200, "2026-03-07": 3000,
    ]),
  "hugo": ExpectedSubject(
    outcome: "fail", zone: "America/New_York",
    meters: [
      "2026-03-02": 2000, "2026-03-03": 2000, "2026-03-04": 2500, "2026-03-05": 1500,
      "2026-03-06": 3000,
    ]),
  "ida": ExpectedSubject(
    outcome: "fail", zone: "Europe/Berlin", meters: ["2026-03-03": 5000, "2026-03-07": 4000]),
  "jonas": ExpectedSubject(
    outcome: "undetermined", zone: "Europe/Berlin", meters: ["2026-03-02": 8000]),
]

extension ProjectFolder {
  fileprivate func evidence(of subject: String) throws -> JSONValue {
    let path = "\(path)/out/on-foot-2026-10/\(subject)/evidence.json"
    return try JSONValue(parsing: Data(contentsOf: URL(fileURLWithPath: path)))
  }
}

extension JSONValue {
  fileprivate var elements: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// Whole numbers of a daily array by date.
  fileprivate func figures(_ array: String, _ key: String) -> [String: Int] {
    var figures: [String: Int] = [:]
    for row in self[array]?.elements ?? [] {
      guard case .string(let date)? = row["date"], case .number(let figure)? = row[key] else {
        continue
      }
      figures[date] = Int(exactly: figure)
    }
    return figures
  }
}
