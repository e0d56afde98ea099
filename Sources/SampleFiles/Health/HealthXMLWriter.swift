/// A writer of an export's lines in the form of a phone: one element per line, indented by one
/// space, and its children by two.
struct HealthXMLWriter {
  private(set) var bytes: [UInt8] = []
  private let documentType: HealthDocumentType
  private let offsetSeconds: Int
  /// The random numbers for addresses in device descriptions, which have no meaning.
  private var addresses = SplitMix64(seed: 0)

  init(_ documentType: HealthDocumentType, offsetSeconds: Int) {
    self.documentType = documentType
    self.offsetSeconds = offsetSeconds
  }

  /// Returns and removes the bytes so far, so that a large export is never completely in memory.
  mutating func takeBytes() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  mutating func begin(locale: String, exportDate: ExportTime?) {
    bytes.append(documentType.prologue)
    bytes.append("<HealthData" as StaticString)
    bytes.appendAttribute("locale", locale)
    bytes.append(">\n" as StaticString)
    if let exportDate {
      bytes.append(" <ExportDate" as StaticString)
      bytes.appendAttribute("value", exportDate, offsetSeconds: offsetSeconds)
      bytes.append("/>\n" as StaticString)
    }
    bytes.append(
      """
       <Me HKCharacteristicTypeIdentifierDateOfBirth="1980-01-01" \
      HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexNotSet" \
      HKCharacteristicTypeIdentifierBloodType="HKBloodTypeNotSet" \
      HKCharacteristicTypeIdentifierFitzpatrickSkinType="HKFitzpatrickSkinTypeNotSet"
      """ as StaticString)
    if documentType == .version9 {
      bytes.append(
        " HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse=\"None\"" as StaticString)
    }
    bytes.append("/>\n" as StaticString)
  }

  mutating func end() {
    bytes.append("</HealthData>\n" as StaticString)
  }

  mutating func write(_ record: HealthRecord, depth: Int = 1) {
    indent(depth)
    bytes.append("<Record" as StaticString)
    if let order = record.attributeOrder {
      for attribute in order { write(attribute, of: record) }
    } else {
      for attribute in phoneOrder { write(attribute, of: record) }
    }
    guard !record.metadata.isEmpty else {
      bytes.append("/>\n" as StaticString)
      return
    }
    bytes.append(">\n" as StaticString)
    write(record.metadata, depth: depth + 1)
    indent(depth)
    bytes.append("</Record>\n" as StaticString)
  }

  mutating func write(_ correlation: HealthCorrelation) {
    bytes.append(" <Correlation" as StaticString)
    bytes.appendAttribute("type", correlation.type)
    write(correlation.source)
    write(created: correlation.end, start: correlation.start, end: correlation.end)
    bytes.append(">\n" as StaticString)
    for record in correlation.records { write(record, depth: 2) }
    bytes.append(" </Correlation>\n" as StaticString)
  }

  mutating func write(_ workout: HealthWorkout) {
    bytes.append(" <Workout workoutActivityType=\"HKWorkoutActivityType" as StaticString)
    bytes.append(workout.activity)
    bytes.append("\"" as StaticString)
    bytes.appendAttribute("duration", workout.duration)
    bytes.appendAttribute("durationUnit", workout.duration.map { _ in "min" })
    bytes.appendAttribute("totalDistance", workout.totalDistance?.value)
    bytes.appendAttribute("totalDistanceUnit", workout.totalDistance?.unit)
    bytes.appendAttribute("totalEnergyBurned", workout.totalEnergy?.value)
    bytes.appendAttribute("totalEnergyBurnedUnit", workout.totalEnergy?.unit)
    write(workout.source)
    write(created: workout.created, start: workout.start, end: workout.end)
    guard !workout.metadata.isEmpty || !workout.statistics.isEmpty else {
      bytes.append("/>\n" as StaticString)
      return
    }
    bytes.append(">\n" as StaticString)
    write(workout.metadata, depth: 2)
    for statistics in workout.statistics { write(statistics, of: workout) }
    bytes.append(" </Workout>\n" as StaticString)
  }

  mutating func write(_ summary: ActivitySummary) {
    bytes.append(" <ActivitySummary" as StaticString)
    bytes.appendAttribute("dateComponents", summary.date)
    bytes.appendAttribute("activeEnergyBurned", summary.activeEnergy.value)
    bytes.append(" activeEnergyBurnedGoal=\"500\"" as StaticString)
    bytes.appendAttribute("activeEnergyBurnedUnit", summary.activeEnergy.unit)
    bytes.append(" appleMoveTime=\"0\" appleMoveTimeGoal=\"0\"" as StaticString)
    bytes.appendAttribute("appleExerciseTime", "\(summary.exerciseMinutes)")
    bytes.append(
      " appleExerciseTimeGoal=\"30\" appleStandHours=\"11\" appleStandHoursGoal=\"12\"/>\n"
        as StaticString)
  }
}

private let phoneOrder = HealthRecord.Attribute.allCases

extension HealthXMLWriter {
  private mutating func write(_ attribute: HealthRecord.Attribute, of record: HealthRecord) {
    switch attribute {
    case .type: bytes.appendAttribute("type", record.type)
    case .sourceName: bytes.appendAttribute("sourceName", record.source.name)
    case .sourceVersion: bytes.appendAttribute("sourceVersion", record.source.version)
    case .device: write(record.source.device)
    case .unit: bytes.appendAttribute("unit", record.unit)
    case .creationDate:
      bytes.appendAttribute("creationDate", record.created, offsetSeconds: offsetSeconds)
    case .startDate:
      bytes.appendAttribute("startDate", record.start, offsetSeconds: offsetSeconds)
    case .endDate: bytes.appendAttribute("endDate", record.end, offsetSeconds: offsetSeconds)
    case .value: bytes.appendAttribute("value", record.value)
    }
  }

  private mutating func write(_ source: HealthSource) {
    bytes.appendAttribute("sourceName", source.name)
    bytes.appendAttribute("sourceVersion", source.version)
    write(source.device)
  }

  private mutating func write(_ device: HealthDevice?) {
    guard let device else { return }
    bytes.append(" device=\"" as StaticString)
    bytes.append(contentsOf: device.head)
    bytes.appendHex(UInt32(truncatingIfNeeded: addresses.next()))
    bytes.append(contentsOf: device.tail)
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func write(created: ExportTime?, start: ExportTime?, end: ExportTime?) {
    bytes.appendAttribute("creationDate", created, offsetSeconds: offsetSeconds)
    bytes.appendAttribute("startDate", start, offsetSeconds: offsetSeconds)
    bytes.appendAttribute("endDate", end, offsetSeconds: offsetSeconds)
  }

  private mutating func write(_ metadata: [HealthMetadata], depth: Int) {
    for entry in metadata {
      indent(depth)
      bytes.append("<MetadataEntry" as StaticString)
      bytes.appendAttribute("key", entry.key)
      bytes.appendAttribute("value", entry.value)
      bytes.append("/>\n" as StaticString)
    }
  }

  private mutating func write(_ statistics: WorkoutStatistics, of workout: HealthWorkout) {
    bytes.append("  <WorkoutStatistics" as StaticString)
    bytes.appendAttribute("type", statistics.type)
    bytes.appendAttribute("startDate", workout.start, offsetSeconds: offsetSeconds)
    // iOS 16.0 wrote the end under the name of the start.
    let endName: StaticString = documentType == .version12 ? "startDate" : "endDate"
    bytes.appendAttribute(endName, workout.end, offsetSeconds: offsetSeconds)
    bytes.appendAttribute("average", statistics.average)
    bytes.appendAttribute("minimum", statistics.minimum)
    bytes.appendAttribute("maximum", statistics.maximum)
    bytes.appendAttribute("sum", statistics.sum)
    bytes.appendAttribute("unit", statistics.unit)
    bytes.append("/>\n" as StaticString)
  }

  private mutating func indent(_ depth: Int) {
    for _ in 0..<depth { bytes.append(UInt8(ascii: " ")) }
  }
}
