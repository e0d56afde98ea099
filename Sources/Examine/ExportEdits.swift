package import DaymarkModel

/// Returns the differences between each of a person's Health exports and the earlier ones, by day;
/// see Examine, "In a run".
///
/// - Parameters:
///   - exports: The exports, each by itself and in any order.
///   - sources: The sources, by rank.
///   - zone: The time zone that divides days.
///   - time: The period whose data is compared; `nil` for all data.
///   - countsTypedIn: Whether typed-in data counts.
///   - receivedAt: The instants at which exports were handed in, where known.
/// - Returns: At most one edit for each day and metric, and for each day and kind of session;
///   ascending by day.
/// - Complexity: O(*n* log *n*) in the number of records of that time, for each export that is
///   older.
package func exportEdits(
  _ exports: [ExportContents], sources: [Source], zone: Zone, during time: Interval? = nil,
  countsTypedIn: Bool = false, receivedAt: [Digest: Instant] = [:]
) -> [ExportEdit] {
  var terms = ComparisonTerms(during: time)
  terms.countsTypedIn = countsTypedIn
  var documents = ExportHistory(
    sources: sources, zone: zone, terms: terms, receivedAt: receivedAt)
  // Documents of the Health app and tables of apps have histories of their own. An export is mainly
  // compared with the newest of a history, and a table in between would hide the document before
  // it.
  var tables = documents
  var byDate: [Instant: [ExportContents]] = [:]
  for export in exports.filter(\.isDocument) + joinedTables(exports.filter { !$0.isDocument }) {
    if let end = export.end { byDate[end, default: []].append(export) }
  }
  for (_, ofOneDate) in byDate.sorted(by: { $0.key < $1.key }) {
    for isDocument in [true, false] {
      let own = ofOneDate.filter { $0.isDocument == isDocument }
      if own.isEmpty { continue }
      let export = isDocument ? documents.joined(own) : tables.joined(own)
      documents.compare(export)
      tables.compare(export)
      if isDocument { documents.add(export) } else { tables.add(export) }
    }
  }
  let edits = documents.edits.merging(tables.edits) { $0.combined(with: $1) }
  return edits.values.filter { !$0.figures.isEmpty }.sorted(by: precedes)
}

/// Joins tables of an app's export that were handed in one by one, each with one kind of data.
///
/// - Returns: Exports of tables that have no kind of data in common, ascending by end.
private func joinedTables(_ tables: [ExportContents]) -> [ExportContents] {
  var exports: [ExportContents] = []
  for table in tables.sorted(by: { ($0.end ?? .first) < ($1.end ?? .first) }) {
    if let last = exports.last, last.kinds.isDisjoint(with: table.kinds) {
      exports[exports.count - 1] = last.joined(with: table)
    } else {
      exports.append(table)
    }
  }
  return exports
}

extension Instant {
  fileprivate static let first = Instant(milliseconds: .min)
}

extension ExportEdit {
  /// Returns the edit with the greater of each number, because both were found in the same exports.
  fileprivate func combined(with other: ExportEdit) -> ExportEdit {
    var edit = self
    edit.raised = max(raised, other.raised)
    edit.changed = max(changed, other.changed)
    edit.explained = max(explained, other.explained)
    return edit
  }
}

private func precedes(_ a: ExportEdit, _ b: ExportEdit) -> Bool {
  func place(_ edit: ExportEdit) -> (CivilDay, Int, String) {
    (edit.day, edit.metric.map { Int($0.rawValue) } ?? .max, edit.kind?.rawValue ?? "")
  }
  return place(a) < place(b)
}

/// A person's exports up to a date, with the edits found in them.
private struct ExportHistory {
  let sources: [Source]
  let zone: Zone
  let terms: ComparisonTerms
  let receivedAt: [Digest: Instant]
  /// The edits, each under a key that is the edit without its numbers.
  private(set) var edits: [ExportEdit: ExportEdit] = [:]
  /// The undamaged exports so far, oldest first.
  private var sound: [ExportContents] = []
  /// The contents of the damaged exports that follow the last undamaged one, joined; `nil` where
  /// there are none.
  private var damaged: ExportContents?

  init(
    sources: [Source], zone: Zone, terms: ComparisonTerms, receivedAt: [Digest: Instant]
  ) {
    (self.sources, self.zone, self.terms) = (sources, zone, terms)
    self.receivedAt = receivedAt
  }

  /// Compares an export with all earlier ones.
  mutating func compare(_ export: ExportContents) {
    compareWithSound(export)
    if let damaged {
      // Only the time after the last undamaged export is compared, which was compared with that
      // export already.
      var later = terms
      if let end = sound.last?.end {
        let calendar = DayCalendar(zone: zone)
        let start = calendar.start(of: calendar.day(containing: end))
        let time = later.time ?? Interval(start, Instant(milliseconds: .max))
        later.time = Interval(max(time.start, start), max(time.end, start))
      }
      compare(export, damaged, orIn: [], later)
    }
  }

  /// Adds an export after the comparison with all earlier ones.
  mutating func add(_ export: ExportContents) {
    if export.facts.damage.isEmpty {
      sound.append(export)
      damaged = nil
    } else {
      damaged = damaged.map { $0.joined(with: export) } ?? export
    }
  }

  /// Compares an export with the last undamaged one, and with older ones for times about which
  /// newer ones say nothing.
  private mutating func compareWithSound(_ export: ExportContents) {
    var rest: ExportContents? = export
    var witnesses: [Witness] = []
    for index in sound.indices.reversed() {
      guard let part = rest else { return }
      var earlier: ExportContents? = sound[index]
      for witness in witnesses { earlier = earlier?.split(by: witness).unseen }
      let witness = Witness(sound[index], sources)
      let (seen, unseen) = index > 0 ? part.split(by: witness) : (part, nil)
      if let earlier { compare(seen, earlier, orIn: Array(sound[..<index]), terms) }
      witnesses.append(witness)
      rest = unseen
    }
  }

  private mutating func compare(
    _ later: ExportContents, _ earlier: ExportContents, orIn others: [ExportContents],
    _ terms: ComparisonTerms
  ) {
    var terms = terms
    if let first = receivedAt[later.facts.digest], let second = receivedAt[earlier.facts.digest] {
      terms.earlierCameLater = second > first
    }
    guard
      let comparison = compareExports(
        later, against: earlier, orIn: others, sources: sources, zone: zone, terms)
    else { return }
    let devices = later.withDevices(of: earlier, sources).devices(among: sources)
    // Exports without a common device may come from two phones, and altered bytes may state any
    // amount.
    let areOfOnePhone = !devices.isDisjoint(with: earlier.devices(among: sources))
    let isAsWritten = !later.hasOtherBytes && !earlier.hasOtherBytes
    add(
      comparison.edits, isSure: areOfOnePhone && isAsWritten, lacksNothing: !later.isDamaged)
  }

  private mutating func add(_ more: [ExportEdit], isSure: Bool, lacksNothing: Bool = true) {
    for edit in more {
      let key = ExportEdit(day: edit.day, metric: edit.metric, kind: edit.kind)
      var sum = edits[key] ?? key
      if isSure { sum.raised += edit.raised } else { sum.changed += edit.raised }
      // A damaged export may have lost the data that it lacks.
      if lacksNothing { sum.changed += edit.changed }
      sum.explained += edit.explained
      edits[key] = sum
    }
  }

  /// Joins the exports of one date, which are parts or copies of one export.
  ///
  /// Parts have different records. If two have records in common, the additional data in one was
  /// inserted. So was any data of a part that lies among the records of a part handed in before it.
  /// A damaged part has lost nothing among the records of an undamaged one.
  mutating func joined(_ ofOneDate: [ExportContents]) -> ExportContents {
    if ofOneDate.count == 1 { return ofOneDate[0] }
    func receipt(_ export: ExportContents) -> Instant? { receivedAt[export.facts.digest] }
    func order(_ export: ExportContents) -> (Int, Instant) {
      (export.hasOtherBytes ? 1 : 0, receipt(export) ?? Instant(milliseconds: .min))
    }
    let exports = ofOneDate.sorted { order($0) < order($1) }
    var known = exports[0]
    var parts = [known.part]
    var areCopies = true
    for export in exports.dropFirst() {
      let both = [(export, known), (known, export)].compactMap { later, earlier in
        compareExports(later, against: earlier, sources: sources, zone: zone, terms)
      }
      let isCopy = both.contains { $0.same > 0 }
      let cameLater = receipt(known).map { known in receipt(export).map { known < $0 } ?? false }
      // An archive whose content was changed after it was packed may state any amount.
      let isAsWritten = !export.hasOtherBytes && !known.hasOtherBytes
      for (edits, cameLater) in zip(both.map(\.edits), [cameLater ?? false, false]) {
        add(edits.filter { $0.kind == nil }, isSure: isAsWritten && (isCopy || cameLater))
        // Parts that are divided by source may repeat a record, and each has its own sessions.
        add(edits.filter { $0.kind != nil }, isSure: isAsWritten && cameLater)
      }
      if isCopy || isAsWritten || known.hasOtherBytes {
        known = known.joined(with: export, areCopies: isCopy)
      }
      parts.append(export.part)
      areCopies = areCopies && isCopy
      if !areCopies { known.divide(into: parts) }
    }
    return known
  }
}

extension ExportContents {
  /// Whether the bytes differ from the packed ones.
  fileprivate var hasOtherBytes: Bool { facts.damage.contains(.archiveCRCMismatch) }

  /// Whether the export may have lost data by damage.
  var isDamaged: Bool { !facts.damage.isEmpty || parts.contains(where: \.mayLackRecords) }

  /// Whether the export is a document of the Health app, and not an app's table of one kind of
  /// data.
  fileprivate var isDocument: Bool { facts.format == .appleHealth }

  /// The metrics that have records; `nil` among them where there are sessions.
  fileprivate var kinds: Set<Metric?> {
    Set(records.keys.map(Optional.some)).union(sessions.isEmpty ? [] : [nil])
  }

  /// Whether the export shows which records of a metric, or sessions, existed.
  func tells(_ metric: Metric?) -> Bool { isDocument || kinds.contains(metric) }

  /// The export as a part of a larger one.
  fileprivate var part: ExportPart {
    var part = ExportPart(self)
    func add(_ metric: Metric?, _ source: UInt16, _ start: Instant) {
      let span = part.spans[metric]?[source] ?? start...start
      part.spans[metric, default: [:]][source] =
        min(span.lowerBound, start)...max(span.upperBound, start)
    }
    for (metric, list) in records {
      for record in list { add(metric, record.source, record.start) }
    }
    for session in sessions { add(nil, session.activity.source, session.activity.start) }
    return part
  }

  /// Sets the parts from which the export was joined.
  ///
  /// Data that an undamaged part covers was not lost in another part.
  fileprivate mutating func divide(into parts: [ExportPart]) {
    self.parts = parts
    if parts.contains(where: { !$0.mayLackRecords }) {
      (facts.findings, mayLackRecords) = ([], false)
    }
  }

  /// Returns two exports as one.
  ///
  /// - Parameter areCopies: Whether the exports are copies, so that one is complete where the other
  ///   is damaged.
  fileprivate func joined(with other: ExportContents, areCopies: Bool = false) -> ExportContents {
    var sum = self
    let isHealed = areCopies && (facts.damage.isEmpty || other.facts.damage.isEmpty)
    sum.facts.findings = isHealed ? [] : facts.findings + other.facts.findings
    sum.mayLackRecords =
      areCopies
      ? mayLackRecords && other.mayLackRecords : mayLackRecords || other.mayLackRecords
    sum.end = [end, other.end].compactMap(\.self).max()
    sum.records.merge(other.records, uniquingKeysWith: +)
    sum.sessions += other.sessions
    sum.sources.formUnion(other.sources)
    sum.apps.formUnion(other.apps)
    sum.beginnings.merge(other.beginnings, uniquingKeysWith: min)
    sum.rejected += other.rejected
    sum.rejectedSessions += other.rejectedSessions
    sum.parts = []
    return sum
  }
}
