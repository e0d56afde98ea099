import DaymarkModel
import Foundation
import Testing

/// A forgery that one export shows by itself.
struct ForgedExport: CustomTestStringConvertible, Sendable {
  var testDescription: String
  /// The check that asks about it.
  let check: ExportCheck
  /// The ordinal of the first day that is edited, where the places must name it.
  let firstDay: Int?
  let edit: @Sendable (inout MadeExport) -> Void

  init(
    _ name: String, _ check: ExportCheck, from day: Int? = nil,
    _ edit: @escaping @Sendable (inout MadeExport) -> Void
  ) {
    (testDescription, self.check, self.edit) = (name, check, edit)
    firstDay = day.map { $0 + MadeLife.firstDay / 86_400 }
  }

  static let all: [ForgedExport] = [
    ForgedExport("a week is copied to the next", .copied, from: 6) { export in
      export.copy(0..<7, bySeconds: 7 * 86_400)
    },
    ForgedExport("three days are copied, some hours later", .copied, from: 12) { export in
      export.copy(8..<11, bySeconds: 5 * 86_400 + 7311)
    },
    ForgedExport("records are appended behind all others", .scattered, from: 2) { export in
      export.append(24) { index, line in
        line.moveTo(day: 3 + index / 8, second: 40_000 + 1103 * (index % 8))
      }
    },
    ForgedExport("records are moved into the period by their times alone", .writtenEarly) {
      export in
      for index in export.indices(where: { $0.day < 2 && $0.isSteps }) {
        export.lines[index].shift(bySeconds: 20 * 86_400, ["startDate", "endDate"])
      }
    },
    ForgedExport("days are made up, on full minutes", .fullMinutes) { export in
      export.makeUpDays { index, line in
        line.setTimes(day: index / 4, second: (9 + index % 4 * 3) * 3600, seconds: 437 + index)
      }
    },
    ForgedExport("days are made up, in pieces of ten minutes", .evenLengths) { export in
      export.makeUpDays { index, line in
        line.setTimes(day: index / 4, second: 33_123 + index % 4 * 9107, seconds: 600)
      }
    },
    ForgedExport("days are made up of round numbers", .roundNumbers) { export in
      export.makeUpDays { index, line in
        line["value"] = "\(100 * (3 + index % 7))"
      }
    },
    ForgedExport("a watch is made up that only counts steps", .muteWatch) { export in
      for index in export.indices(where: { $0.isSteps && $0.isOfWatch }) {
        export.lines[index].text = export.lines[index].text
          .replacing("Mia’s Watch", with: "Training Watch").replacing("Watch6,2", with: "Watch5,4")
      }
    },
    ForgedExport("the steps of five days are tripled", .oddStride, from: 4) { export in
      for index in export.indices(where: { $0.isSteps && $0.isOfPhone && (5...9).contains($0.day) })
      {
        export.lines[index].triple()
      }
    },
    ForgedExport("flights are put into days without steps", .flightsAlone, from: 60) { export in
      export.addFlights(onDays: 61..<65)
      export.exportedOnDay(70)
    },
    ForgedExport("energy is ninefold, and the totals of the days are not", .aboveStated, from: 9) {
      export in
      export.stateTotals()
      for index in export.indices(where: { $0.isEnergy && (10...11).contains($0.day) }) {
        export.lines[index].triple()
        export.lines[index].triple()
      }
    },
  ]
}

/// Something that honest people have, and that looks odd.
struct OddExport: CustomTestStringConvertible, Sendable {
  var testDescription: String
  /// The check that notes it.
  let noted: ExportCheck?
  let edit: @Sendable (inout MadeExport) -> Void

  init(
    _ name: String, noted: ExportCheck? = nil,
    _ edit: @escaping @Sendable (inout MadeExport) -> Void
  ) {
    (testDescription, self.noted, self.edit) = (name, noted, edit)
  }

  static let all: [OddExport] = [
    OddExport("nothing") { _ in },
    OddExport("the phone's own totals are there") { $0.stateTotals() },
    OddExport("a restored backup", noted: .writtenAtOnce) { export in
      let night = MadeLife.firstDay + 35 * 86_400
      for index in export.indices(where: { $0.day < 34 }) {
        export.lines[index]["creationDate"] = timeText(night + index % 1800, offsetHours: 1)
      }
    },
    OddExport("an app that writes round numbers of even length on full minutes") { export in
      export.makeUpDays { index, line in
        line.setTimes(day: index / 4, second: (9 + index % 4 * 3) * 3600, seconds: 600)
        line["value"] = "\(100 * (3 + index % 7))"
        line.setSource(of: .app)
      }
    },
    OddExport("an app that writes the same every day") { export in
      export.makeUpDays { index, line in
        line.setTimes(day: index / 8, second: 28_000 + index % 8 * 3100, seconds: 100 + index % 8)
        line["value"] = "\(200 + 13 * (index % 8))"
        line.setSource(of: .app)
      }
    },
    OddExport("an app's hourly totals under the name of the phone") { export in
      export.makeUpDays { index, line in
        line.setTimes(day: index / 4, second: (9 + index % 4 * 3) * 3600, seconds: 3600)
        line.setSource(of: .phoneApp)
      }
    },
    OddExport("an app on the watch that only counts steps") { export in
      export.makeUpDays { _, line in line.setSource(of: .watchApp) }
    },
    OddExport("days on which an app has all energy, and the rings are at nothing") { export in
      export.stateTotals(without: 10..<14)
      for index in export.indices(where: { $0.isEnergy && (10..<14).contains($0.day) }) {
        export.lines[index].setSource(of: .app)
        for _ in 0..<3 { export.lines[index].triple() }
      }
    },
    OddExport("a watch whose clock was forty minutes wrong on a day", noted: .writtenEarly) {
      export in
      for index in export.indices(where: { $0.isOfWatch && $0.day == 9 }) {
        export.lines[index].shift(bySeconds: 2400, ["startDate", "endDate"])
      }
    },
    OddExport("two days on a treadmill, with watch and phone", noted: .oddStride) { export in
      export.addWatchDistances()
      for index in export.indices(where: { $0.isSteps && [5, 12].contains($0.day) }) {
        export.lines[index].triple()
      }
    },
    OddExport("a watch whose clock was set", noted: .writtenEarly) { export in
      for index in export.indices(where: { $0.isSteps && $0.isOfWatch }).prefix(2) {
        export.lines[index].shift(bySeconds: -7200, ["creationDate"])
      }
    },
    OddExport("a day on a treadmill", noted: .oddStride) { export in
      for index in export.indices(where: { $0.isSteps && $0.isOfPhone && $0.day == 5 }) {
        export.lines[index].triple()
      }
    },
    OddExport("a lift in a tower", noted: .flightsAlone) { export in
      export.addFlights(onDays: 61..<63)
      export.exportedOnDay(70)
    },
    OddExport("a watch that sent late", noted: .backwards) { export in
      let indices = export.indices { $0.isSteps && $0.isOfWatch }
      let late = export.lines[indices[3]]
      export.lines.remove(at: indices[3])
      export.lines.insert(late, at: indices[40])
    },
    OddExport("an export of thirty records, put together by hand", noted: .scattered) { export in
      let few = export.indices { _ in true }.enumerated().filter { $0.offset % 29 == 0 }
        .map { export.lines[$0.element] }
      export.lines = export.lines.filter { $0.id == nil }
      for (index, line) in few.enumerated() {
        export.lines.insert(line, at: index.isMultiple(of: 2) ? 3 : export.lines.count - 1)
      }
    },
    OddExport("a wheelchair, and a lift") { export in
      export.addFlights(onDays: 61..<70)
      for index in export.lines.indices {
        export.lines[index].text.replace("StepCount", with: "PushCount")
      }
      export.exportedOnDay(75)
    },
  ]
}

extension MadeLine {
  fileprivate var day: Int { (time("startDate") - MadeLife.firstDay) / 86_400 }
  fileprivate var isSteps: Bool { isOfType("StepCount") }
  fileprivate var isEnergy: Bool { isOfType("ActiveEnergyBurned") }
  fileprivate var isOfWatch: Bool { self["sourceName"].hasSuffix("Watch") }
  fileprivate var isOfPhone: Bool { self["sourceName"].hasSuffix("iPhone") }

  private func isOfType(_ type: String) -> Bool {
    self["type"] == "HKQuantityTypeIdentifier\(type)" && !text.contains("HKWasUserEntered")
  }

  fileprivate mutating func triple() {
    let value = (Double(self["value"]) ?? 0) * 3
    self["value"] = isSteps ? "\(Int(value))" : "\(value)"
  }

  fileprivate mutating func moveTo(day: Int, second: Int) {
    setTimes(day: day, second: second, seconds: time("endDate") - time("startDate"))
  }

  /// Sets the start on a day of the made life, the length, and a creation date soon after.
  fileprivate mutating func setTimes(day: Int, second: Int, seconds: Int) {
    let start = MadeLife.firstDay + day * 86_400 + second
    self["startDate"] = timeText(start, offsetHours: 1)
    self["endDate"] = timeText(start + seconds, offsetHours: 1)
    self["creationDate"] = timeText(start + seconds + 41, offsetHours: 1)
  }

  fileprivate mutating func setSource(of device: MadeDevice) {
    guard let start = text.range(of: "sourceName="), let end = text.range(of: " unit=") else {
      return
    }
    text.replaceSubrange(start.lowerBound..<end.lowerBound, with: device.attributes())
  }
}

extension MadeExport {
  /// Copies records in the place of those of later days, beside those that they copy, as whoever keeps the order does.
  fileprivate mutating func copy(_ days: Range<Int>, bySeconds seconds: Int) {
    let first = days.lowerBound + seconds / 86_400
    let replaced = first..<first + days.count + 1
    let removed = Set(indices { replaced.contains($0.day) }.compactMap { lines[$0].id })
    lines.removeAll { $0.id.map(removed.contains) ?? false }
    for index in indices(where: { days.contains($0.day) }).reversed() {
      var line = lines[index]
      line.id = (line.id ?? 0) + MadeLife.firstFreeID
      line.shift(bySeconds: seconds, ["creationDate", "startDate", "endDate"])
      lines.insert(line, at: index + 1)
    }
  }

  /// Appends copies of the phone's first records of steps behind all records.
  fileprivate mutating func append(_ count: Int, _ change: (Int, inout MadeLine) -> Void) {
    let model = indices { $0.isSteps && $0.isOfPhone }.prefix(count).map { lines[$0] }
    for (index, line) in model.enumerated() {
      var line = line
      line.id = MadeLife.firstFreeID + index
      change(index, &line)
      line["value"] = "\(311 + 37 * index % 500)"
      lines.insert(line, at: lines.count - 1)
    }
  }

  /// Puts 160 made-up records of steps in the place of the phone's.
  fileprivate mutating func makeUpDays(_ change: (Int, inout MadeLine) -> Void) {
    let places = indices { $0.isSteps && $0.isOfPhone }
    guard let first = places.first else { return }
    let model = lines[first]
    let removed = Set(places.compactMap { lines[$0].id })
    lines.removeAll { $0.id.map(removed.contains) ?? false }
    for index in (0..<160).reversed() {
      var line = model
      line.id = MadeLife.firstFreeID + index
      line.setTimes(day: index / 4, second: 30_011 + 9973 * (index % 4), seconds: 301 + 17 * index)
      line["value"] = "\(211 + 7919 * (index + 1) % 983)"
      change(index, &line)
      lines.insert(line, at: first)
    }
  }

  /// Puts a record of flights of the phone on each of some days, where those of steps stand.
  mutating func addFlights(onDays days: Range<Int>) {
    guard let first = indices(where: { $0.isSteps && $0.isOfPhone }).first else { return }
    let last = indices { $0["type"].hasSuffix("StepCount") }.last ?? first
    for day in days.reversed() {
      var line = lines[first]
      line.id = MadeLife.firstFreeID + day
      line["type"] = "HKQuantityTypeIdentifierFlightsClimbed"
      line["value"] = "4"
      line.setTimes(day: day, second: 40_007, seconds: 263)
      lines.insert(line, at: last + 1)
    }
  }

  /// Gives the watch a record of distance for each of its records of steps, where those of distance stand.
  fileprivate mutating func addWatchDistances() {
    guard let place = indices(where: { $0["type"].hasSuffix("DistanceWalkingRunning") }).last else {
      return
    }
    for (number, index) in indices(where: { $0.isSteps && $0.isOfWatch }).enumerated() {
      var line = lines[index]
      line.id = MadeLife.firstFreeID + 20_000 + number
      line["value"] = "\((Double(line["value"]) ?? 0) * 0.000_69)"
      line["unit"] = "km"
      line["type"] = "HKQuantityTypeIdentifierDistanceWalkingRunning"
      lines.insert(line, at: place + 1)
    }
  }

  fileprivate mutating func exportedOnDay(_ day: Int) {
    let date = timeText(MadeLife.firstDay + day * 86_400, offsetHours: 1)
    lines[2].text = " <ExportDate value=\"\(date)\"/>"
  }

  /// Puts an `ActivitySummary` of each day's energy behind the records, as the phone does.
  ///
  /// - Parameter days: Those of which it states none.
  mutating func stateTotals(without days: Range<Int> = 0..<0) {
    var totals: [Int: Double] = [:]
    for index in indices(where: \.isEnergy) {
      let amount = days.contains(lines[index].day) ? 0 : Double(lines[index]["value"]) ?? 0
      totals[lines[index].day, default: 0] += amount
    }
    for (day, total) in totals.sorted(by: { $0.key > $1.key }) {
      let date = CivilDay(ordinal: Int32((MadeLife.firstDay + 3600) / 86_400 + day))
      let text =
        " <ActivitySummary dateComponents=\"\(date)\" activeEnergyBurned=\"\(total)\" "
        + "activeEnergyBurnedUnit=\"kcal\"/>"
      lines.insert(MadeLine(id: nil, text: text), at: lines.count - 1)
    }
  }
}
