import CDaymarkTexts
import DaymarkDocuments
package import DaymarkModel

/// The limits that Daymark brings.
///
/// - Throws: ``ConfigurationError`` when the built-in file is broken.
package var shippedLimits: Limits {
  get throws {
    let findings = FindingCollector()
    guard let limits = readShippedLimits(findings), findings.isEmpty else { throw findings.error() }
    return limits
  }
}

/// Reads a file of limits.
///
/// - Throws: ``ConfigurationError`` with every error of the file.
package func loadLimits(at path: String) throws -> Limits {
  let findings = FindingCollector()
  guard let limits = readLimits(at: path, findings), findings.isEmpty else {
    throw findings.error()
  }
  return limits
}

func readShippedLimits(_ findings: FindingCollector) -> Limits? {
  let text = String(cString: daymark_limits_yaml())
  return readYAML(text, file: "limits.yaml", findings).flatMap {
    readLimits($0, isShipped: true, findings)
  }
}

/// The limits that a `pipeline.yaml` names, or else those that Daymark brings.
func readLimits(of pipeline: YAMLMapping, inFolder folder: String) -> Limits? {
  guard pipeline.has("limits") else { return readShippedLimits(pipeline.findings) }
  return pipeline.word("limits").flatMap {
    readLimits(
      at: resolvedPath($0, inFolder: folder), pipeline.findings,
      missingAt: pipeline["limits"]?.place)
  }
}

/// Reads a file of limits and reports errors.
///
/// - Parameter place: The place at which the pipeline names the file.
private func readLimits(
  at path: String, _ findings: FindingCollector, missingAt place: InputLocation? = nil
) -> Limits? {
  readYAML(at: path, findings, missingAt: place).flatMap { readLimits($0, findings) }
}

private func readLimits(
  _ root: YAMLValue, isShipped: Bool = false, _ findings: FindingCollector
) -> Limits? {
  guard let file = YAMLMapping(root, .limits, findings) else { return nil }
  let identity = file.read("limits", VersionedName.init)
  guard let flags = file.mapping("flags", .limitFlags) else { return nil }
  var limits: [FlagCode: Limit] = [:]
  var running: RecordLimit<RunningRecord>?
  var lifts: RecordLimit<LiftRecord>?
  for code in FlagCode.allCases {
    switch code {
    case .runningSpeed:
      running = flags.mapping(code.rawValue, .runningLimit).flatMap(readRunningLimit)
      limits[code] = running.map { Limit(source: $0.source) }
    case .liftLoad:
      lifts = flags.mapping(code.rawValue, .liftLimit).flatMap {
        RecordLimit($0, of: .liftRecord) { record, _ in LiftRecord(record, isShipped: isShipped) }
      }
      limits[code] = lifts.map { Limit(source: $0.source) }
    default:
      limits[code] = flags.mapping(code.rawValue, .limit(in: code.unit)).map {
        readLimit($0, of: code)
      }
    }
  }
  guard let identity else { return nil }
  var read = Limits(
    identity: LimitsIdentity(
      name: identity.name, version: identity.version, digest: Digest(of: [])),
    limits: limits, runningRecords: running?.records ?? [],
    recordMargin: running?.aboveRecord ?? .zero, liftRecords: lifts?.records ?? [],
    liftMargin: lifts?.aboveRecord ?? .zero)
  read.identity.digest = Digest(of: read.definition.canonicalBytes())
  return read
}

private func readLimit(_ mapping: YAMLMapping, of code: FlagCode) -> Limit {
  func bound(_ key: String) -> Quantity? {
    mapping.read(key) { limitQuantity($0, in: code.unit) }
  }
  _ = mapping.any(of: boundKeys)
  let limit = Limit(
    notedAbove: bound("notedAbove"), flaggedAbove: bound("flaggedAbove"),
    flaggedBelow: bound("flaggedBelow"), source: mapping.read("source", freeText) ?? "")
  for key in ["notedAbove", "flaggedBelow"] {
    let lower = key == "notedAbove" ? limit.notedAbove : limit.flaggedBelow
    if let lower, let upper = limit.flaggedAbove, lower >= upper, let value = mapping[key] {
      mapping.reject(key, value, expected: .below(key: "flaggedAbove"))
    }
  }
  return limit
}

/// Reads the limit of `run.speed`; its records must ascend by distance and not get faster.
private func readRunningLimit(_ mapping: YAMLMapping) -> RecordLimit<RunningRecord>? {
  var last: RunningRecord?
  return RecordLimit(mapping, of: .runningRecord) { record, element in
    guard let next = RunningRecord(record) else { return nil }
    if let last, !next.isLongerAndNoFaster(than: last) {
      mapping.reject("records", element, expected: .fasterRecord)
      return nil
    }
    last = next
    return next
  }
}

extension RunningRecord {
  fileprivate init?(_ mapping: YAMLMapping) {
    let distance = mapping.read("distance") { limitQuantity($0, in: "m").flatMap(positive) }
    let seconds = mapping.read("time") { duration($0).flatMap(positive) }
    guard let distance, let seconds else { return nil }
    self.init(distanceMeters: distance, seconds: seconds)
  }

  fileprivate func isLongerAndNoFaster(than other: RunningRecord) -> Bool {
    let (own, others) = (distanceMeters.microUnits, other.distanceMeters.microUnits)
    return own > others
      && Int128(own) * Int128(other.seconds.microUnits) <= Int128(others)
        * Int128(seconds.microUnits)
  }
}

/// Reads a decimal number from 0 up, white space, and exactly `unit`.
func limitQuantity(_ text: String, in unit: String) -> Quantity? {
  let parts = text.split(separator: " ")
  guard parts.count == 2, parts[1] == unit else { return nil }
  return DecimalNumber(parts[0]).flatMap { try? $0.quantity(times: UnitRatio(1)) }
}

private func positive(_ quantity: Quantity) -> Quantity? { quantity > .zero ? quantity : nil }

/// Reads seconds, with minutes and hours before them if needed: `h:mm:ss.ff`.
private func duration(_ text: String) -> Quantity? {
  let parts = text.split(separator: ":", omittingEmptySubsequences: false)
  guard parts.count <= 3, let last = parts.last,
    let seconds = DecimalNumber(last).flatMap({ try? $0.quantity(times: UnitRatio(1)) })
  else { return nil }
  var minutes = 0
  for part in parts.dropLast() {
    guard let number = wholeNumber(String(part)), number < 100 else { return nil }
    minutes = minutes * 60 + number
  }
  guard parts.count == 1 || seconds < Quantity(60) else { return nil }
  return Quantity(exactly: Int128(minutes) * 60_000_000 + Int128(seconds.microUnits))
}

extension Limits {
  /// Everything that the file states, as JSON, from which the digest is computed.
  fileprivate var definition: JSONValue {
    let flags = limits.map { code, limit in
      (code.rawValue, JSONValue.object(present: limit.members(code, of: self)))
    }
    return .object([
      "limits": .string("\(identity.versionedName)"),
      "flags": .object(Dictionary(uniqueKeysWithValues: flags)),
    ])
  }
}

extension Limit {
  fileprivate func members(_ code: FlagCode, of limits: Limits) -> [String: JSONValue?] {
    func text(_ bound: Quantity?) -> JSONValue? { bound.map { .string("\($0) \(code.unit)") } }
    var members: [String: JSONValue?] = [
      "notedAbove": text(notedAbove), "flaggedAbove": text(flaggedAbove),
      "flaggedBelow": text(flaggedBelow), "source": .string(source),
    ]
    if code == .runningSpeed {
      members["aboveRecord"] = .string("\(limits.recordMargin) %")
      members["records"] = .array(
        limits.runningRecords.map {
          .object([
            "distance": .string("\($0.distanceMeters) m"), "time": .string("\($0.seconds) s"),
          ])
        })
    }
    if code == .liftLoad {
      members["aboveRecord"] = .string("\(limits.liftMargin) %")
      members["records"] = .array(limits.liftRecords.map(\.definition))
    }
    return members
  }
}

// The tables of a file of limits.

let boundKeys = ["notedAbove", "flaggedAbove", "flaggedBelow"]

extension KeyTable {
  static let limits = KeyTable([
    .needed(
      "limits",
      .word(VersionedName.pattern, .versionedName(example: "daymark-limits@1.0.0"))),
    .needed("flags", .mapping(limitFlags)),
  ])

  /// The keys of flags; a flag that is left out is never raised.
  static let limitFlags = KeyTable(
    FlagCode.allCases.map { code in
      switch code {
      case .runningSpeed: .optional(code.rawValue, .mapping(runningLimit))
      case .liftLoad: .optional(code.rawValue, .mapping(liftLimit))
      default: .optional(code.rawValue, .mapping(limit(in: code.unit)))
      }
    })

  static func limit(in unit: String) -> KeyTable {
    KeyTable(
      boundKeys.map { .optional($0, .quantity(unit)) } + [.needed("source", .text)],
      atLeastOneOf: boundKeys)
  }

  static let runningLimit = KeyTable([
    .needed("aboveRecord", .quantity("%")),
    .needed("records", .list(.mapping(runningRecord), of: .record)),
    .needed("source", .text),
  ])

  static let runningRecord = KeyTable([
    .needed("distance", .quantity("m")),
    .needed("time", .word(Pattern("^[0-9]"), .raceTime)),
  ])
}

extension Form {
  static func quantity(_ unit: String) -> Form {
    .word(Pattern("^[0-9.]+ +\(unit)$"), .numberWithUnit(unit))
  }
}

extension LiftRecord {
  /// Reads a record.
  ///
  /// - Parameter isShipped: Whether the file is Daymark's own. A test checks that its exercises
  ///   exist; reading the table of exercises here would take longer than everything else.
  init?(_ mapping: YAMLMapping, isShipped: Bool) {
    let exercise = isShipped ? mapping.word("exercise") : readExercise("exercise", of: mapping)
    let sex = mapping.choice("sex", Sex.self)
    let load = mapping.read("load") { limitQuantity($0, in: FlagCode.liftLoad.unit) }
    let bodyWeight = mapping.read("bodyWeight") { limitQuantity($0, in: FlagCode.liftLoad.unit) }
    guard let exercise, let sex, let load, load > .zero else { return nil }
    self.init(exercise: exercise, sex: sex, bodyWeight: bodyWeight, load: load)
  }
}

extension LiftRecord {
  /// The record as JSON, from which the digest of the limits is computed.
  var definition: JSONValue {
    .object(present: [
      "exercise": .string(exercise), "sex": .string(sex.rawValue),
      "bodyWeight": bodyWeight.map { .string("\($0) kg") }, "load": .string("\(load) kg"),
    ])
  }
}

extension KeyTable {
  static let liftLimit = KeyTable([
    .needed("aboveRecord", .quantity("%")),
    .needed("records", .list(.mapping(liftRecord), of: .record)),
    .needed("source", .text),
  ])

  static let liftRecord = KeyTable([
    .needed("exercise", .exercise), .needed("sex", .choice(Sex.allCases.map(\.rawValue))),
    .optional("bodyWeight", .quantity(FlagCode.liftLoad.unit)),
    .needed("load", .quantity(FlagCode.liftLoad.unit)),
  ])
}

/// A limit that is a margin above records.
struct RecordLimit<Record> {
  /// The margin above the record.
  ///
  /// - Units: percent, in micro-units.
  let aboveRecord: Quantity
  let records: [Record]
  let source: String

  /// Reads a limit.
  ///
  /// - Parameters:
  ///   - mapping: The mapping of the flag.
  ///   - keys: The keys of a record.
  ///   - read: Reads a record from its mapping, and reports errors at the element.
  init?(
    _ mapping: YAMLMapping, of keys: KeyTable,
    _ read: (YAMLMapping, _ element: YAMLValue) -> Record?
  ) {
    let margin = mapping.read("aboveRecord") { limitQuantity($0, in: FlagCode.manualShare.unit) }
    let source = mapping.read("source", freeText)
    guard let list = mapping["records"] else { return nil }
    guard let elements = list.elements, !elements.isEmpty else {
      mapping.reject("records", list)
      return nil
    }
    let records = elements.compactMap { element in
      YAMLMapping(element, keys, key: "records", mapping.findings).flatMap { read($0, element) }
    }
    guard let margin, let source, records.count == elements.count else { return nil }
    (aboveRecord, self.records, self.source) = (margin, records, source)
  }
}
