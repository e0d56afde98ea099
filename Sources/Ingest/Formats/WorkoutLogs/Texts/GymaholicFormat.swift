import DaymarkModel

/// The export of Gymaholic: one file for each workout.
///
/// Only the file's name states the year.
enum GymaholicFormat: InputFormat {
  static let id: FormatID = "gymaholic"
  static let fileExtensions = ["csv"]

  static func recognise(_ head: DocumentHead) -> Recognition {
    let names = head.heading.names
    guard head.heading.separator == UInt8(ascii: ";"), names.count == 2, names[0].isEmpty,
      names[1].hasPrefix("---")
    else { return .other }
    let rows = CSVReader.rows(of: head, separator: UInt8(ascii: ";"), atMost: 8)
    return rows.contains { $0.text(1) == "Date" } ? .recognised : .other
  }

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    var rows = CSVReader(separator: UInt8(ascii: ";"))
    var sets = try LogSets(
      .log("gymaholic", named: "Gymaholic"), commaIsDecimal: true, &sink)
    var workout = LogEntry(line: 1, byte: 0)
    while try rows.next(&document, &sink) {
      let row = rows.row
      let texts = (0..<row.count).map { comparableName(row.text($0)).trimmed }
      switch (texts[0], texts.count > 1 ? texts[1] : "") {
      case ("", "Date") where texts.count > 2: workout.session = date(texts[2], &sink)
      case ("", "Duration") where texts.count > 2: workout[.sessionDuration] = texts[2]
      case ("#", let exercise): workout[.exercise] = exercise
      case ("", _): continue
      case (let mark, _):
        guard texts.count > 2, workout.session != nil else {
          sets.skip(.badDate, LogEntry(line: row.line, byte: row.byte), &sink)
          continue
        }
        var entry = LogEntry(line: row.line, byte: row.byte)
        entry.session = workout.session
        entry[.sessionDuration] = workout[.sessionDuration]
        entry[.exercise] = workout[.exercise]
        entry[.mark] = mark
        entry.readLoadTimesRepetitions(texts[2])
        entry[.duration] = texts.count > 3 ? texts[3] : ""
        try sets.add(entry, &sink)
      }
    }
    sets.skip(malformed: rows, &sink)
    try sets.finish(&sink)
  }

  /// Reads a date such as `Jan 14., 06:04`, with the year in the file's name.
  private static func date(_ text: String, _ sink: inout InputSink) -> LoggedTime? {
    switch LogDate(text) {
    case .time(let time): return time
    case .withoutYear(let month, let day, let seconds):
      guard let year = year(in: sink.documentName) else {
        sink.find(.logYearMissing)
        return nil
      }
      guard let date = CivilDay(year: year, month: month, day: day) else { return nil }
      sink.addDay(fromName: date)
      guard let seconds else { return .day(date) }
      return .wall(Instant(seconds: Int64(date.ordinal) * 86_400 + Int64(seconds)))
    case .either, nil: return nil
    }
  }

  /// Returns the first separate four digits that are a year of this century.
  private static func year(in name: String) -> Int? {
    let numbers = name.split { !($0.isASCII && $0.isNumber) }
    return numbers.lazy.filter { $0.count == 4 || $0.count == 8 }
      .compactMap { Int($0.prefix(4)) }.first { (2000...2099).contains($0) }
  }
}

extension LogEntry {
  /// Reads a set such as `95 lbs x 5` or ` x 8`.
  fileprivate mutating func readLoadTimesRepetitions(_ text: String) {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map(\.trimmed)
    guard parts.count == 2 else {
      self[.repetitions] = text
      return
    }
    self[.load] = parts[0]
    self[.repetitions] = parts[1]
  }
}
