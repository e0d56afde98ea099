import DaymarkModel

/// The section about totals that exports state for whole days: the figure that counts, the stated
/// one, and the difference.
struct StatedSection {
  /// The most days that are listed for each metric; those that differ most are kept.
  private static let mostDays = 14

  let report: SubjectReport

  /// A day with the figure that counts and the total that an export states.
  private struct Day {
    var day: CivilDay
    var counted: Quantity
    var stated: Quantity

    var difference: StatedDifference { StatedDifference(of: counted, from: stated) }
  }

  var values: [String: Any] {
    let sections = Metric.allCases.compactMap(section)
    return ["hasStated": !sections.isEmpty, "stated": sections]
  }

  private func section(of metric: Metric) -> [String: Any]? {
    let stated = Dictionary(
      report.aggregates.statedDays.filter { $0.metric == metric }.map { ($0.day, $0.amount) },
      uniquingKeysWith: { first, _ in first })
    let days = report.aggregates.days.compactMap { day -> Day? in
      guard day.metric == metric, day.isComplete, let counted = day.value,
        let amount = stated[day.day]
      else { return nil }
      return Day(day: day.day, counted: counted, stated: amount)
    }
    if days.isEmpty { return nil }
    let unit = metric.canonicalUnit.rawValue
    let differing = days.filter { $0.difference.amount > .zero }
    let listed = differing.sorted {
      ($1.difference.amount, $0.day) < ($0.difference.amount, $1.day)
    }
    .prefix(Self.mostDays).sorted { $0.day < $1.day }
    return present([
      "name": report.counted.first { $0.metric == metric }?.name ?? metric.id,
      "summary": "\(days.count) \(days.count == 1 ? "day has" : "days have") both figures; on "
        + "\(days.count - differing.count) they are the same.",
      "hasRows": !listed.isEmpty,
      "more": differing.count > listed.count
        ? "The \(listed.count) days that differ most, of \(differing.count)." : nil,
      "rows": listed.map { day in
        let difference = day.difference
        return [
          "day": day.day.words, "counted": day.counted.words(ofUnit: unit),
          "stated": day.stated.words(ofUnit: unit),
          "difference": difference.amount.words(ofUnit: unit)
            + (difference.isMore ? " more" : " less")
            + (difference.percent.map { " (\($0) %)" } ?? ""),
        ]
      },
    ])
  }
}
