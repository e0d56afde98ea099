import DaymarkWork
import Synchronization
import Testing

struct WorkQueueTests {
  @Test(arguments: [nil, 1, 3])
  func `elements come in the order of giving, then the end does`(_ room: Int?) {
    let queue = WorkQueue<Int>(room: room)
    let thread = WorkThread {
      for number in 1...1000 { queue.give(number) }
      queue.end()
    }
    var numbers: [Int] = []
    while let number = queue.next() { numbers.append(number) }
    thread?.join()
    #expect(numbers == Array(1...1000))
    // The end does not pass.
    #expect(queue.next() == nil)
  }

  @Test func `no more wait than there is room for`() {
    let queue = WorkQueue<Int>(room: 2)
    let given = Atomic(0)
    let thread = WorkThread {
      for number in 1...100 where queue.give(number) { given.store(number, ordering: .relaxed) }
      queue.end()
    }
    var most = 0
    while let number = queue.next() {
      most = max(most, given.load(ordering: .relaxed) - number)
    }
    thread?.join()
    // Two that wait, and one that was given in the place of the one just taken.
    #expect(most <= 3)
  }

  @Test func `each element comes to one of those who wait, and the end to all`() {
    let queue = WorkQueue<Int>()
    let taken = Mutex<[Int]>([])
    let threads = (0..<4).map { _ in
      WorkThread {
        while let number = queue.next() { taken.withLock { $0.append(number) } }
      }
    }
    for number in 0..<1000 { queue.give(number) }
    queue.end()
    for thread in threads { thread?.join() }
    #expect(taken.withLock { $0.sorted() } == Array(0..<1000))
  }

  @Test func `after the end nothing is added, and what was given is still taken`() {
    let queue = WorkQueue<Int>()
    #expect(queue.give(1))
    #expect(!queue.isOver)
    queue.end()
    #expect(queue.isOver)
    #expect(!queue.give(2))
    #expect(queue.next() == 1)
    #expect(queue.next() == nil)
  }

  @Test func `a stop drops what was given, and frees all who wait for room`() {
    let queue = WorkQueue<Int>(room: 1)
    queue.give(0)
    let added = Mutex<[Bool]>([])
    let threads = (1...3).map { number in
      WorkThread {
        let isAdded = queue.give(number)
        added.withLock { $0.append(isAdded) }
      }
    }
    queue.stop()
    for thread in threads { thread?.join() }
    #expect(added.withLock { $0 } == [false, false, false])
    #expect(queue.next() == nil)
  }

  @Test func `what is wanted meanwhile is done until an element comes, or it throws`() throws {
    struct Enough: Error {}
    let queue = WorkQueue<String>()
    var calls = 0
    let element = queue.next(every: .milliseconds(1)) {
      calls += 1
      if calls == 3 { queue.give("late") }
    }
    #expect(element == "late")
    #expect(calls >= 3)
    #expect(throws: Enough.self) {
      try queue.next(every: .milliseconds(1)) { throw Enough() }
    }
    queue.end()
    #expect(queue.next(every: .seconds(3600)) {} == nil)
  }
}
