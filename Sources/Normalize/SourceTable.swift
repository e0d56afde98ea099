import DaymarkModel

/// The sources of one subject over all its inputs, each provider and name once.
struct SourceTable {
  private struct Identity: Hashable {
    var provider: Provider
    var name: String
  }

  private var indices: [Identity: Int] = [:]
  private var sources: [Source] = []
  private var isUsed: [Bool] = []

  /// Enters the sources of an input.
  ///
  /// - Returns: For each of them its index in the table.
  mutating func add(_ written: [Source]) -> [UInt16] {
    written.map { source in
      let identity = Identity(provider: source.provider, name: comparableName(source.name))
      if let known = indices[identity] {
        // The best class seen on any record is the source's.
        sources[known].deviceClass = min(sources[known].deviceClass, source.deviceClass)
        return UInt16(clamping: known)
      }
      indices[identity] = sources.count
      sources.append(
        Source(
          provider: identity.provider, name: identity.name, deviceClass: source.deviceClass))
      isUsed.append(false)
      return UInt16(clamping: sources.count - 1)
    }
  }

  subscript(index: UInt16) -> Source { sources[Int(index)] }

  /// Notes that a source gave something that was not rejected as damage.
  mutating func use(_ index: UInt16) { isUsed[Int(index)] = true }

  /// The sources that gave anything, best first, behind them the others, and the rank of each index.
  ///
  /// Sources whose every record was rejected have no part in the order that evidence shows: they
  /// are known from files that say nothing of them, so they would change with the way an export is
  /// split.
  func ordered(by order: SourceOrder) -> (used: [Source], others: [Source], ranks: [UInt16]) {
    let used = order.sorted(zip(sources, isUsed).filter(\.1).map(\.0))
    let others = order.sorted(zip(sources, isUsed).filter { !$0.1 }.map(\.0))
    var rankByIdentity: [Identity: UInt16] = [:]
    for (rank, source) in (used + others).enumerated() {
      rankByIdentity[Identity(provider: source.provider, name: source.name)] = UInt16(
        clamping: rank)
    }
    let ranks = sources.map {
      rankByIdentity[Identity(provider: $0.provider, name: $0.name)] ?? .max
    }
    return (used, others, ranks)
  }
}

/// The samples of one metric of all of a subject's inputs.
struct CollectedSamples: Sendable {
  let metric: Metric
  private(set) var accepted: SampleList
  private(set) var manual: SampleList

  init(of metric: Metric) {
    self.metric = metric
    accepted = SampleList(of: metric)
    manual = SampleList(of: metric)
  }

  var count: Int { accepted.count + manual.count }

  /// Adds an input's, whose sources are numbered by the subject's table.
  mutating func add(accepted: consuming SampleList, manual: consuming SampleList) {
    self.accepted.append(contentsOf: accepted)
    self.manual.append(contentsOf: manual)
  }

  /// Gives sources their ranks, and takes out duplicates.
  ///
  /// - Parameter ranks: Of sources, by the subject's table.
  /// - Returns: What was taken out, by index of input.
  mutating func finish(_ ranks: [UInt16], _ duplicates: Duplicates) -> [Int: Rejections] {
    accepted.update { sample in
      sample.source = ranks[Int(sample.source)]
      sample.input = duplicates.rank(ofInput: sample.input)
    }
    manual.update { $0.source = ranks[Int($0.source)] }
    return duplicates.remove(from: &accepted, metric)
  }
}
