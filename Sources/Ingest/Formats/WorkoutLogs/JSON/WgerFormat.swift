import DaymarkModel

/// The sets from wger's REST API, `workoutlog`: one page, or a list.
///
/// Exercises are numbers. Units are those of wger's tables `repetitions_unit` and `weight_unit`.
enum WgerFormat: InputFormat {
  static let id: FormatID = "wger"
  static let fileExtensions = ["json"]

  static func recognise(_ head: DocumentHead) -> Recognition {
    JSONOutline(head).recognition { outline in
      ["results[].", "[]."].contains { list in
        ["date", "exercise", "repetitions_unit", "weight_unit"].allSatisfy {
          outline.has(list + $0)
        }
      }
    }
  }

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    var sets = try LogSets(.log("wger", named: "wger"), &sink)
    try JSONElements("results[]", "[]").read(&document, into: &sink) { element, sink in
      try sets.add(entry(element), &sink)
    }
    try sets.finish(&sink)
  }

  private static func entry(_ element: JSONElement) -> LogEntry {
    let item = element.item
    var entry = LogEntry(line: element.line, byte: element.byte)
    entry.put(item["date"], as: .setTime)
    if let exercise = item["exercise"]?.integer { entry[.exercise] = "wger \(exercise)" }
    let count = item["repetitions"]
    switch item["repetitions_unit"]?.integer {
    case 3: entry.put(count, as: .duration, in: .second)
    case 4: entry.put(count, as: .duration, in: .minute)
    case 5: entry.put(count, as: .distance, in: .mile)
    case 6: entry.put(count, as: .distance, in: .kilometer)
    case 8: entry.put(count, as: .distance, in: .meter)
    case 2:
      entry.put(count, as: .repetitions)
      entry[.kind] = "failure"
    default: entry.put(count, as: .repetitions)
    }
    switch item["weight_unit"]?.integer {
    case 1: entry.put(item["weight"], as: .load, in: .kilogram)
    case 2: entry.put(item["weight"], as: .load, in: .pound)
    // Body weight, plates and speeds are not known loads.
    case 3, 4, 5, 6: break
    default: entry.put(item["weight"], as: .load)
    }
    entry.put(item["rir"], as: .reserve)
    entry.put(item["rest"], as: .rest)
    return entry
  }
}
