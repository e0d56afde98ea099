import DaymarkModel
import Testing

/// What a forger does to the text of a later `export.xml`, and what the comparison must name of it.
struct ForgedEdit: CustomTestStringConvertible, Sendable {
  /// A difference as its places tell it.
  struct Named: Hashable {
    var kind: ExportDifference.Kind
    var question: ExportDifference.Question?
    /// The line in the later export, and that in the earlier.
    var line, earlierLine: Int?
  }

  /// What was done to a line.
  enum Trace {
    case changed(Int, ExportDifference.Question?)
    case moved(Int)
    case added(Int, ExportDifference.Question)
    case removed(Int)
  }

  var testDescription: String
  /// Whether it raises an amount, so that somebody has to be asked.
  var raises = true
  /// Edits the lines.
  ///
  /// - Returns: What was done, by the ids of lines.
  let edit: @Sendable (inout MadeExport) -> [Trace]

  init(
    _ name: String, raises: Bool = true, _ edit: @escaping @Sendable (inout MadeExport) -> [Trace]
  ) {
    (testDescription, self.raises, self.edit) = (name, raises, edit)
  }

  /// The differences by the lines that they stand in.
  static func named(_ traces: [Trace], later: MadeExport, earlier: MadeExport) -> Set<Named> {
    Set(
      traces.map { trace in
        switch trace {
        case .changed(let id, let question):
          Named(
            kind: .changed, question: question, line: later.number(of: id),
            earlierLine: earlier.number(of: id))
        case .moved(let id):
          Named(
            kind: .moved, question: .predates, line: later.number(of: id),
            earlierLine: earlier.number(of: id))
        case .added(let id, let question):
          Named(kind: .added, question: question, line: later.number(of: id), earlierLine: nil)
        case .removed(let id):
          Named(kind: .removed, question: nil, line: nil, earlierLine: earlier.number(of: id))
        }
      })
  }
}

private let times = ["creationDate", "startDate", "endDate"]
private let span = ["startDate", "endDate"]
private let afterwards = timeText(MadeLife.earlierExport + 5 * 86_400, offsetHours: 1)

extension MadeLine {
  fileprivate var isWorkout: Bool { text.contains("<Workout") }

  fileprivate func isOf(_ type: String, _ device: String) -> Bool {
    self["type"] == "HKQuantityTypeIdentifier\(type)" && self["sourceName"].hasSuffix(device)
      && !text.contains("HKWasUserEntered")
  }

  /// The day of its start, from 0 on.
  fileprivate var day: Int { (time("startDate") - MadeLife.firstDay) / 86_400 }

  fileprivate mutating func scale(_ attribute: String = "value", by factor: Double) {
    let value = (Double(self[attribute]) ?? 0) * factor
    self[attribute] = self["unit"] == "count" ? "\(Int(value))" : "\(value)"
  }
}

extension MadeExport {
  fileprivate func steps(_ device: String, onDay day: Int) -> [Int] {
    indices { $0.isOf("StepCount", device) && $0.day == day }
  }

  /// Puts copies of lines behind the last record, as whoever appends does.
  ///
  /// - Parameter change: What is done to each.
  fileprivate mutating func append(
    copiesOf indices: [Int], _ change: (inout MadeLine) -> Void
  ) -> [Int] {
    var added: [Int] = []
    for index in indices {
      var line = lines[index]
      let id = MadeLife.firstFreeID + lines.count
      line.id = id
      change(&line)
      lines.insert(line, at: lines.count - 1)
      added.append(id)
    }
    return added
  }

  fileprivate mutating func change(
    _ indices: [Int], _ question: ExportDifference.Question? = .predates,
    _ body: (inout MadeLine) -> Void
  ) -> [ForgedEdit.Trace] {
    indices.map { index in
      body(&lines[index])
      return .changed(lines[index].id ?? 0, question)
    }
  }

  fileprivate mutating func remove(_ indices: [Int]) -> [ForgedEdit.Trace] {
    let removed = indices.compactMap { lines[$0].id }
    lines.removeAll { $0.id.map(removed.contains) ?? false }
    return removed.map { .removed($0) }
  }
}

extension ForgedEdit {
  /// Every kind of edit to days that the earlier export has whole.
  static let all: [ForgedEdit] = values + insertions + shifts + marks + workouts + removals

  private static let values = [
    ForgedEdit("one amount is scaled") { export in
      export.change([export.steps("iPhone", onDay: 4)[0]]) { $0.scale(by: 1.5) }
    },
    ForgedEdit("a digit is put before an amount") { export in
      export.change([export.steps("Watch", onDay: 9)[0]]) { $0["value"] = "1" + $0["value"] }
    },
    ForgedEdit("one step is added to a record") { export in
      export.change([export.steps("Watch", onDay: 5)[0]]) {
        $0["value"] = "\((Int($0["value"]) ?? 0) + 1)"
      }
    },
    ForgedEdit("all steps of a day are scaled") { export in
      export.change(export.steps("Watch", onDay: 11)) { $0.scale(by: 1.2) }
    },
    ForgedEdit("all distances of a day are scaled, and dated afterwards") { export in
      let indices = export.indices { $0.isOf("DistanceWalkingRunning", "iPhone") && $0.day == 6 }
      return export.change(indices, .rose) {
        $0.scale(by: 1.3)
        $0["creationDate"] = afterwards
      }
    },
    ForgedEdit("a record is lengthened and raised") { export in
      export.change([export.steps("iPhone", onDay: 13)[0]]) {
        $0.shift(bySeconds: 120, ["endDate"])
        $0.scale(by: 1.4)
      }
    },
    ForgedEdit("the heart rates of a run are raised") { export in
      let indices = export.indices {
        $0.isOf("HeartRate", "Watch") && $0.day == 7 && $0["startDate"].contains(" 18:")
      }
      return export.change(indices) { $0.scale(by: 1.15) }
    },
    ForgedEdit("a record is split in two with a higher sum") { export in
      let index = export.steps("iPhone", onDay: 8)[0]
      let (start, end) = (
        export.lines[index].time("startDate"), export.lines[index].time("endDate")
      )
      let middle = timeText((start + end) / 2, offsetHours: 1)
      let traces = export.change([index]) { $0["endDate"] = middle }
      let added = export.append(copiesOf: [index]) {
        $0["startDate"] = middle
        $0["endDate"] = timeText(end, offsetHours: 1)
        $0.scale(by: 0.5)
      }
      return traces + added.map { .added($0, .predates) }
    },
    ForgedEdit("records are condensed with a tenth more") { export in
      export.condense(onDay: 7, by: 1.1)
    },
    ForgedEdit("young records are condensed with a fiftieth more") { export in
      export.condense(onDay: 19, by: 1.019)
    },
  ]

  private static let insertions = [
    ForgedEdit("a copy of a record is appended at a free hour") { export in
      export.append(copiesOf: [export.steps("iPhone", onDay: 3)[0]]) {
        $0.shift(bySeconds: 86_400 - $0.time("startDate") % 86_400, span)
      }.map { .added($0, .predates) }
    },
    ForgedEdit("a record is slipped in among its neighbours") { export in
      let index = export.steps("Watch", onDay: 14)[0]
      var line = export.lines[index]
      line.id = MadeLife.firstFreeID
      line.shift(bySeconds: 40 * 60, times)
      line["value"] = "777"
      export.lines.insert(line, at: index + 1)
      return [.added(MadeLife.firstFreeID, .predates)]
    },
    ForgedEdit("a record is slipped in, and dated afterwards") { export in
      export.append(copiesOf: [export.steps("Watch", onDay: 12)[0]]) {
        $0.shift(bySeconds: 50 * 60, span)
        $0["creationDate"] = afterwards
      }.map { .added($0, .rose) }
    },
    ForgedEdit("a good week is copied") { export in
      let week = export.indices { $0.isOf("StepCount", "Watch") && (14..<21).contains($0.day) }
      return export.append(copiesOf: week) {
        $0.shift(bySeconds: -10 * 86_400 + 1500, times)
      }.map { .added($0, .predates) }
    },
    ForgedEdit("a good week is copied, and dated afterwards") { export in
      let week = export.indices { $0.isOf("StepCount", "iPhone") && (14..<18).contains($0.day) }
      return export.append(copiesOf: week) {
        $0.shift(bySeconds: -10 * 86_400 + 1500, span)
        $0["creationDate"] = afterwards
      }.map { .added($0, .rose) }
    },
    ForgedEdit("a watch is invented") { export in
      export.invent("Watch7,5")
    },
    ForgedEdit("a watch is invented, and dated afterwards") { export in
      export.invent("Watch7,5", created: afterwards)
    },
    ForgedEdit("days before the first are made up") { export in
      let indices = export.indices { $0.isOf("StepCount", "iPhone") && $0.day < 3 }
      return export.append(copiesOf: indices) {
        $0.shift(bySeconds: -6 * 86_400, times)
      }.map { .added($0, .predates) }
    },
  ]

  private static let shifts = [
    ForgedEdit("a walk is moved to another day") { export in
      let index = export.steps("iPhone", onDay: 2)[0]
      export.lines[index].shift(bySeconds: 3 * 86_400 + 1800, span)
      return [.moved(export.lines[index].id ?? 0)]
    },
    ForgedEdit("a walk is moved within its day", raises: false) { export in
      let index = export.steps("Watch", onDay: 2)[0]
      export.lines[index].shift(bySeconds: 35 * 60, span)
      return [.moved(export.lines[index].id ?? 0)]
    },
    ForgedEdit("a walk is moved to another day with its creation date") { export in
      let index = export.steps("iPhone", onDay: 16)[0]
      let id = export.lines[index].id ?? 0
      export.lines[index].shift(bySeconds: -2 * 86_400 + 2000, times)
      return [.added(id, .predates), .removed(id)]
    },
    ForgedEdit("a phone's walk is said to be the watch's") { export in
      let index = export.steps("iPhone", onDay: 17)[0]
      let id = export.lines[index].id ?? 0
      let other = export.lines[export.steps("Watch", onDay: 17)[0]]
      export.lines[index]["sourceName"] = other["sourceName"]
      export.lines[index]["device"] = other["device"]
      export.lines[index].shift(bySeconds: 1500, times)
      return [.added(id, .predates), .removed(id)]
    },
  ]

  private static let marks = [
    ForgedEdit("the mark of what was typed in is taken away") { export in
      let indices = export.indices { $0.text.contains("HKWasUserEntered") && $0.day == 3 }
      return export.change(indices, .unmarked) {
        $0.text = $0.text.replacing(
          "><MetadataEntry key=\"HKWasUserEntered\" value=\"1\"/></Record>", with: "/>")
      }
    }
  ]

  private static let workouts = [
    ForgedEdit("the distance of a workout is raised") { export in
      export.change(export.runs(onDay: 10)) { $0.scale("totalDistance", by: 1.25) }
    },
    ForgedEdit("a climb is put into one workout") { export in
      export.change(export.runs(onDay: 10)) {
        $0.text = $0.text.replacing("/>", with: MadeItem.climb(ofCentimeters: 90_000))
      }
    },
    ForgedEdit("a walk becomes a run") { export in
      export.change(export.indices { $0.isWorkout && $0.day == 7 && $0.text.contains("Walking") }) {
        $0["workoutActivityType"] = "HKWorkoutActivityTypeRunning"
      }
    },
    ForgedEdit("a workout is invented") { export in
      export.append(copiesOf: export.runs(onDay: 10)) {
        $0.shift(bySeconds: 86_400, times)
      }.map { .added($0, .predates) }
    },
    ForgedEdit("a workout is moved to another day") { export in
      let index = export.runs(onDay: 13)[0]
      export.lines[index].shift(bySeconds: 86_400, span)
      return [.moved(export.lines[index].id ?? 0)]
    },
  ]

  private static let removals = [
    ForgedEdit("low heart rates are taken away", raises: false) { export in
      export.remove(
        export.indices {
          $0.isOf("HeartRate", "Watch") && $0["startDate"].contains(" 03:") && $0.day < 20
        })
    },
    ForgedEdit("one record is taken away", raises: false) { export in
      export.remove([export.steps("Watch", onDay: 15)[0]])
    },
    ForgedEdit("an amount is lowered", raises: false) { export in
      export.change([export.steps("Watch", onDay: 18)[0]]) { $0.scale(by: 0.5) }
    },
  ]
}

extension MadeExport {
  fileprivate func runs(onDay day: Int) -> [Int] {
    indices { $0.isWorkout && $0.day == day && $0.text.contains("Running") }
  }

  /// Puts one record in the place of a run's first two, as if the phone had condensed them afterwards.
  fileprivate mutating func condense(onDay day: Int, by factor: Double) -> [ForgedEdit.Trace] {
    let pair = indices {
      $0.isOf("DistanceWalkingRunning", "Watch") && $0.day == day
    }.prefix(2)
    let (first, second) = (pair[pair.startIndex], pair[pair.startIndex + 1])
    let sum = [first, second].reduce(0) { $0 + (Double(lines[$1]["value"]) ?? 0) }
    let end = lines[second]["endDate"]
    let traces = change([first], .rose) {
      $0["value"] = "\(sum * factor)"
      $0["endDate"] = end
      $0["creationDate"] = afterwards
    }
    return traces + remove([second])
  }

  /// Adds a watch that was never there, from the steps of the phone.
  fileprivate mutating func invent(
    _ hardware: String, created: String? = nil
  ) -> [ForgedEdit.Trace] {
    let indices = indices { $0.isOf("StepCount", "iPhone") && (5..<9).contains($0.day) }
    let device = lines[steps("Watch", onDay: 0)[0]]["device"]
    return append(copiesOf: indices) {
      $0["sourceName"] = "Sport Watch"
      $0["device"] = device.replacing("Watch6,2", with: hardware)
      $0.shift(bySeconds: 1300, times)
      if let created { $0["creationDate"] = created }
    }.map { .added($0, created == nil ? .predates : .rose) }
  }
}
