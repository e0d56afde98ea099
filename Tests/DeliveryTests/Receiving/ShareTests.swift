import Testing

@testable import DaymarkDelivery

/// What one address may take of what all share; see Intake, "Limits".
struct ShareTests {
  @Test func `bodies of one address leave room for those of others`() throws {
    let room = BodyRoom(100, ofOne: 60)
    let (first, second) = (room.share(of: "a"), room.share(of: "a"))
    try first.take(50)
    #expect(throws: Refusal.busy) { try second.take(11) }
    try second.take(10)
    let other = room.share(of: "b")
    try other.take(40)
    // All of it is taken.
    #expect(throws: Refusal.busy) { try room.share(of: "c").take(1) }
    first.end()
    first.end()
    #expect(throws: Refusal.busy) { try second.take(51) }
    try second.take(50)
  }

  @Test func `connections of one address leave some for those of others`() {
    let count = ConnectionCount(most: 2)
    #expect(count.enter("a") && count.enter("a") && !count.enter("a") && count.enter("b"))
    count.leave("a")
    #expect(count.enter("a") && !count.enter("a"))
  }
}
