import DaymarkModel

/// The section "Counted once" of a person's page, which shows how several sources count once.
struct CountedSection {
  /// The most days that are shown; of more, those on which adding up would be furthest off.
  private static let mostDays = 31
  private static let mostMetrics = 4

  let report: SubjectReport

  private var sources: [Source] { report.aggregates.sources }
  /// The classes of the stylesheet, by rank of the source; sources have different colours while
  /// there are enough.
  private let styles: [Int: String]

  init(report: SubjectReport) {
    self.report = report
    styles = report.aggregates.sources.styles(
      of: Set(report.counted.prefix(Self.mostMetrics).flatMap(\.sources)))
  }

  var values: [String: Any] {
    let metrics = report.counted
    let merged = report.aggregates.sessions.filter { $0.inputs.count > 1 }
    return present([
      "hasCounted": !metrics.isEmpty || !merged.isEmpty,
      "countedLead": lead(metrics, merged), "order": order(metrics),
      "counted": metrics.prefix(Self.mostMetrics).map(values),
      "hasMerged": !merged.isEmpty, "merged": merged.prefix(Self.mostDays).map(recordings),
    ])
  }

  private func lead(_ metrics: [CountedMetric], _ merged: [Session]) -> String {
    if metrics.contains(where: { $0.naiveTotal != $0.total }) {
      return
        "A phone, a watch and a tracker each record the same walk. Adding them up would count it "
        + "two or three times. Here every minute counts once, as recorded by the best source."
    }
    return "Where several devices record the same walk, it counts once. Here "
      + (merged.isEmpty
        ? "nothing was recorded twice."
        : "\(merged.count.counting("session")) were recorded more than once.")
  }

  /// Returns the order of preference of the sources in words; `nil` where no source was passed
  /// over.
  private func order(_ metrics: [CountedMetric]) -> String? {
    let ranks = Set(metrics.filter { $0.naiveTotal != $0.total }.flatMap(\.sources)).sorted()
    guard ranks.count > 1 else { return nil }
    let (first, others) = (name(ranks[0]), ranks.dropFirst().map { ", then the \(name($0))" })
    return "Where two devices recorded the same minute, the \(first) counts\(others.joined()). "
      + "Unless the challenge says otherwise, it is the watch, then phone, tracker, app."
  }

  /// One session, with the files that recorded it.
  private func recordings(_ session: Session) -> [String: Any] {
    let inputs = session.inputs.filter { report.inputs.indices.contains($0) }.map {
      "\(report.inputs[$0].format) \(report.inputs[$0].digest.short)"
    }
    return [
      "day": session.day.weekdayWords, "what": session.activity.kind.words,
      "count": session.inputs.count, "files": inputs.joined(separator: ", "),
    ]
  }

  private func name(_ rank: Int) -> String { sources.name(rank) }

  private func style(_ rank: Int) -> String { styles[rank] ?? "k-more" }

  private func values(_ counted: CountedMetric) -> [String: Any] {
    let unit = counted.metric.canonicalUnit
    let hasDifference = counted.naiveTotal != counted.total
    let days = shownDays(counted)
    let most = days.map { Int128(max($0.naive.microUnits, $0.value.microUnits)) }.max() ?? 1
    let hasAside = counted.days.contains { $0.setAside > .zero }
    return present([
      "name": counted.name.prefix(1).uppercased() + counted.name.dropFirst(),
      "telling": hasDifference ? counted.tellingDay.map { telling($0, unit) } : nil,
      "alone": hasDifference ? nil : alone(counted, unit),
      "hasDays": hasDifference,
      "days": days.map { day -> [String: Any] in
        present([
          "day": day.day.weekdayWords,
          "bar": CountedPicture(day: day).strip(
            styles: day.parts.map { style($0.source) }, most: most),
          "value": day.value.shortWords(unit),
          "more": day.saved > .zero ? day.naive.shortWords(unit) : nil,
        ])
      },
      "legend": legend(counted),
      "caption": caption(counted, shown: days.count, unit),
      "columns": counted.sources.map { ["name": name($0)] },
      "hasAside": hasAside,
      "rows": days.map { day -> [String: Any] in
        [
          "day": day.day.words, "value": day.value.exactWords(unit),
          "naive": day.naive.exactWords(unit), "hasAside": hasAside,
          "aside": day.setAside > .zero ? day.setAside.exactWords(unit) : "–",
          "cells": counted.sources.map { source -> [String: Any] in
            let part = day.parts.first { $0.source == source }
            return [
              "text": part.map {
                "\($0.counted.exactWords(unit)) of \($0.offered.exactWords(unit))"
              } ?? "–"
            ]
          },
        ]
      },
    ])
  }

  /// The days to show, ascending: all, or those on which adding up would be furthest off.
  private func shownDays(_ counted: CountedMetric) -> [CountedDay] {
    guard counted.days.count > Self.mostDays else { return counted.days }
    let telling = counted.days.sorted { a, b in
      a.saved == b.saved ? a.day < b.day : a.saved > b.saved
    }
    return telling.prefix(Self.mostDays).sorted { $0.day < $1.day }
  }

  /// A large picture of the day on which adding up would be furthest off.
  private func telling(_ day: CountedDay, _ unit: Unit) -> [String: Any] {
    let picture = CountedPicture(day: day)
    let styles = day.parts.map { style($0.source) }
    return [
      "day": day.day.weekdayWords + " \(day.day.yearMonthDay.year)",
      "value": day.value.exactWords(unit), "naive": day.naive.exactWords(unit),
      "parts": day.parts.enumerated().map { index, part -> [String: Any] in
        [
          "name": name(part.source), "style": style(part.source),
          "bar": picture.source(index, style: styles[index]),
          "counted": part.counted.exactWords(unit), "offered": part.offered.exactWords(unit),
          "note": note(part, of: day, unit),
        ]
      },
      "once": picture.once(styles: styles), "sum": picture.naive(styles: styles),
      "onceNote": "All coloured parts, end to end: every minute once.",
      "sumNote": "\(day.saved.exactWords(unit)) too much.",
    ]
  }

  /// Returns the words for how one source's amounts counted.
  private func note(_ part: CountedDay.Part, of day: CountedDay, _ unit: Unit) -> String {
    var notes: [String] = []
    if part.counted > .zero, part.counted == part.offered { notes.append("all of it counts") }
    if part.covered > .zero {
      let better = part.better.map(name)
      let by = better.isEmpty ? "a better source" : better.joined(separator: " or ")
      notes.append("\(part.covered.exactWords(unit)) the \(by) recorded at the same time")
    }
    if part.unused > .zero {
      let used = day.parts.first { $0.source < part.source && $0.counted > .zero }
      let figure = used.map { "the figure of the \(name($0.source))" } ?? "another figure"
      notes.append("\(part.unused.exactWords(unit)) not used: \(figure) stands for the whole day")
    }
    guard let first = notes.first else { return "nothing on this day" }
    let text = ([first] + notes.dropFirst()).joined(separator: "; ")
    return text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  private func alone(_ counted: CountedMetric, _ unit: Unit) -> String {
    let total = Quantity(exactly: counted.total)?.exactWords(unit) ?? ""
    guard counted.sources.count == 1, let source = counted.sources.first else {
      let isMerged = report.aggregates.sessions.contains { $0.inputs.count > 1 }
      return isMerged
        ? "Each session counts once, and nothing else was recorded twice. In all, \(total)."
        : "Nothing was recorded twice, so adding up gives the same: \(total)."
    }
    return
      "There is only one source, the \(name(source)), so nothing can count twice. In all, \(total)."
  }

  private func legend(_ counted: CountedMetric) -> [[String: Any]] {
    var legend = counted.sources.map { ["style": style($0), "words": name($0)] }
    guard counted.naiveTotal != counted.total else { return legend }
    let parts = counted.days.flatMap(\.parts)
    if parts.contains(where: { $0.covered > .zero }) {
      legend.append(["style": "k-under", "words": "recorded at the same time by a better source"])
    }
    if parts.contains(where: { $0.unused > .zero }) {
      legend.append(
        ["style": "k-unused", "words": "not used: another source's figure stands for the day"])
    }
    legend.append(["style": "k-twice", "words": "what adding up would count twice"])
    return legend
  }

  private func caption(_ counted: CountedMetric, shown: Int, _ unit: Unit) -> String {
    guard counted.naiveTotal != counted.total,
      let total = Quantity(exactly: counted.total),
      let naive = Quantity(exactly: counted.naiveTotal)
    else { return "" }
    var text =
      "Over all days \(total.exactWords(unit)) count; adding up would have given "
      + "\(naive.exactWords(unit))."
    if shown < counted.days.count {
      text += " Of \(counted.days.count) days, the \(shown) with the largest difference are shown."
    }
    return text
  }
}

extension [Source] {
  /// The colours of some sources, by rank: the first source of each kind has that kind's colour,
  /// and others one of the rest.
  fileprivate func styles(of ranks: Set<Int>) -> [Int: String] {
    var styles: [Int: String] = [:]
    var free = ["watch", "phone", "tracker", "app"]
    let ranks = ranks.sorted().filter { indices.contains($0) }
    for rank in ranks {
      guard let place = free.firstIndex(of: self[rank].deviceClass.id) else { continue }
      styles[rank] = "k-\(free.remove(at: place))"
    }
    for rank in ranks where styles[rank] == nil && !free.isEmpty {
      styles[rank] = "k-\(free.removeFirst())"
    }
    return styles
  }
}
