import CDaymarkXML

#if canImport(Glibc)
  import Glibc
#endif

/// The reader of tags as phones write them.
final class HealthScanner {
  private let scan: OpaquePointer

  /// `nil` when memory is short.
  init?() {
    let texts = healthNames + Self.otherAttributes
    let names = texts.map { strdup($0) }
    defer { for name in names { free(name) } }
    guard
      let scan = daymark_scan_create(
        names.map { UnsafePointer($0) }, Int32(names.count), HealthAttribute.value.rawValue)
    else { return nil }
    self.scan = scan
  }

  deinit { daymark_scan_free(scan) }

  func next(_ bytes: UnsafePointer<UInt8>, _ count: Int, _ tag: inout daymark_scan_tag)
    -> daymark_scan_outcome
  {
    daymark_scan_next(scan, bytes, count, &tag)
  }

  /// Gives the values of the tag without references.
  func expand(_ tag: inout daymark_scan_tag) {
    if tag.references != 0 { daymark_scan_expand(scan, &tag) }
  }

  /// Attributes that nobody reads, and which are no reason to look closer.
  private static let otherAttributes = [
    "sourceVersion", "minimum", "date", "path", "time", "bpm", "uuid", "dateComponents",
    "activeEnergyBurned", "activeEnergyBurnedGoal", "activeEnergyBurnedUnit", "appleMoveTime",
    "appleMoveTimeGoal", "appleExerciseTime", "appleExerciseTimeGoal", "appleStandHours",
    "appleStandHoursGoal",
  ]
}
