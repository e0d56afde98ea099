import DaymarkDocuments
import DaymarkModel

/// Reads a manifest of subjects, which is RFC 4180 with a header and a row for each archive.
///
/// Paths of archives are relative to the manifest. The rows of a subject need not stand together;
/// an address or zone may be left out where another row of the subject has it. The file may have at
/// most 16 MiB.
func readManifest(
  at path: String, _ findings: FindingCollector, missingAt place: InputLocation
) -> SubjectList? {
  guard let text = readText(at: path, limit: 16 << 20, findings, missingAt: place) else {
    return nil
  }
  guard var rows = readCSV(text, file: path, findings) else { return nil }
  let columns = KeyTable.manifest.keys.map(\.name)
  let least = 1 + (columns.firstIndex(of: "time_zone") ?? 0)
  guard let header = rows.first?.fields, header.count >= least,
    columns.starts(with: header)
  else {
    findings.add(
      .configBadValue, at: InputLocation(file: path, line: 1),
      key: "header", expected: .manifestHeader(columns))
    return nil
  }
  rows.removeFirst()
  if rows.isEmpty {
    findings.add(
      .configMissingKey, at: InputLocation(file: path, line: 1),
      key: "subject", expected: .rowPerArchive)
  }
  let folder = folderPath(of: path)
  var files = SubjectFileReader(inFolder: folder, findings)
  var subjects: [Subject] = []
  // Ids are compared as bytes, because ids that only look alike are different.
  var indices: [[UInt8]: Int] = [:]
  var completeness: [[UInt8]: Bool] = [:]
  for row in rows {
    guard let entry = ManifestRow(row, of: header.count, file: path, findings) else { continue }
    let id = Array(entry.id.utf8)
    let index = indices[id] ?? subjects.count
    if index == subjects.count {
      indices[id] = index
      subjects.append(Subject(id: entry.id))
    }
    if let archive = entry.archive {
      let path = resolvedPath(archive, inFolder: folder)
      if subjects[index].archives.contains(path) {
        findings.add(.configDuplicate, at: entry.place, key: "archive", value: archive)
      }
      subjects[index].archives.append(path)
      subjects[index].receivedAt[path] = entry.receivedAt
      if let waiver = entry.setAside {
        subjects[index].setAside.append(InputWaiver.Statement(path, waiver))
      }
    }
    if let isComplete = entry.isComplete {
      if let known = completeness[id], known != isComplete {
        findings.add(
          .configBadValue, at: entry.place, key: "complete", value: "\(isComplete)",
          expected: .sameAs("\(known)"))
      }
      (completeness[id], subjects[index].isComplete) = (isComplete, isComplete)
    }
    entry.complete(&subjects[index], findings)
    entry.complete(&subjects[index].files, &files, findings)
  }
  return SubjectList(subjects: subjects)
}

/// One row whose fields are valid by themselves.
private struct ManifestRow {
  let id: String
  /// The path of the archive; `nil` in the row of a subject who has handed in nothing.
  let archive: String?
  let address: String?
  let zone: String?
  let receivedAt: Instant?
  private(set) var logs: LogSettings
  let setAside: InputWaiver?
  let isComplete: Bool?
  let link: String?
  let linked: [String]
  let joined: CivilDay?
  /// The paths of the operator's files for the subject.
  let files: [OperatorFile.Kind: String]
  let place: InputLocation

  /// Reads a row.
  ///
  /// - Parameter columns: The number of columns of the header.
  init?(_ row: CSVRecord, of columns: Int, file: String, _ findings: FindingCollector) {
    place = InputLocation(file: file, line: row.line)
    guard row.fields.count == columns else {
      findings.add(.configBadValue, at: place, key: "row", expected: .fields(columns))
      return nil
    }
    let place = place
    var isGood = true
    func field<Value>(_ index: Int, _ read: (String) -> Value?) -> Value? {
      guard index < columns else { return nil }
      let (key, text) = (KeyTable.manifest.keys[index], row.fields[index])
      if text.isEmpty, !key.isRequired { return nil }
      if key.form.accepts(text), let value = read(text) { return value }
      findings.add(
        text.isEmpty ? .configMissingKey : .configBadValue, at: place,
        key: key.name, value: text.isEmpty || key.isSecret ? nil : text, expected: key.expected)
      isGood = false
      return nil
    }
    let id = field(0, subjectID)
    address = field(1) { $0 }
    archive = field(2) { $0 }
    zone = field(3, freeText)
    receivedAt = field(4) { Instant(rfc3339: $0) }
    let kinds = OperatorFile.Kind.allCases.filter(\.isOfSubjects)
    logs = LogSettings(
      loadUnit: field(5) { LoadUnit(rawValue: $0) },
      dateOrder: field(6) { DateOrder(rawValue: $0) }, bodyWeight: field(7, bodyWeight),
      sex: field(8 + kinds.count) { Sex(rawValue: $0) })
    setAside = field(9 + kinds.count) { InputWaiver(field: $0) }
    let sport = field(11 + kinds.count) { ActivityKind(rawValue: $0) }
    logs.sports = sport.map { [SportStatement(all: $0)] } ?? []
    isComplete = field(10 + kinds.count) { $0 == "true" }
    link = field(12 + kinds.count) { $0 }
    linked = field(13 + kinds.count) { $0.split(separator: " ").map(String.init) } ?? []
    joined = field(14 + kinds.count) { CivilDay($0) }
    files = kinds.enumerated().reduce(into: [:]) { files, kind in
      files[kind.element] = field(8 + kind.offset) { $0 }
    }
    if archive == nil, receivedAt != nil || setAside != nil {
      findings.add(.configMissingKey, at: place, key: "archive", expected: ExpectedValue.path)
      isGood = false
    }
    guard isGood, let id else { return nil }
    self.id = id
  }

  /// Adds to a subject what this row states; a contradiction to an earlier row is reported.
  func complete(_ subject: inout Subject, _ findings: FindingCollector) {
    if let address {
      if let known = subject.address, known != address {
        findings.add(
          .configBadValue, at: place, key: "address", value: address, expected: .sameAs(known))
      }
      subject.address = address
    }
    if let zone {
      if let known = subject.zone?.id ?? subject.unknownZone, known != zone {
        findings.add(
          .configBadValue, at: place, key: "time_zone", value: zone, expected: .sameAs(known))
      }
      subject.setZone(zone)
    }
    if let link { subject.setLink(link, at: place) }
    if !linked.isEmpty { subject.linked = linked }
    if let joined {
      if let known = subject.joined, known != joined {
        findings.add(
          .configBadValue, at: place, key: "joined", value: "\(joined)",
          expected: .sameAs("\(known)"))
      }
      subject.joined = joined
    }
    complete(\.loadUnit, "load_unit", of: &subject, findings)
    complete(\.dateOrder, "date_order", of: &subject, findings)
    complete(\.sex, "sex", of: &subject, findings)
    if let sport = logs.sports.first {
      if let known = subject.logs.sports.first, known != sport {
        findings.add(
          .configBadValue, at: place, key: "sport", value: sport.kind.rawValue,
          expected: .sameAs(known.kind.rawValue))
      }
      subject.logs.sports = [sport]
    }
    if let weight = logs.bodyWeight {
      if let known = subject.logs.bodyWeight, known != weight {
        findings.add(
          .configBadValue, at: place, key: "body_weight", expected: .sameAs("\(known) kg"))
      }
      subject.logs.bodyWeight = weight
    }
  }
}

extension ManifestRow {
  /// Adds this row's operator's files to a subject's; a file other than that of an earlier row is
  /// reported.
  fileprivate func complete(
    _ known: inout [OperatorFile], _ reader: inout SubjectFileReader, _ findings: FindingCollector
  ) {
    for (kind, name) in files.sorted(by: { $0.key < $1.key }) {
      guard let file = reader.file(kind, named: name, at: place) else { continue }
      if let earlier = known[kind] {
        if earlier.path != file.path {
          findings.add(
            .configBadValue, at: place, key: kind.rawValue, value: name,
            expected: .sameAs(earlier.path))
        }
      } else {
        known.append(file)
      }
    }
  }

  /// Adds a setting for workout logs to a subject; a contradiction to an earlier row is reported.
  fileprivate func complete<Value: RawRepresentable<String> & Equatable>(
    _ setting: WritableKeyPath<LogSettings, Value?>, _ key: String, of subject: inout Subject,
    _ findings: FindingCollector
  ) {
    guard let value = logs[keyPath: setting] else { return }
    if let known = subject.logs[keyPath: setting], known != value {
      findings.add(
        .configBadValue, at: place, key: key, value: value.rawValue,
        expected: .sameAs(known.rawValue))
    }
    subject.logs[keyPath: setting] = value
  }
}
