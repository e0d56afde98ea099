import DaymarkModel

/// An unrecognized file, with the content that its name and beginning suggest.
///
/// See Formats, "Files that are not read".
struct UnrecognisedFile {
  /// The possible content; `nil` where the file cannot contain relevant data.
  private(set) var content: Content?
  /// The possible content within an account export.
  ///
  /// Account exports have many irrelevant tables, so that a file must show dates and its subject.
  private(set) var contentInAccount: Content?

  /// The relevant data that a file may contain.
  struct Content: Equatable {
    /// The metrics, ascending.
    var metrics: [Metric]
    var mayHaveSessions: Bool
    var mayHaveSets: Bool

    /// The content of a file that shows nothing about it.
    static let anything = Content(
      metrics: Metric.alwaysRead, mayHaveSessions: true, mayHaveSets: true)

    /// Returns the content that either of two may have.
    static func + (a: Content, b: Content) -> Content {
      Content(
        metrics: Set(a.metrics + b.metrics).sorted(),
        mayHaveSessions: a.mayHaveSessions || b.mayHaveSessions,
        mayHaveSets: a.mayHaveSets || b.mayHaveSets)
    }
  }

  /// Examines the name and the beginning of a file for what it may contain.
  ///
  /// - Parameters:
  ///   - path: The path, without `.gz`.
  ///   - head: The beginning of the file.
  ///   - readsSleep: Whether sleep is asked for, so that a table of it is relevant.
  init(path: String, head: UnsafeRawBufferPointer, readsSleep: Bool = false) {
    if head.isEmpty || Self.holdsNothing(path: path, head) { return }
    if UnreadProvider(ofPath: path)?.hasFormat == false || head.starts(with: sqliteSignature) {
      (content, contentInAccount) = (.anything, .anything)
      return
    }
    // An account export has thousands of such files, and a hostile archive more, so only a short
    // beginning is examined.
    let head = UnsafeRawBufferPointer(rebasing: head.prefix(Self.mostBytes))
    guard let text = Self.text(head) else {
      content = .anything
      return
    }
    let headings = Set(Self.headings(of: text, path: path, head))
    let named = headings.reduce(nil) { sum, heading in
      Content(heading: heading).map { content in sum.map { $0 + content } ?? content } ?? sum
    }
    let (isTable, isDated) = (UnreadTable(head, path: path) != nil, hasDate(text))
    if isDated, !Self.isIrrelevantInAccount(path) { contentInAccount = named }
    if readsSleep, isDated, Self.isNamed(path, byAny: Self.sleepWords) {
      content = Content(metrics: [.sleep], mayHaveSessions: false, mayHaveSets: false)
      return
    }
    if Self.isIrrelevant(path, named) { return }
    if let named, isDated || isTable {
      content = named
    } else if isTable || (headings.isEmpty ? isInputName(path) : isDated) {
      // The headings have unknown words, or the name suggests a recording or an export.
      content = .anything
    }
  }

  /// The number of bytes that are examined.
  ///
  /// - Units: bytes.
  private static let mostBytes = 2048

  // MARK: Kinds that hold nothing

  private static func holdsNothing(path: String, _ head: UnsafeRawBufferPointer) -> Bool {
    let path = path.lowercased()
    let name = path.split(separator: "/").last.map(String.init) ?? path
    if let dot = name.lastIndex(of: "."),
      endingsOfNothing.contains(String(name[name.index(after: dot)...]))
    {
      return true
    }
    if namesOfNothing.contains(name) { return true }
    if signaturesOfNothing.contains(where: { head.starts(with: $0) }) { return true }
    return isClinical(head)
  }

  /// Whether a document begins as the clinical one of a Health export does, `export_cda.xml`.
  static func isClinical(_ head: UnsafeRawBufferPointer) -> Bool {
    head.prefix(mostBytes).contains(sequence: Array("<ClinicalDocument".utf8))
  }

  /// Whether the name shows an irrelevant subject, such as sleep.
  private static func isIrrelevant(_ path: String, _ named: Content?) -> Bool {
    let counts =
      named.map { $0.mayHaveSets || !$0.metrics.allSatisfy(metricsAtRest.contains) } ?? false
    return !counts && isNamed(path, byAny: irrelevantWords)
  }

  /// Whether the name of a file, without its folders, has one of some words.
  private static func isNamed(_ path: String, byAny words: Set<String>) -> Bool {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return words.contains(where: name.lettersAndDigits.contains)
  }

  /// The words for sleep in names of tables.
  private static let sleepWords = words("sleep schlaf sommeil sueño sonno")

  private static func isIrrelevantInAccount(_ path: String) -> Bool {
    let letters = path.lettersAndDigits
    return irrelevantWords.contains(where: letters.contains)
      || irrelevantWordsOfAccounts.contains(where: letters.contains)
  }

  /// The metrics that tables of sleep or blood pressure may also contain.
  private static let metricsAtRest: Set<Metric> = [.heartRate, .activeEnergy]

  /// Returns the beginning as text; `nil` for bytes that are not text.
  private static func text(_ head: UnsafeRawBufferPointer) -> String? {
    // A sequence that is cut at the end is not an error.
    for cut in 0..<min(4, head.count) {
      guard let text = String(validating: head.dropLast(cut), as: UTF8.self) else { continue }
      return text.unicodeScalars.contains {
        $0.value < 0x20 && !"\t\n\r\u{C}".unicodeScalars.contains($0)
      }
        ? nil : text
    }
    return nil
  }

  // MARK: What is named

  /// Returns the headings of a table, the keys of JSON or the names of XML.
  private static func headings(
    of text: String, path: String, _ head: UnsafeRawBufferPointer
  ) -> [String] {
    let start = text.unicodeScalars.first { !$0.properties.isWhitespace && $0 != "\u{FEFF}" }
    switch start {
    case "{", "[":
      let pieces = text.split(separator: "\"", omittingEmptySubsequences: false)
      return zip(pieces, pieces.dropFirst()).filter { piece, next in
        (2...60).contains(piece.utf8.count) && next.first { !$0.isWhitespace } == ":"
      }.map { String($0.0) }
    case "<":
      let marks = Set(" \t\r\n<>/=\"".utf8)
      return text.utf8.split(whereSeparator: marks.contains).filter { (2...60).contains($0.count) }
        .map { String(Substring($0)) }
    default: return UnreadTable(head, path: path)?.headings ?? []
    }
  }
}

extension UnrecognisedFile.Content {
  /// Makes the content under a heading or key; `nil` where it is not relevant.
  fileprivate init?(heading: String) {
    let words = heading.wordsInLowerCase
    let metrics = metricWords.filter { $0.names.contains { isNamed($0, by: words) } }
      .flatMap(\.metrics)
    // A list of distances may be of days or of sessions.
    let isSession =
      metrics.contains(.distanceWalkingRunning)
      || sessionWords.contains { isNamed($0, by: words) }
    let isSet = UnreadTable.setWords.contains { word in words.contains { $0.hasPrefix(word) } }
    guard !metrics.isEmpty || isSession || isSet else { return nil }
    self.init(
      metrics: Set(metrics).sorted(), mayHaveSessions: isSession, mayHaveSets: isSet)
  }
}

extension String {
  /// The words of a heading or a key.
  ///
  /// `totalSteps`, `total_steps` and `Total steps (count)` all contain `total` and `steps`.
  fileprivate var wordsInLowerCase: [String] {
    var words: [String] = []
    var word = ""
    var isLower = false
    for character in self {
      let begins = character.isUppercase && isLower
      if begins || !(character.isLetter || character.isNumber), !word.isEmpty {
        words.append(word.lowercased())
        word = ""
      }
      if character.isLetter || character.isNumber { word.append(character) }
      isLower = character.isLowercase
    }
    if !word.isEmpty { words.append(word.lowercased()) }
    return words
  }

  fileprivate var lettersAndDigits: String {
    lowercased().filter { $0.isLetter || $0.isNumber }
  }
}

/// Whether the words of a heading are a name, possibly with a quantity word or a unit.
private func isNamed(_ name: [Substring], by words: [String]) -> Bool {
  let first = words.indices.first { at in
    words.count - at >= name.count && zip(words[at...], name).allSatisfy { $0 == $1 }
  }
  guard let first else { return false }
  return words.indices.allSatisfy {
    (first..<first + name.count).contains($0) || besideNames.contains(words[$0])
  }
}

/// The words that a heading may have beside the name of a figure and still mean that figure, as in
/// `total steps` or `distance in km`.
private let besideNames = words(
  """
  total daily day sum count value in km m mi miles meters metres meter kilometers kcal kj cal bpm avg average
  max min maximum minimum mean active all number of the s sec seconds ms minutes hours h covered climbed
  walked taken burned burnt gesamt nombre de walking running cycling swimming moving elapsed ascended raw
  tracked
  """)

/// The names of figures in apps, with the metrics that they may mean.
private let metricWords: [(names: [[Substring]], metrics: [Metric])] = [
  (
    [
      "steps", "step", "schritte", "schrittzahl", "pas", "pasos", "passi", "passos", "stappen",
      "steg", "kroki",
      "adım", "步数", "步數", "歩数", "걸음",
    ].map { $0.split(separator: " ") },
    [.steps]
  ),
  (
    [
      "distance", "distanz", "strecke", "distancia", "distanza", "distância", "afstand",
      "дистанция", "距离",
      "距離", "거리",
    ].map { $0.split(separator: " ") },
    [.distanceWalkingRunning, .distanceCycling, .distanceSwimming]
  ),
  (
    [
      "calories", "kilocalories", "energy", "kalorien", "energie", "énergie", "calorías", "calorie",
      "calorias",
      "energy burned", "kcal", "kilojoules",
    ].map { $0.split(separator: " ") },
    [.activeEnergy]
  ),
  (
    [
      "heart rate", "heartrate", "bpm", "hr", "pulse", "herzfrequenz", "puls",
      "fréquence cardiaque",
      "frecuencia cardíaca", "frequenza cardiaca", "frequência cardíaca", "hartslag",
    ].map { $0.split(separator: " ") },
    [.heartRate]
  ),
  (
    [
      "floors", "floor", "flights", "stockwerke", "etagen", "étages", "pisos", "piani",
      "verdiepingen",
    ].map { $0.split(separator: " ") },
    [.flightsClimbed]
  ),
]

/// The names of figures that only sessions have.
private let sessionWords: [[Substring]] = [
  "duration", "dauer", "durée", "duración", "durata", "duração", "duur", "activity type", "workout",
  "workout type", "exercise type", "sport type", "aktivitätsart", "sportart", "type d activité",
  "tipo de actividad", "tipo di attività", "tipo de atividade",
].map { $0.split(separator: " ") }

private let sqliteSignature = Array("SQLite format 3\0".utf8)

/// The file endings of pictures, sounds, films, documents, programs and system files.
private let endingsOfNothing = words(
  """
  jpg jpeg png gif heic heif webp bmp tif tiff svg ico raw dng mp4 mov m4v avi mkv 3gp mp3 m4a wav aac ogg
  pdf doc docx odt rtf ppt pptx pps odp xls xlsx ods pages key numbers html htm css js md eml msg vcf ics
  lnk url webloc desktop ini log plist ttf otf woff woff2 exe dll dmg apk ipa sha256 md5 asc sig pem
  """)

private let namesOfNothing: Set<String> = [
  "thumbs.db", "desktop.ini", ".ds_store", "icon\r", "readme.txt", "readme", "license",
  "license.txt",
]

private let signaturesOfNothing: [[UInt8]] = [
  [0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47], Array("GIF8".utf8), Array("%PDF".utf8),
  Array("RIFF".utf8),
  Array("{\\rtf".utf8), [0xD0, 0xCF, 0x11, 0xE0], [0x4D, 0x5A], [0x7F, 0x45, 0x4C, 0x46],
  Array("ID3".utf8), Array("OggS".utf8), Array("<!DOCTYPE html".utf8), Array("<html".utf8),
  Array("bplist".utf8),
]

/// The words in the names of tables without relevant data, such as those about sleep.
private let irrelevantWords = words(
  """
  sleep schlaf sommeil sueño sonno stress oxygen spo2 saturation weight gewicht poids peso bodyfat temperature
  message login logout hydration respirat breathing hrv heartratevariability bloodpressure glucose nutrition
  menstrual electrocardiogram ecg mindfulness meditation symptom medication allerg immuniz
  """)

/// The words in the paths of files without relevant data in exports of Garmin, Fitbit and Strava.
private let irrelevantWordsOfAccounts = words(
  """
  water bodybattery variability readiness trainingload loadfocus fitnessage vo2 predictions goal gear shoes
  bikes components courses plannedworkout workoutplan device badge personalrecord profile settings preferences
  social comment friend follow kudos media photo route segment club challenge applications connectedapps
  orders notification cycletracking food meal golf dive contact privacy flag visibility support ticket
  membership subscription post reaction event legend starred scorecard heartratezone zones timeinheartrate
  calibration account consent survey feedback reminder calendar feed gdpr customer address payment sentiment
  afib irregularrhythm cardioload endurancescore hillscore acclimation wellnessactivities activezoneminutes
  sedentary biometric restingheartrate journal habits probabilities compressiontoken
  """)

private func words(_ text: String) -> Set<String> {
  Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
}

/// Whether a text contains a date in one of the forms used in tables.
private func hasDate(_ text: String) -> Bool {
  let parts = WrittenDates(text).parts
  return parts.indices.contains { first in
    let rest = parts[first...].prefix(6)
    return WrittenDates.forms.contains { rest.starts(with: $0) }
  }
}

/// A text as a sequence of digits, letters and separators, as far as dates need them.
private struct WrittenDates {
  enum Kind: Character {
    case year = "y"
    /// One or two digits: a day or a month.
    case short = "d"
    /// Eight digits of a year, month and day.
    case day = "D"
    /// Seconds or milliseconds since 1970.
    case epoch = "e"
    case name = "n"
    case mark = "-"
    case space = " "
    case comma = ","
    case other = "x"
  }

  private(set) var parts: [Kind] = []

  /// The forms of dates.
  ///
  /// Examples are `2025-05-01`, `20250501`, `1746057600`, `01.05.2025`, `1/5/25`, `May 1, 2025` and
  /// `1. Mai 2025`.
  static let forms: [[Kind]] = [
    "y-d", "D", "e", "d-d-y", "d-d-d", "nd,y", "n d, y", "n d y", "d- n y", "d n y", "d n, y",
  ]
  .map { $0.compactMap(Kind.init(rawValue:)) }

  init(_ text: String) {
    var run: [Unicode.Scalar] = []
    func isSame(_ a: Unicode.Scalar, _ b: Unicode.Scalar) -> Bool {
      a.isDigit == b.isDigit && a.properties.isAlphabetic == b.properties.isAlphabetic
        && (a.isDigit || a.properties.isAlphabetic)
    }
    for scalar in text.unicodeScalars {
      if let last = run.last, !isSame(last, scalar) {
        parts.append(Self.kind(of: run))
        run = []
      }
      run.append(scalar)
    }
    if !run.isEmpty { parts.append(Self.kind(of: run)) }
  }

  private static func kind(of run: [Unicode.Scalar]) -> Kind {
    guard let first = run.first else { return .other }
    if first.properties.isAlphabetic { return (3...9).contains(run.count) ? .name : .other }
    guard first.isDigit else {
      return switch first {
      case "-", "/", ".": .mark
      case ",": .comma
      default: first.properties.isWhitespace ? .space : .other
      }
    }
    let digits = String(String.UnicodeScalarView(run))
    let isYear = digits.hasPrefix("19") || digits.hasPrefix("20")
    switch run.count {
    case 1, 2: return .short
    case 4 where isYear: return .year
    case 8 where isYear:
      let day = "\(digits.prefix(4))-\(digits.dropFirst(4).prefix(2))-\(digits.suffix(2))"
      return CivilDay(day) == nil ? .other : .day
    case 10, 13: return first == "1" ? .epoch : .other
    default: return .other
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}

extension Sequence<UInt8> {
  func contains(sequence: [UInt8]) -> Bool {
    var matched = 0
    for byte in self {
      matched = byte == sequence[matched] ? matched + 1 : byte == sequence[0] ? 1 : 0
      if matched == sequence.count { return true }
    }
    return false
  }
}
