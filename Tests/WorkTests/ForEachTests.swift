import DaymarkWork
import Synchronization
import Testing

private struct Wrong: Error, Equatable {
  let number: Int
}

struct ForEachTests {
  @Test(arguments: [0, 1, 2, 8, 100])
  func `results come in the order of the items, however many are done at a time`(_ jobs: Int) {
    let results = forEach(Array(1...50), jobs: jobs) { number in
      number += 1
      return "\(number)"
    }
    #expect(results == (2...51).map { "\($0)" })
    #expect(forEach([Int](), jobs: jobs) { $0 }.isEmpty)
  }

  @Test func `one job begins the items in their order, on this thread`() {
    let begun = Mutex<[Int]>([])
    _ = forEach([3, 1, 2], jobs: 1) { number in begun.withLock { $0.append(number) } }
    #expect(begun.withLock { $0 } == [3, 1, 2])
  }

  @Test func `as many are done at a time as there are jobs, and no more`() {
    // Each waits until three are at work; one that never sees them gives up after a while.
    let working = Atomic(0)
    let most = Atomic(0)
    _ = forEach(Array(0..<6), jobs: 3) { _ in
      let now = working.add(1, ordering: .sequentiallyConsistent).newValue
      most.max(now, ordering: .sequentiallyConsistent)
      let waiting = WorkQueue<Never>()
      var rounds = 0
      struct Seen: Error {}
      _ = try? waiting.next(every: .milliseconds(1)) {
        rounds += 1
        if most.load(ordering: .sequentiallyConsistent) >= 3 || rounds > 5000 { throw Seen() }
      }
      working.subtract(1, ordering: .sequentiallyConsistent)
    }
    let atOnce = most.load(ordering: .sequentiallyConsistent)
    #expect(atOnce == 3)
  }

  @Test(arguments: [1, 4])
  func `the first error ends it, and items behind are left out`(_ jobs: Int) {
    let begun = Mutex<Set<Int>>([])
    #expect(throws: Wrong(number: 5)) {
      try forEach(Array(1...10_000), jobs: jobs) { number in
        _ = begun.withLock { $0.insert(number) }
        if number == 5 { throw Wrong(number: number) }
      }
    }
    #expect(begun.withLock { $0.count } < 10_000)
  }

  /// An item of which there is one reference can be changed without a copy.
  @Test func `an item is changed in its place`() {
    let items = (0..<8).map { [Int](repeating: $0, count: 1000) }
    let places = items.map { $0.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } }
    let results = forEach(consume items, jobs: 4) { item in
      item[0] += 1
      return item.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
    #expect(results == places)
  }
}

struct ForEachByWeightTests {
  /// Light ones are done one after the other, heavy ones on several threads.
  @Test(arguments: [1, 1_000_000])
  func `each is done once, with what it changes`(_ weight: Int) {
    let names = ["steps", "heartRate", "distance", "flights", "energy"]
    @Sendable func shout(_ name: inout String) -> String {
      name += "!"
      return name
    }
    let results = forEach(names, weight: { _ in weight }, shout)
    #expect(results.sorted() == names.map { $0 + "!" }.sorted())
  }

  @Test func `the heaviest comes first`() {
    #expect(forEach([3, 1, 2], weight: \.self) { $0 } == [3, 2, 1])
    #expect(forEach([3, 1_000_000, 2], weight: \.self) { $0 } == [1_000_000, 3, 2])
  }
}
