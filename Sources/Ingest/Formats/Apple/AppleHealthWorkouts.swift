import CDaymarkXML
import DaymarkModel

// What a document says of workouts, and what stands within records and workouts.

extension AppleHealthDocument {
  mutating func readMetadata(
    _ attributes: UnsafeBufferPointer<daymark_xml_attribute>, of parent: HealthElement
  ) {
    var (key, value): (AttributeText?, AttributeText?)
    for attribute in attributes {
      if attribute.name == HealthAttribute.key.rawValue { key = attribute.text }
      if attribute.name == HealthAttribute.value.rawValue { value = attribute.text }
    }
    guard let key, let value, key.hasPrefix("HK") else { return }
    if key.equals("HKTimeZone") {
      guard let zone = zones.index(of: value, limits: limits) else {
        fail(name: value)
        return
      }
      if Int(zone) == zoneCounts.count { zoneCounts.append(0) }
      zoneCounts[Int(zone)] += 1
    } else if key.equals("HKWasUserEntered"), !value.equals("0") {
      // Health writes 1; another word may mean the same, and what was typed in must not count.
      if parent == .record { record?.isUserEntered = true }
      if parent == .workout { workout?.isUserEntered = true }
    } else if parent == .workout {
      if key.equals("HKIndoorWorkout") { workout?.isIndoor = value.equals("1") }
      if key.equals("HKElevationAscended") {
        let gain = readAmount(value)
        workout?.elevationGain = gain
      }
    }
  }

  /// An amount written as `217 cm`.
  private mutating func readAmount(_ text: AttributeText) -> WrittenAmount {
    let space = text.lastIndex(of: UInt8(ascii: " ")) ?? text.count
    let unit = space < text.count ? AttributeText(rebasing: text[(space + 1)...]) : nil
    return WrittenAmount(
      DecimalNumber(utf8: AttributeText(rebasing: text[..<space])), readUnit(unit))
  }

  // MARK: Workouts

  mutating func startWorkout(_ attributes: UnsafeBufferPointer<daymark_xml_attribute>) {
    let (byte, line) = tagPosition()
    var read = ActivityRecord(
      kind: .other, source: noteSource(attributes), start: .missing, end: .missing, line: line,
      byte: byte)
    var (duration, distance, energy): (AttributeText?, AttributeText?, AttributeText?)
    var (durationUnit, distanceUnit, energyUnit): (AttributeText?, AttributeText?, AttributeText?)
    for attribute in attributes {
      switch HealthAttribute(rawValue: attribute.name) {
      case .workoutActivityType: read.kind = activityKind(ofType: attribute.text.string)
      case .startDate: read.start = readStart(attribute.text)
      case .endDate: read.end = readTime(attribute.text)
      case .duration: duration = attribute.text
      case .durationUnit: durationUnit = attribute.text
      case .totalDistance: distance = attribute.text
      case .totalDistanceUnit: distanceUnit = attribute.text
      case .totalEnergyBurned: energy = attribute.text
      case .totalEnergyBurnedUnit: energyUnit = attribute.text
      default: break
      }
    }
    read.duration = amount(duration, durationUnit)
    read.distance = amount(distance, distanceUnit)
    read.energy = amount(energy, energyUnit)
    workout = read
  }

  private mutating func amount(_ value: AttributeText?, _ unit: AttributeText?) -> WrittenAmount? {
    guard let value else { return nil }
    return WrittenAmount(DecimalNumber(utf8: value), readUnit(unit))
  }

  /// Since iOS 16 a workout's totals stand here; they go before the attributes.
  mutating func readStatistics(_ attributes: UnsafeBufferPointer<daymark_xml_attribute>) {
    var (type, unit): (AttributeText?, AttributeText?)
    var (sum, average, maximum): (AttributeText?, AttributeText?, AttributeText?)
    for attribute in attributes {
      switch HealthAttribute(rawValue: attribute.name) {
      case .type: type = attribute.text
      case .unit: unit = attribute.text
      case .sum: sum = attribute.text
      case .average: average = attribute.text
      case .maximum: maximum = attribute.text
      default: break
      }
    }
    guard let type, var read = workout else { return }
    if type.equals("HKQuantityTypeIdentifierActiveEnergyBurned") {
      read.energy = amount(sum, unit) ?? read.energy
    } else if isDistance(type, of: read.kind) {
      read.distance = amount(sum, unit) ?? read.distance
    } else if type.equals("HKQuantityTypeIdentifierHeartRate") {
      read.averageHeartRate = amount(average, unit)
      read.maximumHeartRate = amount(maximum, unit)
    }
    workout = read
  }
}
