import DaymarkModel
import DaymarkTestSupport

/// What honest people, phones and watches do between two exports.
enum HonestChange: String, CaseIterable {
  /// Records of a watch's workouts are replaced by fewer after 95 days.
  case condensed
  /// A watch sends its last hours or days only after the earlier export.
  case lateWatch
  /// The same, and the phone dates what it got.
  case lateWatchRedated
  case deletedSource, deletedWorkout
  /// A workout's distance is corrected in its app.
  case editedInApp
  case newPhone, renamedWatch
  /// The later export is made in New York.
  case travel
  /// The later export has miles.
  case miles
  /// An app writes all that it has once more.
  case reimport
  /// Another app writes what it recorded in former months.
  case importedHistory
  /// All old records have the creation date of the night in which a backup was restored.
  case restoredBackup
  case typedIn
  /// A newer version of iOS, which writes the climbs of the watch's workouts.
  case update
  /// Records stand in the export twice.
  case repeated
  /// The earlier export is of a phone that was set up a week before, and had not got back what was older.
  case partialSync
  /// A watch was without its phone for the last six days of the earlier export.
  case watchAway
  /// The distance of a walk is corrected in the app on the watch that recorded it.
  case editedOnWatch
  /// The earlier export has some records that cannot be read.
  case unreadable

  /// Whether something is noted, and not only counted: nobody can tell what the earlier export had.
  var isNoted: Bool { self == .partialSync || self == .unreadable }

  /// What the comparison counts of it.
  var explained: Set<ExplainedCount.Kind> {
    switch self {
    case .condensed: [.condensed]
    case .lateWatch, .lateWatchRedated: [.late]
    // The typed-in records are the app's, too.
    case .deletedSource: [.deletedAsOne, .typedIn]
    case .deletedWorkout: [.deletedAsOne]
    case .editedInApp: [.editedInApp]
    case .importedHistory: [.imported]
    case .typedIn: [.typedIn]
    case .watchAway: [.late]
    case .editedOnWatch: [.editedInApp]
    case .update: [.climbAdded]
    // What was typed in before the last week is new, too.
    case .partialSync: [.typedIn]
    case .newPhone, .renamedWatch, .travel, .miles, .reimport, .restoredBackup, .repeated,
      .unreadable:
      []
    }
  }
}

/// Two exports of one honest made person.
struct HonestPair {
  let earlier, later: MadeExport
  private var random: SeededGenerator

  /// - Parameter changes: What happened between the two, beside that time went by.
  init(seed: UInt64, _ changes: Set<HonestChange>) {
    random = SeededGenerator(seed: seed &* 977 &+ 5)
    let days = changes.contains(.condensed) ? 130 : Int.random(in: 25...60, using: &random)
    let life = MadeLife(seed: seed, days: days, step: 6)
    let exported =
      MadeLife.firstDay + days * 86_400 + Int.random(in: 0..<80_000, using: &random)
    var before = life.written(by: MadeLife.earlierExport)
    var after = life.written(by: exported)
    var form = ExportForm()
    for change in HonestChange.allCases where changes.contains(change) {
      Self.make(change, &before, &after, &form, &random)
    }
    var earlier = MadeExport(of: before, at: MadeLife.earlierExport)
    if changes.contains(.unreadable) { Self.garble(&earlier) }
    self.earlier = earlier
    later = MadeExport(of: after, at: exported, form)
  }

  /// A pair by chance, with a third of the changes.
  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let changes = HonestChange.allCases.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
    self.init(seed: seed, Set(changes))
  }

  /// Makes some records of the earlier export such that they are not understood.
  private static func garble(_ export: inout MadeExport) {
    let steps = export.indices { $0.text.contains("StepCount") && $0.text.contains("device=") }
    for (place, index) in steps.filter({ $0 % 5 == 0 }).enumerated() {
      switch place % 3 {
      case 0: export.lines[index]["unit"] = "xyz"
      case 1: export.lines[index]["startDate"] = "soon"
      default: export.lines[index]["value"] = "many"
      }
    }
  }

  private static func make(
    _ change: HonestChange, _ before: inout [MadeItem], _ after: inout [MadeItem],
    _ form: inout ExportForm, _ random: inout SeededGenerator
  ) {
    let export = MadeLife.earlierExport
    let afterwards = export + Int.random(in: 600...86_400, using: &random)
    func rewrite(_ body: (inout MadeItem) -> Void) {
      for index in after.indices { body(&after[index]) }
    }
    switch change {
    case .condensed: condense(&after)
    case .lateWatch, .lateWatchRedated:
      // The phone has what the watch wrote up to its last contact.
      let contact = export - Int.random(in: 20...68, using: &random) * 3600
      before.removeAll { $0.device == .watch && $0.created > contact }
      if change == .lateWatchRedated {
        rewrite {
          guard $0.device == .watch, $0.created > contact, $0.created < export else { return }
          $0.created = afterwards
        }
      }
    case .deletedSource: after.removeAll { $0.device == .app }
    case .deletedWorkout:
      let workout = before.filter { $0.isWorkout && $0.device == .watch }
        .randomElement(using: &random)?.workout
      after.removeAll { $0.workout != nil && $0.workout == workout }
    case .editedInApp:
      let workout = before.filter {
        $0.isWorkout && $0.device == .app && $0.start < export - 86_400
      }
      .randomElement(using: &random)?.workout
      rewrite {
        guard $0.workout != nil, $0.workout == workout else { return }
        ($0.value, $0.created) = ($0.value * 1.13, afterwards)
      }
    case .newPhone:
      rewrite { if $0.device == .phone, $0.start > export { $0.device = .newPhone } }
    case .renamedWatch: form.watchName = "Watch of Mia"
    case .travel: form.offsetHours = -5
    case .miles: form.isInMiles = true
    case .reimport:
      rewrite { if $0.device == .app { $0.created = max($0.created, afterwards) } }
    case .importedHistory: addHistory(&after, created: afterwards)
    case .restoredBackup:
      rewrite { if $0.created < export { $0.created = afterwards } }
    case .typedIn:
      var item = before[0]
      (item.id, item.device, item.type, item.unit) = (
        MadeLife.firstFreeID, .health, "StepCount", "count"
      )
      (item.value, item.isTypedIn, item.created) = (4000, true, afterwards)
      after.append(item)
    case .update: (form.software, form.writesClimbs) = ("26.0", true)
    case .partialSync:
      before.removeAll { $0.start < export - 7 * 86_400 }
    case .watchAway:
      before.removeAll { $0.device == .watch && $0.created > export - 6 * 86_400 }
    case .editedOnWatch:
      let start = MadeLife.firstDay + 8 * 86_400 + 18_000
      let walk = (0..<20).map { index in
        MadeItem(
          id: MadeLife.firstFreeID + 9000 + index, device: .watchApp,
          type: "DistanceWalkingRunning",
          unit: "km", value: 0.3, start: start + 120 * index, end: start + 120 * index + 120,
          created: start + 3000)
      }
      before += walk
      after += walk.map { record in
        var record = record
        (record.value, record.created) = (0.33, afterwards)
        return record
      }
    case .unreadable: break
    case .repeated:
      after += after.prefix(200).enumerated().map { index, item in
        var copy = item
        copy.id = MadeLife.firstFreeID + 5000 + index
        return copy
      }
    }
  }

  /// Replaces the distances of each old run of the watch by two records.
  private static func condense(_ items: inout [MadeItem]) {
    let old = items.filter {
      $0.device == .watch && $0.workout != nil && $0.type == "DistanceWalkingRunning"
        && $0.start < MadeLife.firstDay + 30 * 86_400
    }
    for (_, records) in Dictionary(grouping: old, by: \.workout) {
      let ids = Set(records.map(\.id))
      let ordered = records.sorted { $0.start < $1.start }
      items.removeAll { ids.contains($0.id) }
      for part in [ordered.prefix(5), ordered.dropFirst(5)] {
        guard var item = part.first, let last = part.last else { continue }
        (item.end, item.value) = (last.end, part.reduce(0) { $0 + $1.value })
        item.created = item.start + 95 * 86_400
        items.append(item)
      }
    }
  }

  private static func addHistory(_ items: inout [MadeItem], created: Int) {
    for day in 0..<20 {
      let start = MadeLife.firstDay + day * 86_400 + 5 * 3600
      let id = MadeLife.firstFreeID + 100 + 2 * day
      let walk = MadeItem(
        id: id, device: .otherApp, type: "DistanceWalkingRunning", unit: "km", value: 2.25,
        start: start, end: start + 1500, created: created + day, workout: id + 1)
      var workout = walk
      (workout.id, workout.type, workout.isWorkout) = (id + 1, "Walking", true)
      items += [walk, workout]
    }
  }
}
