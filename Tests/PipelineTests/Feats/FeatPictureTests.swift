import DaymarkModel
import DaymarkPipeline
import DaymarkTestSupport
import Testing

/// The gym of the samples, whose boards its `expected/README.md` works out.
struct FeatPictureTests {
  private static let gym = "\(packageFolder)/samples/feat-attempts/gym"
  private static let asOf = Instant(rfc3339: "2025-11-23T12:00:00Z")

  private func picture(
    _ inputs: [FeatInput] = [FeatInput(path: "\(gym)/input/attempts.csv")],
    feats: String = "\(gym)/feats.yaml", feat: String? = nil
  ) throws -> FeatPicture {
    let asOf = try #require(Self.asOf)
    return try featPicture(
      of: inputs, FeatOptions(feats: feats, feat: feat, asOf: asOf)
    ).picture
  }

  private func board(
    _ picture: FeatPicture, _ feat: String, _ span: FeatBoard.Span
  ) throws -> FeatBoard {
    let entry = try #require(picture.entries.first { $0.feat.id == feat })
    return try #require(entry.boards.first { $0.span == span })
  }

  @Test func `the boards are those of their days`() throws {
    let picture = try picture()
    func lines(_ span: FeatBoard.Span) throws -> [String] {
      try board(picture, "pushups-1min", span).standings.map {
        "\($0.rank) \($0.person) \($0.value) \($0.toBeat) \($0.gap.map { "\($0)" } ?? "-")"
          + " \($0.tier?.rawValue ?? "-") \($0.movement)"
      }
    }
    #expect(
      try lines(.thisWeek) == [
        "1 ana 42 0 - #1 same", "1 ben 42 0 - #1 new", "3 cem 40 2 2 top 3 new",
      ])
    #expect(
      try lines(.thisMonth) == [
        "1 dua 55 0 - #1 same", "2 ana 42 1 13 top 3 same", "2 ben 42 1 13 top 3 new",
        "4 cem 40 3 2 top 10 new",
      ])
  }

  @Test func `what does not count says why`() throws {
    let picture = try picture()
    let refused = picture.entries.flatMap { entry in
      entry.histories.flatMap { history in
        history.attempts.compactMap { judged in
          judged.refusal.map { "\(history.person) \(judged.attempt.line ?? 0) \($0.rawValue)" }
        }
      }
    }
    #expect(
      refused == [
        "ben 12 attempt.repeated", "cem 6 nothing.done", "eli 9 speed.impossible",
        "eli 10 time.over", "fay 11 time.future", "ana 16 month.other", "ben 15 time.over",
      ])
    #expect(picture.unknown.map(\.attempt.feat) == ["pullups"])
  }

  @Test func `records and averages are those worked out by hand`() throws {
    let picture = try picture()
    func history(_ feat: String, _ person: String) throws -> FeatHistory {
      let entry = try #require(picture.entries.first { $0.feat.id == feat })
      return try #require(entry.histories.first { $0.person == person })
    }
    let ana = try history("pushups-1min", "ana")
    #expect(ana.average?.rounded.description == "40.67")
    #expect(ana.attempts.map { $0.records.map(\.before) } == [[nil], [Quantity(38)], []])
    let ben = try history("bench", "ben")
    #expect(
      ben.attempts[1].records.filter { $0.before != nil }.map(\.kind) == [.heaviest])
    let points = try board(picture, "bench", .allTime).standings.map(\.points)
    #expect(
      points.map { [$0?.dots, $0?.ipfGL, $0?.wilks].map { $0?.description } } == [
        ["81.29", "60.46", "80.39"], ["76.41", "59.23", "76.57"],
      ])
    #expect(try board(picture, "plank", .thisWeek).standings.map(\.person) == ["ben", "ana"])
  }

  @Test func `a workout log has attempts where its exercise is the movement`() throws {
    let folder = try ScratchFolder()
    let log = try folder.write(
      """
      Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE
      2025-11-18 18:00:00,A,1h,Bench Press (Barbell),W,90,5,0,0,,,
      2025-11-18 18:00:00,A,1h,Bench Press (Barbell),1,80,5,0,0,,,
      2025-11-18 18:00:00,A,1h,Push Up,1,0,70,0,0,,,
      2025-11-18 18:00:00,A,1h,Push Ups,2,0,45,0,60,,,
      2025-11-18 18:00:00,A,1h,Plank,1,0,0,0,150,,,

      """.utf8, to: "strong.csv")
    let asOf = try #require(Self.asOf)
    let request = FeatOptions(
      feats: "\(Self.gym)/feats.yaml", asOf: asOf, logs: LogSettings(loadUnit: .kilogram))
    let picture = try featPicture(of: [FeatInput(person: "gil", path: log)], request).picture
    let figures = picture.entries.map { entry in
      entry.histories.flatMap { $0.counted.compactMap { $0.value?.description } }
    }
    #expect(figures == [["45"], [], ["80"], ["150"]])
    #expect(
      picture.entries[0].histories.flatMap(\.attempts).map(\.refusal) == [.untimed, nil])
  }

  @Test func `a log of nobody is refused, and so is a feat that does not exist`() throws {
    let folder = try ScratchFolder()
    let rows = try folder.write(
      "feat,at,repetitions\npushups-1min,2025-11-18,40\n".utf8, to: "attempts.csv")
    let error = try #require(throws: DaymarkError.self) {
      try picture([FeatInput(path: rows)])
    }
    #expect(error.finding.code == .configMissingKey)
    #expect(
      try board(picture([FeatInput(person: "ana", path: rows)]), "pushups-1min", .allTime)
        .standings.map(\.person) == ["ana"])
    let unknown = try #require(throws: DaymarkError.self) { try picture(feat: "benchh") }
    #expect(unknown.finding.code == .featUnknown)
    #expect(unknown.finding.facts.suggestion == "bench")
  }

  @Test(.enabled(if: SharedData.isPresent))
  func `Ladder's attempts are ranked by Ladder's ids`() throws {
    let folder = try ScratchFolder()
    let feats = try folder.write(
      """
      feats: [{id: feat_1min_pushups, name: 1 MIN PUSH-UPS, movement: Push-Up, durationSeconds: 60}]

      """.utf8, to: "feats.yaml")
    let picture = try picture(
      [FeatInput(path: SharedData.path("workouts/synthetic/ladder-attempts.json"))], feats: feats)
    #expect(
      try board(picture, "feat_1min_pushups", .thisWeek).standings.map {
        "\($0.rank) \($0.person)"
      } == ["1 u1", "1 u2", "3 u3"])
  }
}
