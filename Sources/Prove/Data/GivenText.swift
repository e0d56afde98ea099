import DaymarkDocuments
package import DaymarkModel

// The text of the given days as a case; see Testing, "A case".

extension GivenPeriod {
  /// Returns the case in the form of `rules_test.yaml`.
  ///
  /// Facts that a case cannot state are added as comments.
  ///
  /// - Parameters:
  ///   - name: The name of the case, without quotes.
  ///   - outcome: The outcome of the rule on this data.
  package func caseText(named name: String, _ outcome: Outcome) -> String {
    var lines = ["- case: \(name)", "  period: \(days[0])..\(days[days.count - 1])"]
    lines += dayLines + heartMinuteLines + sessionLines + liftLines + featLines
    lines += shareLines("manualShare", manualShares) + shareLines("lateShare", lateShares)
    let flagged = FlagCode.allCases.compactMap { code in
      flags[code].flatMap { $0 == 0 ? nil : "\(code.rawValue)\($0 == 1 ? "" : " x\($0)")" }
    }
    if !flagged.isEmpty { lines.append("  flags: [\(flagged.joined(separator: ", "))]") }
    lines.append("  expect: { outcome: \(outcome.rawValue) }")
    return (lines + comments).joined(separator: "\n")
  }

  private func columns(_ origin: Column.Origin) -> [(column: Column, cells: [Int128?])] {
    Array(figures.keys).ordered.filter { $0.origin == origin }.map { ($0, figures[$0] ?? []) }
  }

  private func list(_ column: Column, _ cells: [Int128?]) -> String {
    var words: [(text: String, times: Int)] = []
    for (day, cell) in cells.enumerated() {
      let isLog = column.origin == .log
      let isPast = day >= end(of: column.origin) || !isLog && damaged.contains(day)
      let figure = cell.map { decimalText(ofMillionths: $0) }
      // A log covers every day before its end, so a missing figure means 0.
      let text = (isPast ? "~" : "") + (figure ?? (isLog && !isPast ? "0" : isPast ? "" : "-"))
      if words.last?.text == text {
        words[words.count - 1].times += 1
      } else {
        words.append((text, 1))
      }
    }
    return "["
      + words.map { $0.times == 1 ? $0.text : $0.text + repeated($0) }
      .joined(separator: ", ") + "]"
  }

  /// Returns the repetition of a word, with a space before it if the word ends with a number.
  private func repeated(_ word: (text: String, times: Int)) -> String {
    "\(word.text.last?.isNumber ?? false ? " " : "")x\(word.times)"
  }

  private var dayLines: [String] {
    var (lists, rates): ([String], [String]) = ([], [])
    for (column, cells) in columns(.records) + columns(.log) {
      switch column {
      case .amount(let metric): lists.append("\(metric.id): \(list(column, cells))")
      case .heartRate(let statistic): rates.append("\(statistic.rawValue): \(list(column, cells))")
      case .strength(let measure): lists.append("\(measure.rawValue): \(list(column, cells))")
      case .heartMinutes, .lift, .feat: break
      }
    }
    if !rates.isEmpty { lists.append("heartRate: { \(rates.joined(separator: ", ")) }") }
    return lists.isEmpty ? [] : ["  days:"] + lists.map { "    \($0)" }
  }

  private var heartMinuteLines: [String] {
    let lists = columns(.records).compactMap { column, cells -> String? in
      guard case .heartMinutes(let above) = column else { return nil }
      return "    - { above: \(above) bpm, days: \(list(column, cells)) }"
    }
    return lists.isEmpty ? [] : ["  heartMinutes:"] + lists
  }

  private var liftLines: [String] {
    // The figures of one exercise on one day come from one best set.
    var (places, sets): ([String], [String: [String]]) = ([], [:])
    for (column, cells) in columns(.log) {
      guard case .lift(let quantity, let exercise) = column else { continue }
      for (day, cell) in cells.enumerated() {
        guard let cell else { continue }
        let place = "day: \(days[day]), exercise: \(exercise)"
        if sets[place] == nil { places.append(place) }
        sets[place, default: []].append("\(quantity.rawValue): \(decimalText(ofMillionths: cell))")
      }
    }
    let lines = places.map { place in
      "    - { \(([place] + (sets[place] ?? [])).joined(separator: ", ")) }"
    }
    return lines.isEmpty ? [] : ["  lifts:"] + lines
  }

  private var featLines: [String] {
    let feats = columns(.attempts).flatMap { column, cells -> [String] in
      guard case .feat(let figure, let id) = column else { return [] }
      return cells.enumerated().compactMap { day, cell in
        // An attempt on the last day before the end shows where the table ends.
        (cell ?? (day + 1 == attemptsEnd ? 0 : nil)).map {
          "    - { day: \(days[day]), id: \(id), \(figure.rawValue): "
            + "\(decimalText(ofMillionths: $0)) }"
        }
      }
    }
    return feats.isEmpty ? [] : ["  feats:"] + feats
  }

  private var sessionLines: [String] {
    let lines = days.indices.flatMap { day in
      sessions[day].map { session -> String in
        let figures = ActivityField.allCases.compactMap { field in
          session.values[field].flatMap { amount in
            field.caseKey.map { key in
              guard field == .activeSeconds else {
                return "\(key): \(decimalText(ofMillionths: amount))"
              }
              return amount.isMultiple(of: 60)
                ? "\(key): \(decimalText(ofMillionths: amount / 60))"
                : "\(key): \(decimalText(ofMillionths: amount)) s"
            }
          }
        }
        let parts = ["day: \(days[day])", "kind: \(session.kind.rawValue)"]
        let indoor = session.isIndoor ? ["indoor: true"] : []
        return "    - { \((parts + indoor + figures).joined(separator: ", ")) }"
      }
    }
    return lines.isEmpty ? [] : ["  activities:"] + lines
  }

  private func shareLines(_ key: String, _ shares: [Metric: Int]) -> [String] {
    let parts = shares.sorted { $0.key < $1.key }.filter { $0.value > 0 }.map {
      "\($0.key.id): \(Quantity(percentOf: $0.value)) %"
    }
    return parts.isEmpty ? [] : ["  \(key): { \(parts.joined(separator: ", ")) }"]
  }

  private var comments: [String] {
    if isCase { return [] }
    var lines = hasNoInputs ? ["# Nothing was handed in that counts."] : []
    lines += opened.sorted { $0.key < $1.key }.flatMap { metric, cells in
      cells.sorted { $0.key < $1.key }.map { day, opened in
        let most = opened.most.map { "\(decimalText(ofMillionths: $0))" } ?? "any amount"
        return "# \(metric.id) of \(days[day]): rejected records leave it between "
          + "\(decimalText(ofMillionths: opened.least)) and \(most)"
      }
    }
    if opened.values.allSatisfy(\.isEmpty) {
      lines += damaged.sorted().map { "# \(days[$0]): an archive is damaged" }
    }
    return lines + ["# rules_test.yaml cannot say this."]
  }
}

extension ActivityField {
  /// The key of a figure in a case's session and in a rule's test; `nil` where there is none.
  var caseKey: String? {
    switch self {
    case .activeSeconds: ActivityQuantity.duration.rawValue
    case .distanceMeters: ActivityQuantity.distance.rawValue
    case .kilocalories: ActivityQuantity.energy.rawValue
    case .elevationGainMeters: ActivityQuantity.elevationGain.rawValue
    case .averageBPM: ActivityQuantity.averageHeartRate.rawValue
    case .maximumBPM: ActivityQuantity.maximumHeartRate.rawValue
    // No rule tests the other figures of a session.
    default: nil
    }
  }
}
