import DaymarkModel

/// Adjusts the cases of a `rules_test.yaml` when a required number of successive days changes.
///
/// In each list of days, the run that is just long enough, or one day too short, becomes longer or
/// shorter by the difference. The end of the period, and dates after the run, move by as many days.
struct RunScaling {
  private let old: Int
  private let more: Int

  init(from old: Int, to new: Int) { (self.old, more) = (old, new - old) }

  func apply(to tests: inout YAMLText) {
    for index in tests.root?.elements?.indices ?? 0..<0 { applyToTest(at: index, &tests) }
  }

  private func applyToTest(at index: Int, _ tests: inout YAMLText) {
    func test() -> YAMLValue? { tests.root?.value(at: RulePath("\(index)")) }
    let metrics = test()?.value(at: "days")?.entries?.compactMap(\.key.text) ?? []
    let lists = metrics.map { RulePath("days", $0) }
    let runs = lists.compactMap { path in
      test()?.value(at: path).flatMap { DayRun($0, of: old) }
    }
    guard let run = runs.first, runs.count == lists.count,
      let period = test()?.value(at: "period")?.text.map({ $0.split(separator: "..") }),
      period.count == 2, let first = CivilDay(period[0]), let last = CivilDay(period[1])
    else { return }
    for (path, run) in zip(lists, runs) {
      guard let list = test()?.value(at: path) else { continue }
      tests.replaceElements(of: list, with: run.elements(longerBy: more))
    }
    var values = [test()?.value(at: "period").map { ($0, "\(first)..\(last.advanced(by: more))") }]
    if let asOf = test()?.value(at: "asOf"), let text = asOf.text,
      let day = CivilDay(text.prefix(10)),
      first.distance(to: day) >= run.end
    {
      values.append((asOf, "\(day.advanced(by: more))\(text.dropFirst(10))"))
    }
    tests.replace(values.compactMap(\.self).map { (old: $0.0, new: $0.1) })
  }
}

/// The run in a list of days, which has one figure for each.
private struct DayRun {
  private let cells: [(text: String, times: Int)]
  private let index: Int
  /// The number of days up to the end of the run.
  var end: Int { cells[...index].reduce(0) { $0 + $1.times } }

  /// Finds the run.
  ///
  /// - Parameter days: The required length of a run.
  init?(_ list: YAMLValue, of days: Int) {
    let cells = (list.elements ?? []).compactMap(\.text).map { repetition($0) }
    guard
      let index = cells.lastIndex(where: { $0.times == days || (days > 1 && $0.times == days - 1) })
    else { return nil }
    (self.cells, self.index) = (cells, index)
  }

  func elements(longerBy more: Int) -> [String] {
    cells.enumerated().compactMap { position, cell in
      let times = cell.times + (position == index ? more : 0)
      guard times > 1 else { return times == 1 ? cell.text : nil }
      return cell.text == "-" ? "-x\(times)" : "\(cell.text) x\(times)"
    }
  }
}
