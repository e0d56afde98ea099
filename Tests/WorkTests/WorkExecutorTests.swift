import DaymarkWork
import Foundation
import Synchronization
import Testing

struct WorkExecutorTests {
  @Test func `tasks run on its threads, as many at a time as there are`() async throws {
    let executor = try #require(WorkExecutor(threads: 2))
    defer { executor.end() }
    // Each gives the other what it waits for, so one thread alone would never end.
    let (first, second) = (WorkQueue<Int>(), WorkQueue<Int>())
    await withTaskGroup(of: Int?.self) { group in
      group.addTask(executorPreference: executor) {
        first.give(1)
        return second.next()
      }
      group.addTask(executorPreference: executor) {
        second.give(2)
        return first.next()
      }
      var results: Set<Int?> = []
      for await result in group { results.insert(result) }
      #expect(results == [1, 2])
    }
  }

  @Test func `a task on it learns that it was cancelled`() async throws {
    let executor = try #require(WorkExecutor(threads: 1))
    defer { executor.end() }
    let begun = WorkQueue<Void>()
    let task = Task(executorPreference: executor) {
      begun.give(())
      _ = try WorkQueue<Never>().next(every: .milliseconds(1), meanwhile: Task.checkCancellation)
    }
    _ = begun.next()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `no threads are no executor`() {
    #expect(WorkExecutor(threads: 0) == nil)
  }
}
