/// The samples of one metric, in a list that grows without ever being copied as a whole.
///
/// A large export has millions of samples. An array that grows or is sorted would need their memory
/// twice, so they lie in chunks. Each chunk is sorted in place, and a merge of the chunks visits
/// the samples in order.
package struct SampleList: Sendable {
  /// Whether the list is ordered by source before time, as for a cumulative day, or by time alone,
  /// as for a heart-rate day.
  ///
  /// In either order two equal samples are neighbours.
  private let isBySource: Bool
  private var chunks: [[Sample]] = []
  /// The number of samples that the last chunk still takes.
  private var room = 0
  private var isSorted = true

  private static let chunkCapacity = 8192

  package init(of metric: Metric, _ samples: some Sequence<Sample> = []) {
    isBySource = metric.isCumulative
    for sample in samples { append(sample) }
  }

  /// The number of samples.
  package var count: Int { chunks.reduce(0) { $0 + $1.count } }

  /// Whether there is no sample.
  package var isEmpty: Bool { chunks.allSatisfy(\.isEmpty) }

  /// Adds a sample of the list's metric.
  package mutating func append(_ sample: Sample) {
    if room == 0 { addChunk() }
    chunks[chunks.count - 1].append(sample)
    room -= 1
    isSorted = false
  }

  private mutating func addChunk() {
    var chunk: [Sample] = []
    // The first chunk grows like any array, because many small inputs would otherwise reserve far
    // too much.
    if !chunks.isEmpty { chunk.reserveCapacity(Self.chunkCapacity) }
    chunks.append(chunk)
    room = Self.chunkCapacity
  }

  /// Takes over the chunks of a list of the same metric.
  package mutating func append(contentsOf other: consuming SampleList) {
    for chunk in other.chunks where !chunk.isEmpty {
      if let last = chunks.last, last.count + chunk.count <= Self.chunkCapacity {
        chunks[chunks.count - 1] += chunk
      } else {
        chunks.append(chunk)
      }
    }
    updateRoom()
    isSorted = false
  }

  private mutating func updateRoom() {
    room = chunks.last.map { max(0, Self.chunkCapacity - $0.count) } ?? 0
  }

  /// Visits every sample, in no particular order.
  package func visit(_ body: (Sample) -> Void) {
    for chunk in chunks {
      for sample in chunk { body(sample) }
    }
  }

  /// Changes every sample, in no particular order.
  package mutating func update(_ body: (inout Sample) -> Void) {
    for chunk in chunks.indices {
      withChunk(chunk) { samples in
        for index in samples.indices { body(&samples[index]) }
      }
    }
    isSorted = false
  }

  /// Removes the samples for which `shouldRemove` is true.
  package mutating func removeAll(where shouldRemove: (Sample) -> Bool) {
    for chunk in chunks.indices { chunks[chunk].removeAll(where: shouldRemove) }
    // Removed chunks give back their memory.
    chunks.removeAll(where: \.isEmpty)
    updateRoom()
  }

  /// Removes the samples for which `isTaken` is true, and returns them.
  package mutating func takeOut(where isTaken: (Sample) -> Bool) -> [Sample] {
    var taken: [Sample] = []
    removeAll { sample in
      guard isTaken(sample) else { return false }
      taken.append(sample)
      return true
    }
    return taken
  }

  /// Visits every sample in the list's order and keeps those for which `keep` is true.
  ///
  /// The order is total: by source for a cumulative metric, then by start, source, end and value;
  /// of duplicates the one to keep comes first.
  /// - Complexity: O(*n* log *n*); no second copy is made.
  package mutating func filterInOrder(_ keep: (Sample) -> Bool) {
    var merge = startMerge()
    var kept = Array(repeating: 0, count: chunks.count)
    while let run = merge.nextRun(of: chunks) {
      withChunk(run.chunk) { chunk in
        for position in run.positions where keep(chunk[position]) {
          // The position to write is never ahead of those that are still to be read.
          chunk[kept[run.chunk]] = chunk[position]
          kept[run.chunk] += 1
        }
      }
    }
    for (chunk, count) in kept.enumerated() {
      chunks[chunk].removeLast(chunks[chunk].count - count)
    }
    updateRoom()
  }

  /// Changes a chunk after moving it out of the array of chunks, because otherwise each change of
  /// an element would check whether the array is shared.
  private mutating func withChunk(_ index: Int, _ body: (inout [Sample]) -> Void) {
    var chunk: [Sample] = []
    swap(&chunk, &chunks[index])
    body(&chunk)
    swap(&chunk, &chunks[index])
  }

  /// Visits every sample in the list's order and frees each chunk once it has been visited.
  package consuming func visitInOrder(_ body: (Sample) -> Void) {
    var merge = startMerge()
    while let run = merge.nextRun(of: chunks) {
      for sample in chunks[run.chunk][run.positions] { body(sample) }
      if run.positions.upperBound == chunks[run.chunk].count { chunks[run.chunk] = [] }
    }
  }

  private mutating func startMerge() -> SampleMerge {
    let isBySource = isBySource
    if !isSorted {
      for chunk in chunks.indices {
        chunks[chunk].sort { precedes($0, $1, isBySource: isBySource) }
      }
      isSorted = true
    }
    return SampleMerge(chunks, isBySource: isBySource)
  }
}

/// A merge of sorted chunks: the next sample of each chunk, in a binary heap.
private struct SampleMerge {
  private struct Head {
    var sample: Sample
    var chunk: Int
    var position: Int
  }

  /// Successive samples of one chunk that come next in the order.
  struct Run {
    var chunk: Int
    var positions: Range<Int>
  }

  private var heap: [Head]
  private let isBySource: Bool

  init(_ chunks: [[Sample]], isBySource: Bool) {
    self.isBySource = isBySource
    heap = chunks.enumerated().compactMap { index, chunk in
      chunk.first.map { Head(sample: $0, chunk: index, position: 0) }
    }
    // A sorted array is already a heap.
    heap.sort { precedes($0.sample, $1.sample, isBySource: isBySource) }
  }

  /// The next samples, all of one chunk, that come before every other chunk's; `nil` at the end.
  ///
  /// Exports are mostly in the order of time, so that most runs are long.
  ///
  /// - Parameter chunks: The chunks as they were when the merge began; those that were visited to
  ///   their end may be gone.
  mutating func nextRun(of chunks: [[Sample]]) -> Run? {
    guard let head = heap.first else { return nil }
    let chunk = chunks[head.chunk]
    let end = endOfRun(in: chunk, from: head.position)
    advance(to: end < chunk.count ? chunk[end] : nil, at: end)
    return Run(chunk: head.chunk, positions: head.position..<end)
  }

  /// The first position after `position` at which the chunk's sample no longer comes before those
  /// of all other chunks.
  private func endOfRun(in chunk: [Sample], from position: Int) -> Int {
    guard heap.count > 1 else { return chunk.count }
    let thirdIsFirst =
      heap.count > 2 && precedes(heap[2].sample, heap[1].sample, isBySource: isBySource)
    let rival = heap[thirdIsFirst ? 2 : 1].sample
    var end = position + 1
    while end < chunk.count, precedes(chunk[end], rival, isBySource: isBySource) { end += 1 }
    return end
  }

  /// Moves the first head on to a later sample of its chunk, or removes it at the chunk's end.
  private mutating func advance(to next: Sample?, at position: Int) {
    var moving: Head
    if let next {
      moving = heap[0]
      moving.sample = next
      moving.position = position
    } else {
      moving = heap.removeLast()
      guard !heap.isEmpty else { return }
    }
    var hole = 0
    while true {
      var child = 2 * hole + 1
      guard child < heap.count else { break }
      if child + 1 < heap.count,
        precedes(heap[child + 1].sample, heap[child].sample, isBySource: isBySource)
      {
        child += 1
      }
      guard precedes(heap[child].sample, moving.sample, isBySource: isBySource) else { break }
      heap[hole] = heap[child]
      hole = child
    }
    heap[hole] = moving
  }
}

private func precedes(_ a: Sample, _ b: Sample, isBySource: Bool) -> Bool {
  if isBySource, a.source != b.source { return a.source < b.source }
  if a.start != b.start { return a.start < b.start }
  if a.source != b.source { return a.source < b.source }
  if a.end != b.end { return a.end < b.end }
  if a.value != b.value { return a.value < b.value }
  return a.precedesDuplicate(b)
}
