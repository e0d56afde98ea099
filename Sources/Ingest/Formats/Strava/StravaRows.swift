import DaymarkModel

/// A converter of the rows in Strava's `activities.csv` to activities.
struct StravaRows {
  let source: UInt16
  let files: StravaFiles

  /// Returns the activity in a row.
  ///
  /// - Parameter sink: The sink, which receives findings about the row.
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
      // An activity file states the sport itself.
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

  /// Returns the row's date, or the start of its activity file where the language is unknown.
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

  /// Returns an amount; `nil` for an empty field, and without a value for an invalid number.
  private func amount(_ row: CSVRow, _ column: Int, _ unit: Unit) -> WrittenAmount? {
    row[column].isEmpty ? nil : WrittenAmount(row.number(column), .known(unit))
  }

  /// Returns a heart rate; `nil` for zero, which means a session without a sensor.
  private func heartRate(_ row: CSVRow, _ column: Int) -> WrittenAmount? {
    let rate = amount(row, column, .beatsPerMinute)
    return rate?.value?.coefficient == 0 ? nil : rate
  }

  /// Returns the raw distance in meters, or else the one for people: kilometers, or meters for a
  /// swim.
  ///
  /// Until June 2019 the latter was also in meters, in exports with ISO 8601 dates.
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
/// - Parameter isWhole: Whether the number is whole, so that a last separator before three digits
///   separates thousands.
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

/// The activity files of an export, by the names that rows use.
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

  /// The keys of the files in the folder of Strava's export, all of which its rows name.
  var ofExport: Set<Substring> { names.filter { $0.hasPrefix("activities/") } }

  func contains(_ name: String) -> Bool { names.contains(Self.key(name)) }

  func start(of name: String) -> Instant? { starts[Self.key(name)] }

  /// Returns the last two parts of a path, without `.gz`.
  ///
  /// An export may be in any folder, and its files may have been decompressed.
  static func key(_ path: String) -> Substring {
    let parts = path.split(separator: "/").suffix(2)
    guard let first = parts.first else { return "" }
    let name = path[first.startIndex...]
    return name.hasSuffix(".gz") ? name.dropLast(3) : name
  }
}

/// The positions of the columns in Strava's `activities.csv`.
///
/// Their names are in the account's language and some occur twice, but the order is fixed: the
/// first seven, then others of the first block, then the activity's file name, and after it a
/// second block of raw values, which has grown over the years. The positions after the file name
/// come from an export of 94 columns in English and one in German.
struct StravaColumns {
  static let date = 1
  static let type = 3
  static let elapsed = 5
  static let distance = 6

  /// The column of the activity's file name.
  let file: Int
  private let count: Int

  /// Determines the layout of a table.
  ///
  /// - Parameters:
  ///   - file: The column of file names; `nil` where no row of the document has one.
  ///   - count: The number of columns.
  init(file: Int?, count: Int) {
    self.count = count
    self.file = file ?? (count <= 12 ? count - 1 : 12)
  }

  /// Whether there is a second block.
  var hasRawValues: Bool { count > file + 1 }
  /// The column in the first block; `nil` in exports until 2020, which lack it.
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

  /// Returns the field of a row with an activity's file name: `activities/101.fit.gz`.
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
  /// Reads the date in a row of Strava's export, which is UTC in the account's language.
  ///
  /// Known forms are `2018-09-12 15:02:23` (until June 2019), `May 29, 2022, 3:53:35 PM` with any
  /// space before `PM`, `15 Nov 2025, 13:31:49`, `09.12.2022, 15:24:49` and `24 mai 2012 à
  /// 16:27:40`. Other languages are read by the medium date of Unicode's CLDR. A month is a word or
  /// a number, a year has four digits, and the time follows the date. An ambiguous date, such as
  /// `5/9/2022, 3:53 PM`, and one with an unknown word are not read.
  ///
  /// - Returns: The date; `nil` for an unknown form or language, and for a date that does not
  ///   exist.
  init?(stravaDate text: String) {
    guard let parts = DateParts(text), let words = DateWords(parts.words) else { return nil }
    var date = parts.numbers
    guard let clock = words.takeClock(from: &date) else { return nil }
    if let month = words.month {
      date.insert((month, 2), at: min(1, date.count))
    } else if parts.hasSlash, words.half != nil, date.first?.digits != 4 {
      // A language with halves of the day may write the month first.
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
