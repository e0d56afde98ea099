import DaymarkModel

/// An unrecognized table, with the content that its headings suggest.
struct UnreadTable {
  /// The headings that are not empty, in lower case.
  let headings: [String]
  /// The kind of data that the headings suggest.
  let content: SeemingContent

  /// Examines the beginning of a document for the headings of a table.
  ///
  /// - Parameters:
  ///   - head: The beginning of the document.
  ///   - path: The path. Text files of other names may also have commas in their first lines.
  /// - Returns: The table; `nil` where the beginning is not that of a table.
  init?(_ head: UnsafeRawBufferPointer, path: String) {
    let ending = MemberPath(path).withoutGzip.lowercased().split(separator: ".").last
    guard ending.map({ ["csv", "tsv", "txt"].contains($0) }) ?? false else { return nil }
    let heading = head.withMemoryRebound(to: UInt8.self) { TableHeading(of: $0) }
    guard heading.rows.first?.count == heading.names.count else { return nil }
    let headings = heading.names.filter { !$0.isEmpty }
    let areHeadings = headings.allSatisfy { name in
      name.utf8.count <= Self.mostBytes && name.contains(where: \.isLetter)
        && !name.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{FFFD}" }
    }
    guard headings.count > 1, areHeadings else { return nil }
    self.headings = Array(headings.prefix(Self.mostHeadings))
    content = SeemingContent(headings: headings)
  }

  /// The words in the headings of tables of sets, in the languages of the apps.
  static let setWords = [
    "exercise", "reps", "repetition", "übung", "wiederh", "exercice", "répét", "ejercicio",
    "repeticion", "esercizi", "ripetizion", "exercício", "repetiç", "oefening", "herhaling",
    "övning", "øvels", "ćwiczen", "powtórz", "упражнени", "повтор", "вправ", "egzersiz", "tekrar",
    "動作", "动作", "次数", "種目", "回数", "운동", "횟수",
  ]

  private static let mostHeadings = 20
  /// The maximum length of a heading in bytes.
  ///
  /// Longer texts are not headings.
  private static let mostBytes = 80
}

extension SeemingContent {
  /// Makes the content that the words in headings suggest, in the languages of the apps.
  fileprivate init(headings: [String]) {
    func has(_ words: [String]) -> Bool {
      headings.contains { heading in words.contains { heading.contains($0) } }
    }
    if has(UnreadTable.setWords) {
      self = .sets
    } else if has(Self.stepWords) {
      self = .days
    } else {
      self = has(Self.sessionWords) ? .sessions : .unknown
    }
  }

  private static let stepWords = [
    "step", "schritt", "pasos", "passi", "passos", "stappen", "steg", "skridt", "skritt", "kroki",
    "kroków", "шаг", "кроки", "adım", "步数", "步數", "歩数", "걸음", "nombre de pas",
  ]

  private static let sessionWords = [
    "activity", "workout", "duration", "distance", "heart rate", "calorie", "aktivität", "dauer",
    "distanz", "strecke", "activité", "durée", "actividad", "duración", "distancia", "attività",
    "durata", "distanza", "atividade", "duração", "distância", "activiteit", "afstand", "дистанц",
    "距离", "距離", "거리",
  ]
}

extension DaymarkError {
  /// Makes the error of an input in which only an unrecognized table was found.
  init(unread table: UnreadTable, at location: InputLocation) {
    self.init(.archiveUnreadTable, at: location) {
      ($0.known, $0.seems) = (table.headings, table.content)
    }
  }
}
