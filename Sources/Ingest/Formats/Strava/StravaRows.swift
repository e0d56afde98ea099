import DaymarkModel

/// Makes activities of the rows of Strava's `activities.csv`.
struct StravaRows {
  let source: UInt16
  let files: StravaFiles

  /// - Parameter sink: Receives the findings about the row.
  func activity(
    of row: CSVRow, _ columns: StravaColumns, _ sink: inout InputSink
  ) -> ActivityRecord {
    let file = row.text(columns.file)
    if !file.isEmpty, !files.contains(file) {
      sink.find(.activityFileMissing, line: row.line, byte: row.byte)
    }
    let isRaw = columns.hasRawValues
    let english = isRaw ? row.text(columns.englishType) : ""
    let sport = Sport(named: english.isEmpty ? row.text(StravaColumns.type) : english)
    let start = start(row, file: file, &sink)
    var activity = ActivityRecord(
      // A file says it itself.
      kind: sport.kind, sportGap: files.contains(file) ? nil : sport.gap,
      isIndoor: sport.isIndoor, source: source, start: start, end: .missing,
      distance: distance(row, columns, isSwim: sport.kind == .swim),
      isUserEntered: file.isEmpty, contribution: .samples, line: row.line, byte: row.byte)
    if isRaw {
      activity.duration = amount(row, columns.movingTime, .second)
      activity.energy = amount(row, columns.calories, .kilocalorie)
      activity.steps = amount(row, columns.totalSteps, .count)
      activity.averageHeartRate = heartRate(row, columns.averageHeartRate)
      activity.maximumHeartRate = heartRate(row, columns.rawMaximumHeartRate)
      activity.elevationGain = amount(row, columns.elevationGain, .meter)
    }
    if activity.maximumHeartRate == nil, let column = columns.maximumHeartRate {
      activity.maximumHeartRate = heartRate(row, column)
    }
    let elapsed =
      (isRaw ? amount(row, columns.rawElapsed, .second) : nil)
      ?? amount(row, StravaColumns.elapsed, .second)
    if elapsed != nil, elapsed?.value == nil {
      sink.find(.valueNotANumber, line: row.line, byte: row.byte)
    }
    activity.end = start.endOfSession(lasting: elapsed?.value ?? activity.duration?.value)
    return activity
  }

  // MARK: Times

  /// The row's date, or where its language is not known the start of its activity file.
  private func start(
    _ row: CSVRow, file: String, _ sink: inout InputSink
  ) -> RecordTime {
    let text = row.text(StravaColumns.date)
    if text.isEmpty { return .missing }
    if let start = Instant(stravaDate: text) { return .at(start) }
    guard let start = files.start(of: file) else { return .malformed }
    sink.find(.timeUnknownLanguage, line: row.line, byte: row.byte)
    return .at(start)
  }

  // MARK: Amounts

  /// `nil` for an empty field; without value when it holds no number.
  private func amount(_ row: CSVRow, _ column: Int, _ unit: Unit) -> WrittenAmount? {
    row[column].isEmpty ? nil : WrittenAmount(row.number(column), .known(unit))
  }

  /// A rate of zero is a session without a sensor.
  private func heartRate(_ row: CSVRow, _ column: Int) -> WrittenAmount? {
    let rate = amount(row, column, .beatsPerMinute)
    return rate?.value?.coefficient == 0 ? nil : rate
  }

  /// The raw distance in meters; where there is none what was written for people: kilometers, or
  /// meters for a swim.
  ///
  /// Until June 2019 that was in meters too, in exports whose dates are ISO 8601.
  private func distance(
    _ row: CSVRow, _ columns: StravaColumns, isSwim: Bool
  ) -> WrittenAmount? {
    if columns.hasRawValues, let raw = amount(row, columns.rawDistance, .meter) { return raw }
    let text = row.text(StravaColumns.distance)
    if text.isEmpty { return nil }
    let isISO = row[StravaColumns.date].dropFirst(4).first == UInt8(ascii: "-")
    if !columns.hasRawValues, isISO { return amount(row, StravaColumns.distance, .meter) }
    let number = localizedNumber(text, isWhole: isSwim)
    return WrittenAmount(number, .known(isSwim ? .meter : .kilometer))
  }
}

/// Reads `1,234.5`, `1.234,5`, `1 234,5` or `1’234.5`.
///
/// - Parameter isWhole: It is a whole number, so that its last separator may be one of thousands: where
///   three digits follow.
private func localizedNumber(_ text: String, isWhole: Bool) -> DecimalNumber? {
  let separators: Set<Unicode.Scalar> = [",", ".", " ", "'", "’", "\u{A0}", "\u{202F}"]
  let scalars = Array(text.unicodeScalars)
  let last = scalars.lastIndex { $0 == "," || $0 == "." }
  var plain = String.UnicodeScalarView()
  for (index, scalar) in scalars.enumerated() {
    if index == last, !isWhole || scalars.count - index - 1 != 3 {
      plain.append(".")
    } else if !separators.contains(scalar) {
      plain.append(scalar)
    }
  }
  return DecimalNumber(String(plain))
}

/// The activity files of an export, by the names that rows have for them.
struct StravaFiles {
  private var names: Set<Substring> = []
  private var starts: [Substring: Instant] = [:]

  init(_ sink: InputSink) {
    for document in sink.facts.documents { names.insert(Self.key(document.entry)) }
    for (entry, start) in sink.earlier.activityStarts {
      names.insert(Self.key(entry))
      starts[Self.key(entry)] = start
    }
  }

  /// The keys of those that lie where Strava's export has them, all of which its rows name.
  var ofExport: Set<Substring> { names.filter { $0.hasPrefix("activities/") } }

  func contains(_ name: String) -> Bool { names.contains(Self.key(name)) }

  func start(of name: String) -> Instant? { starts[Self.key(name)] }

  /// The last two parts of a path, without `.gz`: an export may lie in a folder of any name, and its
  /// files may have been decompressed.
  static func key(_ path: String) -> Substring {
    let parts = path.split(separator: "/").suffix(2)
    guard let first = parts.first else { return "" }
    let name = path[first.startIndex...]
    return name.hasSuffix(".gz") ? name.dropLast(3) : name
  }
}

/// The positions of the columns of Strava's `activities.csv`.
///
/// Their names are in the account's language and several stand twice, but their order is the same: the
/// first seven, then some of the first block, then the name of the activity's file, and behind it a
/// second block of raw values, which has grown over the years. (Positions behind the file's name: an
/// export of 94 columns in English, and one in German.)
struct StravaColumns {
  static let date = 1
  static let type = 3
  static let elapsed = 5
  static let distance = 6

  /// The name of the activity's file.
  let file: Int
  private let count: Int

  /// - Parameters:
  ///   - file: Where a row has the name of its file; `nil` when no row of the document has one.
  ///   - count: How many columns there are.
  init(file: Int?, count: Int) {
    self.count = count
    self.file = file ?? (count <= 12 ? count - 1 : 12)
  }

  /// Whether the second block is there.
  var hasRawValues: Bool { count > file + 1 }
  /// The column of the first block; until 2020 it was not there.
  var maximumHeartRate: Int? { file == 12 ? 7 : nil }

  // MARK: The second block

  var rawElapsed: Int { file + 3 }
  var movingTime: Int { file + 4 }
  var rawDistance: Int { file + 5 }
  var elevationGain: Int { file + 8 }
  var rawMaximumHeartRate: Int { file + 18 }
  var averageHeartRate: Int { file + 19 }
  var calories: Int { file + 22 }
  var englishType: Int { file + 32 }
  var totalSteps: Int { file + 73 }

  // MARK: Finding the file's name

  /// The field of a row that is the name of an activity's file: `activities/101.fit.gz`.
  static func file(in row: CSVRow) -> Int? {
    (8..<max(8, row.count)).first { isFile(row[$0]) }
  }

  private static func isFile(_ field: ArraySlice<UInt8>) -> Bool {
    guard field.starts(with: "activities/".utf8), !field.contains(UInt8(ascii: " ")) else {
      return false
    }
    let name = MemberPath(String(decoding: field, as: UTF8.self)).withoutGzip
    return activityFileExtensions.contains { name.hasSuffix(".\($0)") }
  }
}

extension Instant {
  /// The date of a row of Strava's export, which is UTC in the account's language.
  ///
  /// Seen are `2018-09-12 15:02:23` (until June 2019), `May 29, 2022, 3:53:35 PM` with any space before
  /// `PM`, `15 Nov 2025, 13:31:49`, `09.12.2022, 15:24:49` and `24 mai 2012 à 16:27:40`; the others of
  /// its languages are read as their medium date in Unicode's CLDR. A month is a word or a number, a
  /// year has four digits, and time comes after the date. Where that leaves a doubt, as in
  /// `5/9/2022, 3:53 PM`, or a word is not known, there is no answer.
  ///
  /// - Returns: `nil` for a spelling or a language that is not known, and for no real date.
  init?(stravaDate text: String) {
    guard let parts = DateParts(text), let words = DateWords(parts.words) else { return nil }
    var date = parts.numbers
    guard let clock = words.takeClock(from: &date) else { return nil }
    if let month = words.month {
      date.insert((month, 2), at: min(1, date.count))
    } else if parts.hasSlash, words.half != nil, date.first?.digits != 4 {
      // Who writes the halves of a day may write the month first.
      return nil
    }
    guard date.count == 3 else { return nil }
    if date[0].digits == 4 { date.reverse() }
    guard date[2].digits == 4, date[0].digits <= 2, date[1].digits <= 2,
      let day = CivilDay(year: date[2].value, month: date[1].value, day: date[0].value)
    else { return nil }
    self.init(seconds: Int64(day.ordinal) * 86_400 + Int64(clock))
  }
}
