import DaymarkDocuments
import DaymarkModel

/// Reads the tables beside a programme, which are RFC 4180 with a header.
///
/// Each may have at most 16 MiB.
struct ProgrammeRows {
  let folder: String
  let file: YAMLMapping
  /// The names of the streaks that have freezes.
  let streaks: [String]

  private func table(_ key: String, _ columns: KeyTable) -> RowTable? {
    guard let path = file.word(key) else { return nil }
    return RowTable(
      at: resolvedPath(path, inFolder: folder), columns, file.findings,
      missingAt: file[key]?.place)
  }

  func redemptions() -> [ProgrammeRow<RedemptionEntry>] {
    guard let table = table("redemptions", .redemptionRow) else { return [] }
    var ids: Set<String> = []
    return table.rows.compactMap { row in
      let points = table.read("points", of: row) { text in
        wholeNumber(text).flatMap { (1...wholeNumberLimit).contains($0) ? $0 : nil }
      }
      let (day, known) = (table.day("date", of: row), table.known(of: row))
      let what = table.read("what", of: row, freeText)
      guard let id = table.read("id", of: row, freeText),
        let subject = table.read("subject", of: row, subjectID)
      else { return nil }
      guard ids.insert(id).inserted else {
        file.findings.add(
          .configDuplicate, at: table.place(of: "id", in: row), key: "id", value: id)
        return nil
      }
      guard let day, let points, let known else { return nil }
      let entry = RedemptionEntry(id: id, day: day, points: points, what: what ?? "")
      return ProgrammeRow(subject: subject, entry: entry, known: known.stated, text: row.text)
    }
  }

  func freezes() -> [ProgrammeRow<FreezeEntry>] {
    guard let table = table("freezes", .freezeRow) else { return [] }
    return table.rows.compactMap { row in
      let (day, known) = (table.day("date", of: row), table.known(of: row))
      let origin = table.read("freeze", of: row) { FreezeRow.Origin(rawValue: $0) }
      let subject = table.read("subject", of: row, subjectID)
      guard let streak = streak(of: row, in: table), let subject, let day, let origin,
        let known
      else { return nil }
      let entry = FreezeEntry(streak: streak, day: day, origin: origin)
      return ProgrammeRow(subject: subject, entry: entry, known: known.stated, text: row.text)
    }
  }

  /// The streak that a row is about; a row need not state it if only one streak has freezes.
  private func streak(of row: CSVRecord, in table: RowTable) -> String? {
    let written = table.read("streak", of: row) { $0 } ?? (streaks.count == 1 ? streaks[0] : nil)
    guard let written, streaks.contains(written) else {
      file.findings.add(
        .configBadValue, at: table.place(of: "streak", in: row), key: "streak", value: written,
        expected: streaks.isEmpty ? .identifier : .oneOf(streaks))
      return nil
    }
    return written
  }

  func pauses() -> [ProgrammeRow<PauseEntry>] {
    guard let table = table("pauses", .pauseRow) else { return [] }
    return table.rows.compactMap { row in
      let known = table.known(of: row)
      let subject = table.read("subject", of: row) { $0 == "*" ? $0 : subjectID($0) }
      guard let from = table.day("from", of: row), let to = table.day("to", of: row), let subject,
        let known
      else { return nil }
      guard from <= to else {
        file.findings.add(
          .configBadValue, at: table.place(of: "to", in: row), key: "to", value: "\(to)",
          expected: .dayNotBefore(from))
        return nil
      }
      return ProgrammeRow(
        subject: subject == "*" ? nil : subject, entry: PauseEntry(from: from, to: to),
        known: known.stated, text: row.text)
    }
  }
}

extension RowTable {
  fileprivate func day(_ name: String, of row: CSVRecord) -> CivilDay? {
    read(name, of: row) { CivilDay($0) }
  }

  /// The instant at which a row became known, if it states one; `nil`, with an error reported,
  /// where that cannot be read.
  fileprivate func known(of row: CSVRecord) -> (stated: StatedInstant?, isGood: Bool)? {
    guard has("known", in: row) else { return (nil, true) }
    return read("known", of: row) { StatedInstant($0) }.map { ($0, true) }
  }
}
