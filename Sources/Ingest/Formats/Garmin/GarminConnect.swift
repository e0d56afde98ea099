import DaymarkModel

extension Source {
  /// The source of Garmin Connect's daily figures, for every way of fetching them.
  static let garminConnect = Source(
    provider: .garmin, name: "Garmin Connect", deviceClass: .tracker)

  /// The source of its session rows, which are less precise copies of the devices' files.
  ///
  /// The class is `app`, like that of Strava's rows. The spelling of device names varies. With the
  /// devices' class, the rows would precede some of the files, whose heart rates would then be
  /// dropped.
  static let garminConnectActivities = Source(
    provider: .garmin, name: "Garmin Connect activities", deviceClass: .app)

  /// The source of the rows in the list that the web page saves.
  ///
  /// Its name sorts after ``garminConnectActivities``.
  static let garminConnectList = Source(
    provider: .garmin, name: "Garmin Connect list", deviceClass: .app)
}

extension JSONItem {
  /// Whether the session was typed in or uploaded by hand.
  var isGarminUserEntered: Bool {
    ["manual", "manualActivity", "isWebUpload"].contains { self[$0]?.flag == true }
  }

  /// Returns a time in milliseconds since 1970.
  func millisecondTime(_ key: String) -> RecordTime {
    guard let member = self[key] else { return .missing }
    return member.integer.map { .at(Instant(milliseconds: Int64($0))) } ?? .malformed
  }
}

extension InputSink {
  /// Adds the offset from UTC of a wall clock at an instant.
  ///
  /// Valid offsets are multiples of a quarter of an hour, at most 14 hours from UTC.
  mutating func addOffset(wallClock: Instant, at instant: Instant) {
    let difference = wallClock.milliseconds &- instant.milliseconds
    guard difference.magnitude <= 14 * 3_600_000, difference % 900_000 == 0 else { return }
    addOffset(seconds: Int(difference / 1000), at: instant)
  }
}

extension Instant {
  /// Reads the time of a wall clock, `yyyy-MM-dd HH:mm:ss`, as if it were UTC.
  init?(wallClock text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    self.init(rfc3339: "\(parts[0])T\(parts[1])Z")
  }
}

extension DecimalNumber {
  /// Reads the seconds of `hh:mm:ss` or `mm:ss`, possibly with decimals after a point or comma.
  init?(secondsOfClock text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let last = parts.last,
      let seconds = DecimalNumber(last.replacing(",", with: ".")), !seconds.isNegative
    else { return nil }
    var minutes = 0
    for part in parts.dropLast() {
      guard part.utf8.count <= 4, let number = Int(part), number >= 0 else { return nil }
      minutes = minutes * 60 + number
    }
    guard let rest = try? seconds.quantity(times: UnitRatio(1)) else { return nil }
    let micro = UInt128(minutes * 60_000_000) + UInt128(rest.microUnits)
    self.init(coefficient: micro, exponent: -6)
  }
}

/// The numbers in `Activities.csv`, which are formatted for people: `4,808` and `5.48`, or `4.808`
/// and `5,48`.
enum GarminNumber {
  /// Reads a number, with a decimal comma or a decimal point; `nil` for other text.
  static func read(_ text: String, _ hasDecimalComma: Bool) -> DecimalNumber? {
    let decimal: Character = hasDecimalComma ? "," : "."
    let kept = text.filter { $0 == decimal || !isSeparator($0) }
    return DecimalNumber(hasDecimalComma ? kept.replacing(",", with: ".") : kept)
  }

  /// Returns whether the file uses decimal commas, according to all its cells.
  ///
  /// A separator before three digits may be either, and a count has no decimals.
  ///
  /// - Returns: `false` where the cells show nothing, or contradict each other equally often.
  static func hasDecimalComma(_ header: CSVRow, _ rows: [CSVRow]) -> Bool {
    let counts = Set([5, header.column(of: "Calories"), header.column(of: "Steps")])
    var votes = 0
    for row in rows {
      // The columns before these are type, date and title.
      for column in 4..<max(4, row.count) {
        switch decimalSeparator(row[column], isCount: counts.contains(column)) {
        case UInt8(ascii: ","): votes += 1
        case UInt8(ascii: "."): votes -= 1
        default: break
        }
      }
    }
    return votes > 0
  }

  /// Returns the decimal separator that a cell shows; `nil` where it may be either.
  private static func decimalSeparator(_ cell: ArraySlice<UInt8>, isCount: Bool) -> UInt8? {
    let (comma, dot) = (UInt8(ascii: ","), UInt8(ascii: "."))
    guard cell.allSatisfy({ $0 &- 48 < 10 || $0 == comma || $0 == dot || $0 == UInt8(ascii: "-") }),
      let last = cell.lastIndex(where: { $0 == comma || $0 == dot })
    else { return nil }
    let other = cell[last] == comma ? dot : comma
    if cell.contains(other) { return cell[last] }
    let isGroup = cell.count { $0 == cell[last] } > 1 || isCount
    if isGroup { return other }
    // Three digits may be thousands or decimals.
    return cell.endIndex - last - 1 == 3 ? nil : cell[last]
  }

  private static func isSeparator(_ character: Character) -> Bool {
    [",", ".", " ", "'", "’", "\u{A0}", "\u{202F}"].contains(character)
  }
}
