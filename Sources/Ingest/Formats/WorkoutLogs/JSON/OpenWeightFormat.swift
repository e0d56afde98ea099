import DaymarkModel

/// Workouts in the open schema of openweight, one or a list; see openweight.dev,
/// "workout-log.schema.json".
///
/// Additional members are those in the document of strength sessions in `Emit`.
enum OpenWeightFormat: InputFormat {
  static let id: FormatID = "openweight"
  static let fileExtensions = ["json"]

  static func recognise(_ head: DocumentHead) -> Recognition {
    JSONOutline(head).recognition { outline in
      ["", "[]."].contains { list in
        outline.has(list + "date", list + "exercises", list + "exercises[].exercise.name")
          && outline.has(list + "exercises[].sets")
      }
    }
  }

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    var sets = try LogSets(.log("openweight", named: "openweight"), &sink)
    try JSONElements("", "[]").read(&document, into: &sink) { element, sink in
      var workout = LogEntry(line: element.line, byte: element.byte)
      workout.put(element.item["date"], as: .date)
      workout.put(element.item["durationSeconds"], as: .sessionDuration)
      workout.put(element.item["bodyWeightKilograms"], as: .bodyWeight, in: .kilogram)
      let exercises = element.item["exercises"]?.elements ?? []
      for exercise in exercises.inOrder {
        workout.put(exercise["exercise"]?["name"], as: .exercise)
        for set in exercise["sets"]?.elements ?? [] {
          try sets.add(entry(set, of: workout), &sink)
        }
      }
    }
    try sets.finish(&sink)
  }

  private static func entry(_ set: JSONItem, of workout: LogEntry) -> LogEntry {
    var entry = workout
    entry.put(set["reps"], as: .repetitions)
    entry.put(set["weight"], as: .load)
    entry.put(set["unit"], as: .loadUnit)
    entry.put(set["durationSeconds"], as: .duration)
    entry.put(set["distance"], as: .distance)
    entry.put(set["distanceUnit"], as: .distanceUnit)
    entry.put(set["rpe"], as: .perceivedEffort)
    entry.put(set["rir"], as: .reserve)
    entry.put(set["restSeconds"], as: .rest)
    entry.put(set["tempo"], as: .tempo)
    entry.put(set["type"], as: .kind)
    entry.put(set["side"], as: .side)
    entry.meaning = set["loadMeaning"]?.text.flatMap { LoadMeaning(rawValue: $0) }
    if set["toFailure"]?.flag == true, SetKind(logWord: entry[.kind].lowercased()) != .warmUp {
      entry[.kind] = "failure"
    }
    return entry
  }
}

extension [JSONItem] {
  /// The exercises by their `order`, followed by those without one.
  fileprivate var inOrder: [JSONItem] {
    enumerated().sorted { a, b in
      let (x, y) = (a.element["order"]?.integer ?? .max, b.element["order"]?.integer ?? .max)
      return x != y ? x < y : a.offset < b.offset
    }.map(\.element)
  }
}
