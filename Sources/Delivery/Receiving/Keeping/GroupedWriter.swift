import DaymarkStore
import DaymarkWork
import Synchronization

/// A thread that writes the data of requests, in groups that arrive during the previous write.
///
/// Flushing to a disk takes the same time for one body as for a hundred. A request is answered only
/// after its data is flushed.
final class GroupedWriter: Sendable {
  private struct Piece: Sendable {
    var run: @Sendable (ReceivedRows) throws -> Void
    var isDone: @Sendable ((any Error)?) -> Void
  }

  /// The maximum number of waiting pieces of work.
  private static let room = 4096

  private let file: ReceivedFile
  private let pieces = Mutex<[Piece]>([])
  /// The queue that wakes the thread when a group's first piece of work arrives.
  private let bell = WorkQueue<Bool>()
  private let thread = Mutex<WorkThread?>(nil)

  init(_ file: ReceivedFile) throws(Refusal) {
    self.file = file
    let started = WorkThread { [self] in
      while bell.next() != nil { write() }
    }
    guard let started else { throw .busy }
    thread.withLock { $0 = started }
  }

  /// Waits until everything is written, and closes the file.
  func close() throws {
    bell.end()
    thread.withLock { $0.take() }?.join()
    try file.close()
  }

  /// Runs a function on the rows, and returns its result after the changes are flushed.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable (ReceivedRows) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let result = Result<Value>()
      let piece = Piece(
        run: { rows in
          let value = try body(rows)
          result.value.withLock { $0 = value }
        },
        isDone: { error in
          if let error { return continuation.resume(throwing: error) }
          guard let value = result.value.withLock({ $0 }) else {
            return continuation.resume(throwing: Refusal.busy)
          }
          continuation.resume(returning: value)
        })
      add(piece)
    }
  }

  private final class Result<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
  }

  private func add(_ piece: Piece) {
    let waiting = pieces.withLock { pieces in
      guard pieces.count < Self.room else { return 0 }
      pieces.append(piece)
      return pieces.count
    }
    switch waiting {
    case 0: piece.isDone(Refusal.busy)
    case 1:
      // After the end the queue does not wake the thread, so the waiting pieces are refused here.
      if !bell.give(true) { for piece in takeAll() { piece.isDone(Refusal.busy) } }
    default: break
    }
  }

  private func takeAll() -> [Piece] {
    pieces.withLock { pieces in
      defer { pieces = [] }
      return pieces
    }
  }

  private func write() {
    let group = takeAll()
    guard !group.isEmpty else { return }
    do {
      for (piece, error) in zip(group, try file.commit(group.map(\.run))) { piece.isDone(error) }
    } catch {
      for piece in group { piece.isDone(error) }
    }
  }
}

extension Refusal {
  static let busy = Refusal(
    503, "intake.busy", "The intake is too busy at the moment.", retryAfter: 5)
}
