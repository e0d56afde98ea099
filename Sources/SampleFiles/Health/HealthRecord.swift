package import DaymarkModel

/// A `Record` of an export as written.
///
/// Values are text, so that invalid ones are possible.
package struct HealthRecord: Hashable, Sendable {
  /// The attributes that a record may have, in the order in which a phone writes them.
  package enum Attribute: CaseIterable, Hashable, Sendable {
    case type, sourceName, sourceVersion, device, unit, creationDate, startDate, endDate, value
  }

  /// The complete identifier, such as `HKQuantityTypeIdentifierStepCount`.
  package var type: String
  /// The app or device that wrote it.
  package var source: HealthSource
  /// The unit; left out when `nil`.
  package var unit: String?
  /// The time at which it was written; left out when `nil`.
  package var created: ExportTime?
  /// The time at which it begins; left out when `nil`.
  package var start: ExportTime?
  /// The time at which it ends; left out when `nil`.
  package var end: ExportTime?
  /// The text of the value; left out when `nil`.
  package var value: String?
  /// The entries below it.
  package var metadata: [HealthMetadata]
  /// An order of attributes that only tools write; `nil` for a phone's order.
  package var attributeOrder: [Attribute]?

  package init(
    type: String, source: HealthSource, unit: String?, created: ExportTime? = nil,
    start: ExportTime?, end: ExportTime?, value: String?, metadata: [HealthMetadata] = []
  ) {
    self.type = type
    self.source = source
    self.unit = unit
    self.created = created
    self.start = start
    self.end = end
    self.value = value
    self.metadata = metadata
  }

  /// Makes a record of a metric, in the unit of a phone in Germany, created at its end.
  ///
  /// - Parameter end: The end; `nil` for `start`, which makes an instant.
  package init(
    _ metric: Metric, _ value: String, _ unit: String? = nil, by source: HealthSource,
    _ start: ExportTime, _ end: ExportTime? = nil, metadata: [HealthMetadata] = []
  ) {
    self.init(
      type: metric.healthType, source: source, unit: unit ?? metric.healthUnit,
      created: end ?? start, start: start, end: end ?? start, value: value, metadata: metadata)
  }
}

/// A `MetadataEntry`.
package struct HealthMetadata: Hashable, Sendable {
  /// The key, such as `HKTimeZone`.
  package var key: String
  /// The value, as text.
  package var value: String

  package init(_ key: String, _ value: String) {
    self.key = key
    self.value = value
  }

  /// The entry for a typed-in value.
  package static let userEntered = HealthMetadata("HKWasUserEntered", "1")

  /// The entry that names a zone.
  package static func timeZone(_ name: String) -> HealthMetadata {
    HealthMetadata("HKTimeZone", name)
  }
}

extension Metric {
  /// The metric's identifier in an export; see Semantics, "Quantities".
  package var healthType: String {
    "\(self == .sleep ? "HKCategoryTypeIdentifier" : "HKQuantityTypeIdentifier")\(facts.appleName)"
  }

  /// The unit that a phone in Germany writes.
  var healthUnit: String {
    switch self {
    case .distanceWalkingRunning, .distanceCycling: Unit.kilometer.rawValue
    case .heartRate: Unit.countPerMinute.rawValue
    default: canonicalUnit.rawValue
    }
  }
}
