import DaymarkModel

/// The sources of one subject in all its inputs: each provider, name and device once.
struct SourceTable {
  /// A provider's name for sources.
  ///
  /// Devices with different names are never compared.
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
  /// The numbers of the documents that contain each source, in the order in which they were added.
  private var documents: [[Int]] = []
  private var documentCount = 0

  /// Adds the sources of a document, or of documents that count as one in the comparison of
  /// exports.
  ///
  /// - Returns: The index in the table of each source.
  mutating func add(_ written: [Source]) -> [UInt16] {
    defer { documentCount += 1 }
    return written.map { source in
      let name = Name(provider: source.provider, name: comparableName(source.name))
      let identity = Identity(name: name, hardware: source.hardware)
      if let known = indices[identity] {
        // A source has the best class of any of its records.
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

  /// Returns the source with the same name and no device, if the provider is a store of health
  /// data; otherwise `nil`.
  ///
  /// The source is added if it is missing, because a later input may have its records.
  mutating func ofHealthStore(withoutDevice index: UInt16) -> UInt16? {
    let source = sources[Int(index)]
    guard source.provider.isHealthStore else { return nil }
    return add([
      Source(
        provider: source.provider, name: source.name, deviceClass: source.deviceClass)
    ])[0]
  }

  /// Marks a source as having data that was not rejected as damaged.
  mutating func use(_ index: UInt16) { isUsed[Int(index)] = true }

  /// Returns the sources with data, best first, followed by the others, and the rank of each index.
  ///
  /// Sources with only rejected records do not take part in the order that the evidence shows.
  /// Files may name sources without having data of them, so their order would depend on how an
  /// export is divided into files.
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

  /// Returns, for each renamed device, the rank that stands for it in comparisons of exports, by
  /// the rank of each name.
  ///
  /// A renamed device has only one name in each document. Two devices of the same model may be in
  /// one document, and remain separate.
  ///
  /// - Parameter ranks: The rank of each index.
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

  /// Returns the final source of each index, after all devices of its name are known.
  ///
  /// A source without a device, or with an unspecified one, is the only device of its name. If
  /// there are several, it is a source of its own with the worst of their classes, because it may
  /// be any of them.
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

/// The samples of one metric in all inputs of a subject.
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

  /// Adds the samples of an input, whose sources are indices in the subject's ``SourceTable``.
  mutating func add(accepted: consuming SampleList, manual: consuming SampleList) {
    self.accepted.append(contentsOf: accepted)
    self.manual.append(contentsOf: manual)
  }

  /// Moves the samples that lie within a typed-in session from the accepted ones to the typed-in
  /// ones; if the policy includes typed-in data, they are only marked.
  ///
  /// - Returns: The moved samples.
  mutating func setApart(_ typed: TypedSessions, _ policy: ManualEntryPolicy) -> [Sample] {
    typed.move(from: &accepted, to: &manual, policy)
  }

  /// Replaces sources by their ranks, and removes duplicates.
  ///
  /// - Parameters:
  ///   - ranks: The rank of each source, by its index in the subject's ``SourceTable``.
  ///   - duplicates: The order and ages of the inputs.
  /// - Returns: The removals, by index of input.
  mutating func finish(_ ranks: [UInt16], _ duplicates: Duplicates) -> [Int: Rejections] {
    accepted.update { sample in
      sample.source = ranks[Int(sample.source)]
      sample.input = duplicates.rank(ofInputOf: sample)
    }
    manual.update { $0.source = ranks[Int($0.source)] }
    return duplicates.remove(from: &accepted, metric)
  }
}
