import DaymarkDocuments
import DaymarkModel

// The strength training of a case in rules_test.yaml.
extension KeyTable {
  /// The keys under `days` of figures of strength training, each with a list, as metrics have.
  static let givenStrength = StrengthMeasure.allCases.map {
    Key.optional($0.rawValue, GivenCell.list(in: $0.unit))
  }

  static let givenLift = KeyTable(
    [.needed("day", .date), .needed("exercise", .exercise)]
      + LiftQuantity.allCases.map {
        .optional(
          $0.rawValue, .word(Pattern("^[0-9]"), .bareNumber(unit: $0.unit), orAs: [.number]))
      }, atLeastOneOf: LiftQuantity.allCases.map(\.rawValue))

  static let givenGap = KeyTable([
    .needed("day", .date), .needed("code", .choice(StrengthGap.allCases.map(\.rawValue))),
  ])
}

extension GivenFiguresReader {
  /// Reads the strength training of each day, and the first day from which the log may be
  /// incomplete.
  ///
  /// That is the first incomplete day, or the day after the last figure.
  ///
  /// - Parameter table: The mapping under `days`.
  /// - Returns: `nil` when an error was reported.
  func strength(_ table: YAMLMapping?) -> (days: [DailyStrength], end: CivilDay?)? {
    var training: [CivilDay: DailyStrength] = [:]
    var incomplete: Set<CivilDay> = []
    guard readMeasures(table, into: &training, &incomplete), readLifts(into: &training),
      readGaps(into: &training)
    else { return nil }
    let days = training.values.sorted { $0.day < $1.day }
    return (days, incomplete.min() ?? days.last?.day.advanced(by: 1))
  }

  private func readMeasures(
    _ table: YAMLMapping?, into training: inout [CivilDay: DailyStrength],
    _ incomplete: inout Set<CivilDay>
  ) -> Bool {
    guard let table else { return true }
    for measure in StrengthMeasure.allCases where table.has(measure.rawValue) {
      let unit = measure.unit
      guard let cells = cells(table, measure.rawValue, in: unit, step: unit.dailyStep) else {
        return false
      }
      for (day, cell) in zip(days, cells) {
        if !cell.isComplete { incomplete.insert(day) }
        guard let amount = cell.amount else { continue }
        training[day, default: DailyStrength(day: day)].set(measure, to: amount)
      }
    }
    return true
  }

  private func readLifts(into training: inout [CivilDay: DailyStrength]) -> Bool {
    entries("lifts", .givenLift) { entry in
      guard let day = day(entry), let exercise = readExercise("exercise", of: entry) else {
        return false
      }
      var strength = training[day] ?? DailyStrength(day: day)
      // A further line about the same exercise is about other sets, of which the best counts.
      let place = strength.lifts.firstIndex { $0.exercise == exercise }
      var lift = place.map { strength.lifts[$0] } ?? DailyLift(exercise: exercise)
      for quantity in LiftQuantity.allCases where entry.has(quantity.rawValue) {
        guard
          let amount = entry.read(quantity.rawValue, { givenQuantity($0, in: quantity.unit) })
        else { return false }
        switch quantity {
        case .estimate: lift.bestEstimate = max(lift.bestEstimate ?? amount, amount)
        case .load: lift.heaviest = max(lift.heaviest ?? amount, amount)
        case .bodyWeights:
          lift.mostBodyWeights = max(lift.mostBodyWeights ?? amount, amount)
        case .repetitions:
          let count = Int(amount.microUnits / 1_000_000)
          lift.mostRepetitions = max(lift.mostRepetitions, count)
        }
      }
      if let place { strength.lifts[place] = lift } else { strength.lifts.append(lift) }
      training[day] = strength
      return true
    }
  }

  private func readGaps(into training: inout [CivilDay: DailyStrength]) -> Bool {
    entries("gaps", .givenGap) { entry in
      guard let day = day(entry), let gap = entry.choice("code", StrengthGap.self) else {
        return false
      }
      training[day, default: DailyStrength(day: day)].open(for: gap)
      return true
    }
  }

  /// Reads each mapping of a list, and returns whether all could be read.
  func entries(
    _ key: String, _ table: KeyTable, _ read: (YAMLMapping) -> Bool
  ) -> Bool {
    guard let value = mapping[key] else { return true }
    guard let elements = value.elements else {
      mapping.reject(key, value)
      return false
    }
    // Every mapping is read, so that every error is reported.
    return elements.map { element in
      YAMLMapping(element, table, key: key, mapping.findings).map(read) ?? false
    }.allSatisfy { $0 }
  }
}

extension DailyStrength {
  fileprivate mutating func open(for gap: StrengthGap) {
    switch gap {
    case .exercise: unmatchedExercises += 1
    case .unit:
      setsOfUnknownUnit += 1
      for index in lifts.indices { lifts[index].setsOfUnknownUnit += 1 }
    case .bodyWeight:
      setsOfUnknownBodyWeight += 1
      for index in lifts.indices {
        lifts[index].setsOfUnknownBodyWeight += 1
        lifts[index].setsWithoutBodyWeight += 1
      }
    }
  }
}
