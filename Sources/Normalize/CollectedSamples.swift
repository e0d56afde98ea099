import DaymarkModel

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
