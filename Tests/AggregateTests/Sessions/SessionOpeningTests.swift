import DaymarkModel
import Testing

@testable import DaymarkAggregate

struct SessionOpeningTests {
  /// Evidence has them in a list, which must be the same in each run.
  @Test func `openings that differ in anything have one order`() throws {
    let file = Opening(.databaseTableUnread, input: Digest(of: Array("a database".utf8)))
    let day = try #require(CivilDay("2025-09-01"))
    var openings = [
      file, Opening(.archiveUnreadTable), Opening(.databaseTableUnread),
      Opening(.databaseTableUnread, days: day...day),
      Opening(.databaseTableUnread, days: day...day.advanced(by: 1)),
    ]
    for change in [
      { $0.metrics = [.steps] }, { $0.metrics = [.flightsClimbed] }, { $0.sessions = .one },
      { $0.sessions = .many }, { $0.kind = .run }, { $0.mayHaveSets = true },
      { $0.values = [.steps: Quantity(1)] }, { $0.values = [.kilocalories: Quantity(1)] },
    ] as [(inout Opening) -> Void] {
      var other = file
      change(&other)
      openings.append(other)
    }
    let none = SubjectAggregates(zone: ResolvedZone(.utc, by: .assumedUTC))
    let ordered = none.allOpenings(openings)
    #expect(Set(ordered) == Set(openings))
    #expect(none.allOpenings(openings.reversed()) == ordered)
    #expect(none.allOpenings(openings.sorted { $0.hashValue < $1.hashValue }) == ordered)
  }
}
