package import DaymarkDocuments
package import DaymarkModel

/// The JSON Schemas (draft 2020-12) of files that people write, with which editors complete and
/// check them; they are generated from the tables by which the loader reads.
///
/// Schema and loader accept the same documents, except that the loader also refuses what a schema
/// cannot express:
/// * what the period has no room for;
/// * under `use` and `conditions`, names that do not exist or use themselves, and rules deeper than
///   ``ConditionReader/deepest`` or with more conditions than ``ConditionReader/most``;
/// * values that do not fit each other: `between` and `from`/`to` in the wrong order, an `upTo` not
///   above its `above`, an `each` without names, a `some.count` above the number of its conditions,
///   a `weekly` count above the days of `on`, a count of `within` above its days;
/// * a `baseline` that needs more days than it has, or days of a value that is not recorded every
///   day;
/// * names that mean no exercise, or several;
/// * heart rates that are not whole, or above which no heart rate can be;
/// * an amount that stands twice in a sum, and weights above 99 or with more than two decimals;
/// * 29 February in other years, and amounts that are beyond 9,000,000,000,000 or round to 0;
/// * numbers and truth values in spellings that YAML accepts and Daymark does not: `0x10`, `1e1` or
///   `5.0` sessions, `-0`, `True`, and `10.000` steps, which an editor reads as 10 where ten
///   thousand may be meant.
package enum FileSchema: String, CaseIterable, Sendable {
  case rules, pipeline, feats
  case rulesTest = "rules_test"
  case exercises
  case columns
  case programme, badges
  case programmeTest = "programme_test"
  case payout

  /// The schema as indented JSON text.
  ///
  /// - Parameter words: Returns the description of a value, which editors show.
  package func text(describing words: (ExpectedValue) -> String) -> String {
    document(describing: words).indented()
  }

  /// The schema, as ``text(describing:)`` writes it.
  package func document(describing words: (ExpectedValue) -> String) -> JSONValue {
    var members: [String: JSONValue]
    switch self {
    case .rules:
      members = KeyTable.rule.schema(words)
      var definitions = Form.thresholdSchemas
      definitions["condition"] = .object(KeyTable.condition.schema(words))
      members["$defs"] = .object(definitions)
    case .pipeline: members = KeyTable.pipeline.schema(words)
    case .exercises: members = KeyTable.settledNames.schema(words)
    case .feats: members = KeyTable.feats.schema(words)
    case .columns: members = KeyTable.columns.schema(words)
    case .payout: members = KeyTable.payout.schema(words)
    case .programme: members = KeyTable.programme.schema(words)
    case .badges:
      members = KeyTable.badges.schema(words)
      members["$defs"] = .object(Form.thresholdSchemas)
    case .rulesTest: members = KeyTable.ruleTest.schemaOfList(words)
    case .programmeTest: members = KeyTable.programmeTest.schemaOfList(words)
    }
    members["$schema"] = .string("https://json-schema.org/draft/2020-12/schema")
    members["title"] = .string("\(rawValue).yaml of Daymark")
    return .object(members)
  }
}

extension KeyTable {
  /// The schema of a list whose elements are mappings of this table.
  fileprivate func schemaOfList(_ words: (ExpectedValue) -> String) -> [String: JSONValue] {
    ["type": .string("array"), "items": .object(schema(words))]
  }

  fileprivate func schema(_ words: (ExpectedValue) -> String) -> [String: JSONValue] {
    var members: [String: JSONValue] = [
      "type": .string("object"), "additionalProperties": .bool(false),
      "properties": .object(
        Dictionary(uniqueKeysWithValues: keys.map { ($0.name, $0.form.describedSchema(words)) })),
    ]
    let required = keys.filter(\.isRequired).map(\.name)
    if !required.isEmpty { members["required"] = .words(required) }
    if !atLeastOneOf.isEmpty { members["anyOf"] = requiring(atLeastOneOf) }
    if self[KeyTable.baselineKey] != nil {
      let (baseline, floor) = (KeyTable.baselineKey, KeyTable.floorKey)
      members["dependentRequired"] = .object([
        baseline: .words([floor]), floor: .words([baseline]),
      ])
    }
    let groups = alternatives.map { JSONValue.object(["oneOf": requiring($0)]) }
    let conditions = groups + thresholdsByUnit
    if !conditions.isEmpty { members["allOf"] = .array(conditions) }
    return members
  }

  private func requiring(_ names: [String]) -> JSONValue { .array(names.map(requiring)) }

  private func requiring(_ name: String) -> JSONValue { .object(["required": .words([name])]) }

  /// The schemas that tie thresholds to the word that decides their unit, such as a threshold in
  /// meters for a metric in meters.
  ///
  /// The list is empty for a table without such a word.
  private var thresholdsByUnit: [JSONValue] {
    guard
      let (key, units, otherwise) = keys.lazy.compactMap({ entry in
        if case .threshold(let unit, _) = entry.form { unit.choice } else { nil }
      }).first
    else { return [] }
    return Set(units.values).sorted { $0.rawValue < $1.rawValue }.flatMap { unit -> [JSONValue] in
      let words = units.filter { $0.value == unit }.keys.sorted()
      let thresholds = keys.compactMap { entry in
        entry.form.schema(in: unit).map { (entry.name, $0) }
      }
      let word = JSONValue.object([key: .object(["enum": .words(words)])])
      var condition = ["properties": word]
      // Without the key another unit applies.
      let needsKey = otherwise.map { !words.contains($0) } ?? (self[key]?.isRequired == false)
      if needsKey { condition["required"] = .words([key]) }
      let then = JSONValue.object([
        "properties": .object(Dictionary(uniqueKeysWithValues: thresholds))
      ])
      return [.object(["if": .object(condition), "then": then])]
        + (self["of"] == nil
          ? [] : [.object(["if": Self.sum(of: word), "then": then])])
        + (self[KeyTable.heartMinutesKey] == nil || unit != .minute
          ? [] : [.object(["if": requiring(KeyTable.heartMinutesKey), "then": then])])
    } + (self["of"] == nil ? [] : [sumOfOneUnit(key, units)])
  }

  /// The schema of a mapping with a list of amounts, each of which satisfies `properties`.
  private static func sum(of properties: JSONValue) -> JSONValue {
    .object([
      "required": .words(["of"]),
      "properties": .object([
        "of": .object([
          "type": .string("array"), "items": .object(["properties": properties]),
        ])
      ]),
    ])
  }

  /// The schema of a list of at most ``WeightedSum/mostTerms`` amounts in one unit.
  private func sumOfOneUnit(_ key: String, _ units: [String: Unit]) -> JSONValue {
    let choices = Set(units.values).sorted { $0.rawValue < $1.rawValue }.map { unit in
      let words = units.filter { $0.value == unit }.keys.sorted()
      return Self.sum(of: .object([key: .object(["enum": .words(words)])]))
    }
    return .object([
      "if": .object(["required": .words(["of"])]),
      "then": .object([
        "anyOf": .array(choices),
        "properties": .object([
          "of": .object(["maxItems": .number(WeightedSum.mostTerms)])
        ]),
      ]),
    ])
  }
}

extension Form {
  /// Returns the schema with a description of the expected value.
  ///
  /// A mapping describes its keys itself.
  fileprivate func describedSchema(_ words: (ExpectedValue) -> String) -> JSONValue {
    let schema = schema(words)
    guard case .object(var members) = schema, members["$ref"] == nil else { return schema }
    if case .mapping = self { return schema }
    members["description"] = .string(words(expected))
    return .object(members)
  }

  private func schema(_ words: (ExpectedValue) -> String) -> JSONValue {
    switch self {
    case .text:
      // A title such as `2025` is text, although an editor takes it for a number, so other types
      // are allowed too. Control characters are those of Unicode.
      let plain = #"[^\u0000-\u001f\u007f-\u009f]*"#
      return .object([
        "type": .words(["string", "number", "boolean"]),
        "pattern": .string("^\(plain)\\S\(plain)$"),
      ])
    case .word(let pattern, _, let readings):
      // Where a name may look like a number, it may also be `true`, which an editor takes for a
      // truth value.
      let isName = readings.contains(.number) && pattern.matches("true")
      let types = ["string"] + readings.map(\.rawValue) + (isName ? ["boolean"] : [])
      return .object([
        "type": types.count == 1 ? .string(types[0]) : .words(types),
        "pattern": .string(pattern.text),
      ])
    case .number(let range, _): return numberSchema(range)
    case .choice(let words): return .object(["enum": .words(words)])
    case .truth(let values):
      return .object(["enum": .array(values.flatMap { [.bool($0), .string("\($0)")] })])
    case .threshold(.ofDays(let unit), _), .between(.ofDays(let unit)),
      .threshold(.ofSession(let unit), _), .between(.ofSession(let unit)):
      return schema(in: unit) ?? .bool(true)
    case .threshold(.ofLoad, _), .between(.ofLoad):
      return .object([
        "anyOf": .array([Unit.kilogram, .bodyWeight].map { schema(in: $0) ?? .bool(true) })
      ])
    case .threshold, .between: return .object([:])
    case .percent:
      return .object([
        "type": .string("string"),
        "pattern": .string(#"^(0?[0-9]{1,2}(\.[0-9]{1,2})?|100(\.0{1,2})?) ?%$"#),
      ])
    case .wholeRate: return Self.reference(.beatsPerMinute, aboveZero: true)
    case .weight:
      return .object([
        "anyOf": .array([
          .object(["type": .string("string"), "pattern": .string(Weight.pattern.text)]),
          .object([
            "type": .string("number"), "exclusiveMinimum": .number(0), "maximum": .number(99),
          ]),
        ])
      ])
    case .exercise:
      // Only the loader knows which names mean an exercise.
      return .object([
        "type": .words(["string", "number", "boolean"]), "pattern": .string("\\S"),
      ])
    case .list(let form, _, let mayBeEmpty):
      return form.listSchema(words, fewest: mayBeEmpty ? 0 : 1)
    case .oneOrMore(let form, _):
      // The loader allows each scalar once; mappings it compares by one of their members.
      let isDistinct = if case .mapping = form { false } else { true }
      let list = form.listSchema(words, fewest: 1, isDistinct: isDistinct)
      return .object(["anyOf": .array([form.schema(words), list])])
    case .mapping(let table): return .object(table.schema(words))
    case .either(let scalar, let mapping):
      return .object(["anyOf": .array([scalar.schema(words), mapping.schema(words)])])
    case .named(let pattern, let form):
      return .object([
        "type": .string("object"), "minProperties": .number(1),
        "propertyNames": .object(["pattern": .string(pattern.text)]),
        "additionalProperties": form.schema(words),
      ])
    case .condition: return .object(["$ref": .string("#/$defs/condition")])
    case .receipts:
      return .object([
        "anyOf": .array([
          Form.instant.schema(words),
          .object([
            "type": .string("object"), "minProperties": .number(1),
            "additionalProperties": Form.instant.schema(words),
          ]),
        ])
      ])
    case .namedConditions:
      guard case .word(let pattern, _, _) = conditionName else { return .bool(false) }
      return .object([
        "type": .string("object"), "minProperties": .number(1),
        "propertyNames": .object(["pattern": .string(pattern.text)]),
        "additionalProperties": Form.condition.schema(words),
      ])
    }
  }

  private func listSchema(
    _ words: (ExpectedValue) -> String, fewest: Int, isDistinct: Bool = false
  ) -> JSONValue {
    var members = ["type": JSONValue.string("array"), "items": schema(words)]
    if fewest > 0 { members["minItems"] = .number(fewest) }
    if isDistinct { members["uniqueItems"] = .bool(true) }
    if case .choice = self { members["uniqueItems"] = .bool(true) }
    return .object(members)
  }

  private func numberSchema(_ range: ClosedRange<Int>) -> JSONValue {
    let pattern =
      switch (range.lowerBound, range.upperBound) {
      case (0, wholeNumberLimit): "^0*[0-9]{1,\(wholeNumberDigits)}$"
      case (1, wholeNumberLimit): "^0*[1-9][0-9]{0,\(wholeNumberDigits - 1)}$"
      case (1, 31): "^0*([1-9]|[12][0-9]|3[01])$"
      case (1, Baseline.mostDays): "^0*([1-9][0-9]?|[12][0-9]{2}|3[0-5][0-9]|36[0-6])$"
      default: "^0*[\(range.lowerBound)-\(range.upperBound)]$"
      }
    return .object([
      "type": .words(["integer", "string"]), "minimum": .number(range.lowerBound),
      "maximum": .number(range.upperBound), "pattern": .string(pattern),
    ])
  }

  /// The schema of a threshold, or of a pair of them, in a known canonical unit.
  fileprivate func schema(in unit: Unit) -> JSONValue? {
    switch self {
    case .threshold(_, let aboveZero): return Self.reference(unit, aboveZero: aboveZero)
    case .between:
      return .object([
        "type": .string("array"), "items": Self.reference(unit, aboveZero: false),
        "minItems": .number(2), "maxItems": .number(2),
      ])
    default: return nil
    }
  }

  private static func name(_ unit: Unit, aboveZero: Bool) -> String {
    "\(unit.dimension)\(aboveZero ? "AboveZero" : "")"
  }

  private static func reference(_ unit: Unit, aboveZero: Bool) -> JSONValue {
    .object(["$ref": .string("#/$defs/\(name(unit, aboveZero: aboveZero))")])
  }

  /// The shared definitions of thresholds: two for each canonical unit.
  fileprivate static var thresholdSchemas: [String: JSONValue] {
    let canonical = Unit.allCases.filter { $0.ratio == UnitRatio(1) }
    return canonical.reduce(into: [:]) { schemas, unit in
      for aboveZero in [false, true] {
        schemas[name(unit, aboveZero: aboveZero)] = thresholdSchema(unit, aboveZero: aboveZero)
      }
    }
  }

  private static func thresholdSchema(_ unit: Unit, aboveZero: Bool) -> JSONValue {
    let number =
      #"\+?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?0*([12]?[0-9]|30))?"#
    let units = (unit == .bodyWeight ? "(x +)?" : "") + units(of: unit).joined(separator: "|")
    let nonzero = aboveZero ? "(?=[+0.:]*[1-9])" : ""
    let paces =
      unit.dimension == .pace ? "|[0-9]{1,4}:[0-5][0-9] +(min/km|min/mi)" : ""
    guard unit == .count else {
      let pattern = "^ *\(nonzero)(\(number)( +(\(units)))\(paces)) *$"
      return .object(["type": .string("string"), "pattern": .string(pattern)])
    }
    return .object([
      "type": .words(["integer", "string"]),
      "pattern": .string("^ *\(nonzero)[0-9]+( +\(units))? *$"),
      aboveZero ? "exclusiveMinimum" : "minimum": .number(0),
      "maximum": .number(Quantity.limit),
    ])
  }
}

extension JSONValue {
  fileprivate static func words(_ words: [String]) -> JSONValue {
    .array(words.map { .string($0) })
  }
}
