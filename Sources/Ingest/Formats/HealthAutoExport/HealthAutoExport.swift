import DaymarkModel

extension FormatID {
  /// The format of the app Health Auto Export, in JSON and CSV.
  static let healthAutoExport = FormatID("health-auto-export")
}

extension Source {
  /// The app that sums the data in a phone's health store, from any source.
  static let healthAutoExport = Source(
    provider: .healthAutoExport, name: "Health Auto Export", deviceClass: .app)
}

/// A time in the app's form: on a clock of 12 or 24 hours, with or without an offset from UTC.
struct HealthAutoExportTime {
  /// The wall-clock time, as if it were UTC.
  let wall: Instant
  /// The offset from UTC in seconds, positive in the east; `nil` where none is stated.
  let offsetSeconds: Int?

  init?(_ text: String) {
    var words = comparableName(text).split(whereSeparator: \.isWhitespace)
    offsetSeconds = words.last.flatMap(Self.offset)
    if offsetSeconds != nil { words.removeLast() }
    switch LogDate(words.joined(separator: " ")) {
    case .time(.wall(let instant)): wall = instant
    case .time(.day(let day)): wall = Instant(seconds: Int64(day.ordinal) * 86_400)
    default: return nil
    }
  }

  /// Returns the seconds of an offset such as `+0100`.
  private static func offset(_ word: Substring) -> Int? {
    guard word.utf8.count == 5, let sign = word.first, sign == "+" || sign == "-",
      word.dropFirst().allSatisfy({ $0.isASCII && $0.isNumber }),
      let hours = Int(word.dropFirst().prefix(2)), let minutes = Int(word.suffix(2)),
      hours <= 14, minutes < 60
    else { return nil }
    return (sign == "-" ? -60 : 60) * (hours * 60 + minutes)
  }

  /// The instant; `nil` where the offset is not stated.
  var instant: Instant? {
    offsetSeconds.map { wall.advanced(byMilliseconds: Int64($0) * -1000) }
  }

  /// The day on which the clock showed the time.
  var day: CivilDay { CivilDay(ordinal: Int32(clamping: wall.utcDay)) }

  var secondOfDay: Int64 { wall.secondsSince1970 - wall.utcDay * 86_400 }
}

/// A heading in the app's tables: the name of a quantity and its unit, as in `Active Energy
/// (kcal)`.
struct QuantityHeading {
  /// The name as ``headingName(_:)`` returns it.
  let name: String
  /// The unit's symbol in brackets at the end; `nil` where there is none.
  let unit: String?

  init(_ text: String) {
    let text = comparableName(text).trimmed
    guard text.last == ")", let bracket = text.lastIndex(of: "(") else {
      (name, unit) = (headingName(text), nil)
      return
    }
    name = headingName(String(text[..<bracket]))
    unit = text[text.index(after: bracket)...].dropLast().trimmed
  }

  /// Returns the unit.
  ///
  /// For a count it need not be stated.
  func unit(of metric: Metric, _ sink: inout InputSink) throws -> RecordUnit {
    guard let unit else { return metric.facts.unit == .count ? .known(.count) : .missing }
    return try sink.unit(unit)
  }
}

/// The figure whose values a column has.
enum DayColumn: Hashable {
  case sum(Metric)
  case lowestHeartRate, highestHeartRate, averageHeartRate

  /// Makes the column with a name in one of the app's languages.
  init?(_ name: String) {
    if let metric = metricsByName[name] ?? Metric(healthAutoExport: name), metric.isCumulative {
      self = .sum(metric)
      return
    }
    guard name.last == "]", let bracket = name.lastIndex(of: "["),
      heartRateNames.contains(name[..<bracket].trimmed)
    else { return nil }
    switch name[name.index(after: bracket)...].dropLast().filter(\.isLetter) {
    case "min", "mín", "minimum": self = .lowestHeartRate
    case "max", "máx", "maximum": self = .highestHeartRate
    case "avg", "average", "média", "media", "promedio", "moyenne", "moy", "durchschnitt",
      "gemiddeld":
      self = .averageHeartRate
    default: return nil
    }
  }

  var metric: Metric { if case .sum(let metric) = self { metric } else { .heartRate } }
}

extension Metric {
  /// Makes the metric for a name in JSON, `walking_running_distance`, or an English heading,
  /// `Walking + Running Distance`.
  ///
  /// Both consist of the words of Apple's own names in another order.
  init?(healthAutoExport name: String) {
    let words = Set(name.lowercased().split { !$0.isLetter }.map(String.init))
    guard let metric = Metric.alwaysRead.first(where: { $0.appleWords == words }) else {
      return nil
    }
    self = metric
  }

  /// The words of a name such as `ActiveEnergyBurned`, in lower case, without those that the app
  /// omits.
  private var appleWords: Set<String> {
    var words: [String] = []
    for character in "\(facts.appleName)" {
      if character.isUppercase { words.append("") }
      words[words.count - 1].append(contentsOf: character.lowercased())
    }
    return Set(words).subtracting(["burned"])
  }
}

/// The Health app's names of cumulative quantities in German, French, Spanish, Italian, Portuguese
/// and Dutch.
private let metricsByName = names([
  (.steps, "schrittzahl|schritte|nombre de pas|pas|conteo de pasos|recuento de pasos"),
  (.steps, "pasos|conteggio passi|passi|contagem de passos|passos|aantal stappen|stappen"),
  (.distanceWalkingRunning, "geh- + laufstrecke|gehen + laufen"),
  (.distanceWalkingRunning, "distance de marche + course|distance à pied + course"),
  (.distanceWalkingRunning, "distancia caminando + corriendo|distancia al caminar + correr"),
  (.distanceWalkingRunning, "distanza a piedi + corsa|distância de caminhada + corrida"),
  (.distanceWalkingRunning, "distância a caminhar + correr|loop- + hardloopafstand"),
  (.distanceCycling, "radfahrstrecke|distance à vélo|distancia en bicicleta"),
  (.distanceCycling, "distanza in bicicletta|distância de ciclismo|fietsafstand"),
  (.distanceSwimming, "schwimmstrecke|distance de nage|distancia de natación"),
  (.distanceSwimming, "distanza a nuoto|distância de natação|zwemafstand"),
  (.activeEnergy, "aktive energie|énergie active|energía activa|energia attiva"),
  (.activeEnergy, "energia ativa|actieve energie"),
  (.flightsClimbed, "treppensteigen|étages montés|pisos subidos|piani saliti"),
  (.flightsClimbed, "lances de escada subidos|andares subidos|trappen op"),
  (.exerciseTime, "exercise time|exercise minutes|trainingsminuten"),
  (.exerciseTime, "minutes d’exercice|minutos de ejercicio|minuti di esercizio"),
  (.exerciseTime, "minutos de exercício|minuten beweging"),
])

private func names(_ rows: [(Metric, String)]) -> [String: Metric] {
  rows.reduce(into: [:]) { names, row in
    for name in row.1.split(separator: "|") { names[String(name)] = row.0 }
  }
}

private let heartRateNames: Set = [
  "heart rate", "herzfrequenz", "fréquence cardiaque", "frecuencia cardíaca",
  "frecuencia cardiaca", "frequenza cardiaca", "frequência cardíaca", "hartslag",
]
