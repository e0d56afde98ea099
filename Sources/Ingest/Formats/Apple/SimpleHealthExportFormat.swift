import DaymarkModel

/// The tables of Simple Health Export CSV: one for each type of record, with the attributes of a
/// Health export as columns.
///
/// They are read like the same records in an `export.xml`, with the same sources. All times are in
/// UTC, so that their offset does not show the zone. There is no export date.
enum SimpleHealthExportFormat: InputFormat {
  static let id: FormatID = "simple-health-export"
  static let fileExtensions = ["csv"]

  private static let headings = ["type", "sourcename", "startdate", "enddate"]
  private static let batchSize = 1024

  static func recognise(_ head: DocumentHead) -> Recognition {
    let heading = head.heading
    guard headings.allSatisfy(heading.names.contains),
      let type = heading.names.firstIndex(of: "type")
    else { return .other }
    return heading.rows.first.map { $0.text(type).hasPrefix("HK") } ?? true ? .recognised : .other
  }

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    guard var rows = try NamedRows(of: &document, &sink) else { return }
    var table = HealthTable()
    while let row = try rows.next(&document, &sink) {
      try table.add(row, &sink)
      if table.batch.count >= batchSize { try table.send(&sink) }
    }
    try table.send(&sink)
  }
}

/// The rows of a table that are not yet sent.
private struct HealthTable {
  private(set) var batch = RecordBatch()
  private var sources = HealthSources()
  /// For each source by its number in the table, its number in the input.
  private var numbers: [UInt16: UInt16] = [:]

  mutating func send(_ sink: inout InputSink) throws {
    try sink.send(batch)
    batch = RecordBatch()
  }

  mutating func add(_ row: NamedRow, _ sink: inout InputSink) throws {
    let type = row["type"] ?? ""
    let measured = withText(type) { metric(ofType: $0) }
    let isWeight = type == "HKQuantityTypeIdentifierBodyMass"
    let sleep =
      sink.options.readsSleep && withText(type) { isSleep($0) } ? sleep(of: row) : nil
    guard measured != nil || isWeight || sleep != nil || type.hasPrefix("HKWorkout") else { return }
    let (source, isTypedIn) = try source(of: row, &sink)
    if let metric = measured {
      batch.records.append(
        Record(
          metric: metric, source: source, unit: try unit(row["unit"], &sink),
          value: row["value"].flatMap { DecimalNumber($0) }, start: time(row["startdate"]),
          end: time(row["enddate"]), created: time(row["creationdate"]),
          isUserEntered: isTypedIn, line: row.line, byte: row.byte))
    } else if let sleep {
      let (start, end) = (time(row["startdate"]), time(row["enddate"]))
      batch.records.append(
        Record(
          metric: .sleep, source: source, unit: .known(.second),
          value: sleep.seconds(from: start, to: end), start: start, end: end,
          created: time(row["creationdate"]), isUserEntered: isTypedIn, line: row.line,
          byte: row.byte))
    } else if isWeight {
      guard case .at(let at) = time(row["startdate"]) else { return }
      let weight = WrittenAmount(
        row["value"].flatMap { DecimalNumber($0) },
        row["unit"].flatMap { Unit(rawValue: $0) }.map { .known($0) } ?? .missing)
      batch.bodyWeights.append(BodyWeightRecord(at: at, weight: weight, isTypedIn: isTypedIn))
    } else {
      batch.activities.append(try workout(row, type, by: source, isTypedIn, &sink))
    }
  }

  /// The sleep of a row; `nil` for time in bed.
  private func sleep(of row: NamedRow) -> AppleSleep? {
    let sleep = AppleSleep(row["value"] ?? "")
    return sleep == .inBed ? nil : sleep
  }

  /// Returns the workout of a row.
  ///
  /// A separate column has its type, without Apple's prefix.
  private func workout(
    _ row: NamedRow, _ type: String, by source: UInt16, _ isTypedIn: Bool,
    _ sink: inout InputSink
  ) throws -> ActivityRecord {
    let prefix = "HKWorkoutActivityType"
    let name = row["activitytype"] ?? type
    let sport = Sport(workoutType: name.hasPrefix(prefix) ? name : prefix + name)
    return ActivityRecord(
      kind: sport.kind, sportGap: sport.gap, isIndoor: row["hkindoorworkout"] == "1",
      source: source, start: time(row["startdate"]), end: time(row["enddate"]),
      created: time(row["creationdate"]),
      duration: try amount(row["duration"], in: row["durationunit"], &sink),
      distance: try amount(row["totaldistance"], in: row["totaldistanceunit"], &sink),
      energy: try amount(row["totalenergyburned"], in: row["totalenergyburnedunit"], &sink),
      elevationGain: try amount(row["hkelevationascended"], in: nil, &sink),
      isUserEntered: isTypedIn, line: row.line, byte: row.byte)
  }

  /// Returns the amount of a cell.
  ///
  /// The unit follows it, as in `800 m`, or is in a separate column.
  private func amount(
    _ text: String?, in unit: String?, _ sink: inout InputSink
  ) throws -> WrittenAmount? {
    guard let text else { return nil }
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    return WrittenAmount(
      DecimalNumber(words[0]), try self.unit(words.count > 1 ? words[1] : unit, &sink))
  }

  private func unit(_ symbol: String?, _ sink: inout InputSink) throws -> RecordUnit {
    // The app uses this symbol for the seconds of a workout.
    if symbol == "sec" { return .known(.second) }
    return try symbol.map { try sink.unit($0) } ?? .missing
  }

  private func time(_ text: String?) -> RecordTime {
    guard let text else { return .missing }
    return withText(text) { AppleHealthTime($0) }.map { .at($0.instant) } ?? .malformed
  }

  /// Returns the source of a row, and whether its data was typed in.
  private mutating func source(
    of row: NamedRow, _ sink: inout InputSink
  ) throws -> (number: UInt16, isTypedIn: Bool) {
    let (name, device, version) = (row["sourcename"] ?? "", row["device"], row["sourceversion"])
    let limits = sink.options.limits
    let own = withText(name) { name in
      withTextIfAny(device) { device in
        withTextIfAny(version) { version in
          sources.number(of: name, device: device, version: version, limits: limits)
        }
      }
    }
    guard let own else {
      throw DaymarkError(
        .csvLimit, at: sink.place(line: row.line, byte: row.byte), limit: .names, limits.names)
    }
    let typed = row["hkwasuserentered"].map { $0 != "0" } ?? false
    let isTypedIn = typed || sources.isTypedIn(own, hasVersion: row["sourceversion"] != nil)
    let source = sources.sources[Int(own)]
    if let known = numbers[own], sink.facts.sources[Int(known)] == source {
      return (known, isTypedIn)
    }
    let number = try sink.source(source)
    numbers[own] = number
    return (number, isTypedIn)
  }
}

private func withText<Result>(_ text: String, _ body: (AttributeText) -> Result) -> Result {
  var text = text
  return text.withUTF8 { body($0) }
}

private func withTextIfAny<Result>(_ text: String?, _ body: (AttributeText?) -> Result) -> Result {
  guard let text else { return body(nil) }
  return withText(text) { body($0) }
}
