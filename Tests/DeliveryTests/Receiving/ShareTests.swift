import Foundation
import Synchronization
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

  /// Boards that are made until they are let go.
  private final class Making: Sendable {
    let begun = Mutex<[String]>([])
    let isLetGo = Mutex(false)
  }

  @Test func `a board is made once for all who ask before it is begun`() async throws {
    let making = Making()
    let desk = BoardDesk { challenge in
      making.begun.withLock { $0.append(challenge) }
      while !making.isLetGo.withLock(\.self) { usleep(1000) }
      return Array(challenge.utf8)
    }
    let boards = try await withThrowingTaskGroup(of: [UInt8].self) { group in
      group.addTask { try await desk.board("1") }
      while making.begun.withLock(\.isEmpty) { try await Task.sleep(for: .milliseconds(1)) }
      // While the first is made, and shows what was there when it was begun.
      for challenge in ["1", "2", "1", "2", "1"] {
        group.addTask { try await desk.board(challenge) }
      }
      try await Task.sleep(for: .milliseconds(300))
      making.isLetGo.withLock { $0 = true }
      return try await group.reduce(into: [[UInt8]]()) { $0.append($1) }
    }
    #expect(boards.count { $0 == Array("1".utf8) } == 4 && boards.count == 6)
    #expect(making.begun.withLock(\.self).sorted() == ["1", "1", "2"])
  }
}
