import DaymarkModel
import Foundation
import Synchronization
import Testing

@testable import DaymarkIngest

private struct Wrong: Error {}

/// A batch of as many records, the first with a number.
private func batch(_ number: Int, of count: Int = 1) -> RecordBatch {
  RecordBatch(
    records: (0..<count).map { index in
      Record(
        metric: .steps, source: 0, unit: .known(.count), value: nil, start: .missing,
        line: index == 0 ? number : 0)
    })
}

private let facts = InputFacts(name: "a.zip", format: "", digest: Digest(of: []), bytes: 9)

struct ReadingThreadTests {
  @Test(arguments: [1, 7, 5000])
  func `batches are received in their order, here, whatever their size`(_ size: Int) throws {
    var numbers: [Int] = []
    var positions: [Int64] = []
    let here = Thread.current
    let read = try readOnThread(
      progress: { positions.append($0) },
      receive: { batch in
        #expect(Thread.current == here && batch.records.count == size)
        numbers.append(batch.records[0].line)
      },
      read: { progress, receive in
        for number in 1...3000 {
          try receive(batch(number, of: size))
          progress(Int64(number) * 1000)
        }
        return facts
      })
    #expect(read == facts)
    #expect(numbers == Array(1...3000))
    #expect(positions == positions.sorted() && positions.last == 3_000_000)
  }

  @Test func `progress is told where nothing is received`() throws {
    var positions: [Int64] = []
    _ = try readOnThread(
      progress: { positions.append($0) }, receive: { _ in },
      read: { progress, _ in
        for mebibyte in 1...8 { progress(Int64(mebibyte) << 20) }
        return facts
      })
    #expect(positions == (1...8).map { Int64($0) << 20 })
  }

  @Test func `what was read before an error is received before it`() {
    var numbers: [Int] = []
    #expect(throws: Wrong.self) {
      try readOnThread(
        progress: { _ in }, receive: { numbers.append($0.records[0].line) },
        read: { _, receive in
          for number in 1...5 { try receive(batch(number, of: 3000)) }
          throw Wrong()
        })
    }
    #expect(numbers == [1, 2, 3, 4, 5])
  }

  /// Parts are handed over for their records, or for how far the reading has come.
  @Test(arguments: [1, 4096])
  func `who receives can end the reading`(_ records: Int) {
    let given = Atomic(0)
    let isOver = Atomic(false)
    #expect(throws: Wrong.self) {
      try readOnThread(
        progress: { _ in },
        receive: { if $0.records[0].line == 10 { throw Wrong() } },
        read: { progress, receive in
          defer { isOver.store(true, ordering: .relaxed) }
          for number in 1...10_000 {
            given.store(number, ordering: .relaxed)
            try receive(batch(number, of: records))
            progress(Int64(number) << 20)
          }
          return facts
        })
    }
    // Nothing goes on behind the back of whoever asked, and little was read in vain.
    let (ended, count) = (isOver.load(ordering: .relaxed), given.load(ordering: .relaxed))
    #expect(ended)
    #expect(count < 20)
  }
}
