import DaymarkDocuments
import DaymarkModel

/// Reads a mapping of a rule, by its table, into the fields of a definition.
///
/// Every error is reported, so that a mapping without findings gives a leaf, a score or a gate.
struct FieldReader {
  private let mapping: YAMLMapping
  /// The days that the period can have; `nil` if the period is not known.
  private let possible: PossibleDays?
  /// The choice of days of the mapping around this one.
  private let outerDays: DaySelection?
  /// The most days of a stretch, for a mapping that is asked of each stretch.
  private let stretch: Int?

  init(
    _ mapping: YAMLMapping, _ possible: PossibleDays? = nil, within days: DaySelection? = nil,
    stretch: Int? = nil
  ) {
    (self.mapping, self.possible, outerDays) = (mapping, possible, days)
    self.stretch = stretch
  }

  /// The fields, or `nil` when one of them is invalid or missing.
  func fields() -> [String: JSONValue]? {
    let table = mapping.table
    let chosen = table.alternatives.map { mapping.only(of: $0) }
    var isGood =
      !chosen.contains(nil)
      && (table.atLeastOneOf.isEmpty || !mapping.any(of: table.atLeastOneOf).isEmpty)
    // Of two keys that exclude each other, neither is read.
    var done = Set(table.alternatives.joined()).subtracting(chosen.compactMap { $0 })
    var days = outerDays
    var fields: [String: JSONValue] = [:]
    if table["on"] != nil {
      days = selection()
      fields = days?.members ?? [:]
      isGood = isGood && days != nil
      done.formUnion(DaySelection.keys)
    }
    for key in table.keys where !done.contains(key.name) {
      if mapping.has(key.name) {
        fields[key.name] = value(key.name, key.form, beside: fields, days)
        isGood = isGood && fields[key.name] != nil
      } else {
        isGood = isGood && !key.isRequired
      }
    }
    for key in table.keys {
      isGood = isWithinBound(key, Fields(fields, of: table), days) && isGood
    }
    return isGood && hasNames(fields) && hasZone(fields) ? fields : nil
  }

  /// Whether a heart rate can lie above the first and up to the second rate of a zone; if not, that
  /// is reported.
  private func hasZone(_ fields: [String: JSONValue]) -> Bool {
    guard let upTo = mapping[HeartRateZone.upToKey],
      let last = fields[HeartRateZone.upToKey].flatMap(wholeHeartRate),
      let above = fields["above"].flatMap(wholeHeartRate), last <= above
    else { return true }
    mapping.reject(HeartRateZone.upToKey, upTo, expected: .heartRateAbove(above))
    return false
  }

  /// Whether a leaf with `each` has names; if not, that is reported.
  private func hasNames(_ fields: [String: JSONValue]) -> Bool {
    guard fields[KeyTable.eachKey] != nil, fields["where"]?[KeyTable.nameKey] == nil else {
      return true
    }
    mapping.findings.add(
      .configMissingKey, at: mapping.place(of: KeyTable.eachKey), key: KeyTable.nameKey,
      expected: KeyTable.requirements[KeyTable.nameKey]?.expected)
    return false
  }

  private func value(
    _ key: String, _ form: Form, beside fields: [String: JSONValue], _ days: DaySelection?
  ) -> JSONValue? {
    func word(_ text: String) -> JSONValue? {
      // Where the form lists no words, any text is accepted.
      if form.words.isEmpty { return freeText(text).map(JSONValue.string) }
      return form.words.contains(text) ? .string(text) : nil
    }
    switch form {
    case .number(let range, let bound):
      return mapping.read(key) { text in
        guard let number = wholeNumber(text), number >= range.lowerBound,
          bound != nil || number <= range.upperBound
        else { return nil }
        return .number(number)
      }
    case .choice: return mapping.read(key, word)
    case .truth(let values):
      return mapping.read(key) { text in values.first { "\($0)" == text }.map(JSONValue.bool) }
    case .exercise: return readExercise(key, of: mapping).map(JSONValue.string)
    case .percent:
      return mapping.read(key, percentage).map { .string("\(Quantity(percentOf: $0)) %") }
    case .weight: return mapping.read(key) { Weight($0).map { .string("\($0)") } }
    case .threshold(let unit, let isAboveZero):
      return thresholds(key, unit, beside: fields)?.threshold(isAboveZero: isAboveZero)
    case .wholeRate:
      guard
        let read = thresholds(key, .ofSession(.beatsPerMinute), beside: fields)?
          .threshold(isAboveZero: false)
      else { return nil }
      guard wholeHeartRate(read) != nil else {
        mapping[key].map { mapping.reject(key, $0) }
        return nil
      }
      return read
    case .between(let unit): return thresholds(key, unit, beside: fields)?.pair()
    case .list(.mapping(let table), _, _): return mappings(key, table, beside: fields, days)
    case .list: return mapping.distinctList(key, word).map(JSONValue.array)
    case .oneOrMore where mapping[key]?.elements != nil:
      return mapping.distinctList(key, word).map(JSONValue.array)
    case .oneOrMore: return mapping.read(key, word)
    case .mapping(let table):
      return mapping.mapping(key, table)
        .flatMap { inner($0, beside: fields, days).fields() }.map(JSONValue.object)
    case .word, .text: return mapping.word(key).map(JSONValue.string)
    case .condition, .namedConditions, .receipts, .named, .either: return nil
    }
  }

  /// A reader for a mapping inside this one.
  private func inner(
    _ inner: YAMLMapping, beside fields: [String: JSONValue], _ days: DaySelection?
  ) -> FieldReader {
    let own = Recurrence.mostDays(of: Fields(fields, of: mapping.table))
    return FieldReader(inner, within: days, stretch: own ?? stretch)
  }

  private func mappings(
    _ key: String, _ table: KeyTable, beside fields: [String: JSONValue], _ days: DaySelection?
  ) -> JSONValue? {
    guard let value = mapping[key] else { return nil }
    guard let elements = value.elements, !elements.isEmpty else {
      mapping.reject(key, value, expected: value.entries == nil ? nil : .dashes)
      return nil
    }
    let read = elements.compactMap { element in
      YAMLMapping(element, table, key: key, mapping.findings)
        .flatMap { inner($0, beside: fields, days).fields() }.map(JSONValue.object)
    }
    guard read.count == elements.count, key != "of" || areOfOneUnit(read, at: elements) else {
      return nil
    }
    return .array(read)
  }

  /// Whether the amounts of a sum differ from each other and are of one unit; if not, that is
  /// reported.
  private func areOfOneUnit(_ terms: [JSONValue], at places: [YAMLValue]) -> Bool {
    let values = terms.map { DayValue(summed: $0["metric"]) }
    var isSound = true
    for (index, value) in values.enumerated() {
      guard let value, let first = values[0] else { continue }
      if values[..<index].contains(value) {
        mapping.findings.add(.configDuplicate, at: places[index].place, key: value.summedID)
      } else if value.unit != first.unit || index >= WeightedSum.mostTerms {
        mapping.findings.add(
          .configBadValue, at: places[index].place, key: "metric", value: value.summedID,
          expected: .amountsOfOneUnit(atMost: WeightedSum.mostTerms))
      } else {
        continue
      }
      isSound = false
    }
    return isSound
  }

  /// A reader of thresholds; `nil` where the unit is not known, because its key is missing or
  /// wrong.
  private func thresholds(
    _ key: String, _ unit: ThresholdUnit, beside fields: [String: JSONValue]
  ) -> ThresholdReader? {
    guard let value = mapping[key], var canonical = unit.unit(beside: fields) else { return nil }
    var isLoad = false
    if case .ofLoad = unit { isLoad = true }
    if isLoad, value.isInBodyWeights { canonical = .bodyWeight }
    return ThresholdReader(
      mapping: mapping, key: key, value: value, unit: canonical,
      step: unit.isOfDays ? canonical.dailyStep : nil,
      otherUnits: isLoad && canonical == .kilogram ? [.bodyWeight] : [])
  }

  // MARK: Limits of what a period can hold

  private func selection() -> DaySelection? {
    let from = day("from")
    let to = day("to")
    let weekdays = mapping.has("on") ? mapping.distinctList("on", weekday) : nil
    guard mapping.has("on") == (weekdays != nil), mapping.has("from") == (from != nil),
      mapping.has("to") == (to != nil)
    else { return nil }
    if let from, let to, to < from, let value = mapping["to"] {
      mapping.reject("to", value, expected: .dayNotBefore(from))
      return nil
    }
    let selection = DaySelection(weekdays: weekdays.map(Set.init), from: from, to: to)
    if let possible, possible.fewest(in: selection) == 0 {
      mapping.findings.add(
        .configBadValue, at: mapping.has("on") ? mapping.place(of: "on") : mapping.place,
        key: "on", expected: .anyDayOfPeriod)
      return nil
    }
    return selection
  }

  private func day(_ key: String) -> CivilDay? {
    guard let day = mapping.read(key, { CivilDay($0) }) else { return nil }
    guard let possible, !possible.span.contains(day), let value = mapping[key] else { return day }
    mapping.reject(
      key, value,
      expected: .dayOfPeriod(from: possible.span.lowerBound, to: possible.span.upperBound))
    return nil
  }

  private func isWithinBound(
    _ key: KeyTable.Key, _ fields: Fields, _ days: DaySelection?
  ) -> Bool {
    guard case .number(_, let bound?) = key.form, let value = mapping[key.name],
      case .number(let number)? = fields[key.name], let limit = limit(bound, fields, days),
      number > Double(limit.most)
    else { return true }
    mapping.reject(key.name, value, expected: .atMost(limit.most, limit.of))
    return false
  }

  private func limit(
    _ things: ExpectedValue.Countable, _ fields: Fields, _ days: DaySelection?
  ) -> (most: Int, of: ExpectedValue.Countable)? {
    if let stretch {
      let weekdays = days?.weekdays?.count ?? 7
      return (stretch / 7 * weekdays + min(stretch % 7, weekdays), things)
    }
    guard let possible, let days else { return nil }
    if things == .days { return (possible.most(in: days), things) }
    let isPartial = ["partialWeeks", "partialMonths"].contains { fields[$0] != nil }
    guard isPartial == ["partialWeeks", "partialMonths"].contains(where: mapping.has),
      let recurrence = Recurrence(fields)
    else { return nil }
    let whole: [ExpectedValue.Countable: ExpectedValue.Countable] = [
      .weeks: .wholeWeeks, .months: .wholeMonths,
    ]
    return (possible.most(recurrence, in: days), isPartial ? things : whole[things] ?? things)
  }
}

extension YAMLValue {
  /// Whether the value is a threshold in multiples of the body weight, or a pair of them.
  fileprivate var isInBodyWeights: Bool {
    // Case is ignored here, so that a misspelled unit is reported as a spelling of this one.
    let first = text ?? elements?.first?.text ?? ""
    return first.lowercased().hasSuffix(Unit.bodyWeight.rawValue.lowercased())
  }
}

/// Reads a weekday, from `mon` to `sun`.
func weekday(_ name: String) -> CivilDay.Weekday? {
  CivilDay.Weekday.allCases.first { $0.key == name }
}
