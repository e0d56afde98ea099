import DaymarkModel

/// The type of a part and the device that wrote it, as the part states them.
struct FITFileIdentity {
  /// The value of `file_id.type`, even if the profile has no name for it.
  private(set) var fileType: UInt8?
  private var manufacturer: UInt16?
  private var product: UInt16?
  private var productName: String?

  mutating func add(_ message: FITMessage) {
    switch message.number {
    case FITProfile.FileID.message:
      typealias Field = FITProfile.FileID
      fileType = message.integer(Field.type, as: UInt8.self)
      manufacturer = message.integer(Field.manufacturer, as: UInt16.self)
      product = message.integer(Field.product, as: UInt16.self)
      productName = message.text(Field.productName) ?? productName
    // The index 0 is the device that wrote the file. Other indices are its sensors.
    case FITProfile.DeviceInfo.message
    where message.integer(FITProfile.DeviceInfo.deviceIndex) == 0:
      typealias Field = FITProfile.DeviceInfo
      manufacturer = manufacturer ?? message.integer(Field.manufacturer, as: UInt16.self)
      product = product ?? message.integer(Field.product, as: UInt16.self)
      productName = productName ?? message.text(Field.productName)
    default: break
    }
  }

  /// Returns the device as a source; see Semantics, "Sources and their order".
  ///
  /// - Parameter accountProvider: The provider of the account export that contains the file.
  func source(accountProvider: Provider?) -> Source {
    let provider = manufacturer.map(FITMaker.provider) ?? accountProvider ?? .unknown
    let name = productName ?? product.map { "product \($0)" } ?? provider.id
    return Source(provider: provider, name: name, deviceClass: .tracker)
  }

  /// Whether the part contains a device's monitoring of the day.
  var holdsMonitoring: Bool {
    switch fileType.flatMap(FITFileType.init) {
    case .monitoringA, .monitoringDaily, .monitoringB: true
    default: false
    }
  }

  /// The reason for which a file of this type contains no recording; `nil` for an activity or a
  /// device's monitoring.
  var reasonToSkip: UnusedContent? {
    guard let fileType else { return nil }
    return switch FITFileType(rawValue: fileType) {
    case .activity, .activitySummary, .monitoringA, .monitoringDaily, .monitoringB: nil
    case .device: .device
    case .settings: .settings
    case .sport: .sport
    case .workout: .plannedWorkout
    case .course: .course
    case .schedules: .schedule
    case .weight: .weight
    case .totals: .totals
    case .goals: .goals
    case .bloodPressure: .bloodPressure
    case .segment: .segment
    case .segmentList: .segmentList
    case nil: .otherFile
    }
  }
}
