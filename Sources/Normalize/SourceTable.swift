import DaymarkModel

/// The sources of one subject over all its inputs: each provider, name and device once.
struct SourceTable {
  /// What a name is of: devices of several names are never held against each other.
  private struct Name: Hashable {
    var provider: Provider
    var name: String
  }

  private struct Identity: Hashable {
    var name: Name
    var hardware: String?
  }

  private var indices: [Identity: Int] = [:]
  private var sources: [Source] = []
  private var isUsed: [Bool] = []
  /// The documents that state each source, by the order in which they were entered.
  private var documents: [[Int]] = []
  private var documentCount = 0

  /// Enters the sources of a document, or of all documents of an input that are one to the comparison of exports.
  ///
  /// - Returns: For each of them its index in the table.
  mutating func add(_ written: [Source]) -> [UInt16] {
    defer { documentCount += 1 }
    return written.map { source in
      let name = Name(provider: source.provider, name: comparableName(source.name))
      let identity = Identity(name: name, hardware: source.hardware)
      if let known = indices[identity] {
        // The best class seen on any record is the source's.
        sources[known].deviceClass = min(sources[known].deviceClass, source.deviceClass)
        if documents[known].last != documentCount { documents[known].append(documentCount) }
        return UInt16(clamping: known)
      }
      indices[identity] = sources.count
      sources.append(
        Source(
          provider: name.provider, name: name.name, deviceClass: source.deviceClass,
          hardware: source.hardware))
      isUsed.append(false)
      documents.append([documentCount])
      return UInt16(clamping: sources.count - 1)
    }
  }

  subscript(index: UInt16) -> Source { sources[Int(index)] }

  /// The source of the same name that states no device, in a store of health data; `nil` of any other provider.
  ///
  /// It is entered where it is not there yet, for a later input may have its records.
  mutating func ofHealthStore(withoutDevice index: UInt16) -> UInt16? {
    let source = sources[Int(index)]
    guard source.provider.isHealthStore else { return nil }
    return add([
      Source(
        provider: source.provider, name: source.name, deviceClass: source.deviceClass)
    ])[0]
  }

  /// Notes that a source gave something that was not rejected as damage.
  mutating func use(_ index: UInt16) { isUsed[Int(index)] = true }

  /// The sources that gave anything, best first, behind them the others, and the rank of each index.
  ///
  /// Sources whose every record was rejected have no part in the order that evidence shows: they
  /// are known from files that say nothing of them, so they would change with the way an export is
  /// split.
  func ordered(by order: SourceOrder) -> (used: [Source], others: [Source], ranks: [UInt16]) {
    let resolved = resolvedSources()
    let used = Set(zip(resolved, isUsed).filter(\.1).map(\.0))
    let (first, others) = (
      order.sorted(used), order.sorted(Set(resolved).subtracting(used))
    )
    var ranks: [Source: UInt16] = [:]
    for (rank, source) in (first + others).enumerated() { ranks[source] = UInt16(clamping: rank) }
    return (first, others, resolved.map { ranks[$0] ?? .max })
  }

  /// For each rank the one that stands for it where exports are compared: that of the same device under another name.
  ///
  /// A device that was given another name has one name in each document. Two that share a model may stand in one, and are
  /// two.
  ///
  /// - Parameter ranks: Of each index.
  func sameDevices(_ ranks: [UInt16]) -> [UInt16: UInt16] {
    var same: [UInt16: UInt16] = [:]
    let named = Dictionary(grouping: sources.indices) {
      Name(provider: sources[$0].provider, name: sources[$0].name)
    }.mapValues { Set($0.flatMap { documents[$0] }) }
    let devices = Dictionary(grouping: sources.indices) {
      Identity(name: Name(provider: sources[$0].provider, name: ""), hardware: sources[$0].hardware)
    }
    for (device, indices) in devices where device.hardware?.isEmpty == false {
      let stated = indices.flatMap {
        named[Name(provider: sources[$0].provider, name: sources[$0].name)] ?? []
      }
      let first = indices.map { ranks[$0] }.min()
      guard indices.count > 1, Set(stated).count == stated.count, let first else { continue }
      for index in indices { same[ranks[index]] = first }
    }
    return same
  }

  /// The source that each index is one of, now that all devices of its name are known.
  ///
  /// What states no device, or nothing of it, is of the one device of its name. Where there are several it is a source
  /// of its own, of the worst of their classes, for it may be of any of them.
  private func resolvedSources() -> [Source] {
    var resolved = sources
    let names = Dictionary(grouping: sources.indices) {
      Name(provider: sources[$0].provider, name: sources[$0].name)
    }
    for indices in names.values {
      let devices = indices.filter { sources[$0].hardware?.isEmpty == false }
      let isAlone = devices.count <= 1
      let (best, worst) = (
        indices.map { sources[$0].deviceClass }.min() ?? .app,
        devices.map { sources[$0].deviceClass }.max() ?? .app
      )
      for index in indices {
        let isDevice = sources[index].hardware?.isEmpty == false
        guard isAlone || !isDevice else { continue }
        (resolved[index].hardware, resolved[index].deviceClass) = (nil, isAlone ? best : worst)
      }
    }
    return resolved
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

  /// Sets apart what was typed in with a session.
  ///
  /// - Returns: What was not set apart before.
  mutating func setApart(_ typed: TypedSessions, _ policy: ManualEntryPolicy) -> [Sample] {
    typed.move(from: &accepted, to: &manual, policy)
  }

  /// Gives sources their ranks, and takes out duplicates.
  ///
  /// - Parameters:
  ///   - ranks: Of sources, by the subject's table.
  ///   - duplicates: What is known of the inputs.
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
