/// The bytes that a part begins with.
enum FITHeader {
  static let minimumBytes = 12

  /// Whether the 12 bytes at `start` are a header's.
  static func stands(at start: UnsafeRawPointer) -> Bool {
    start.load(as: UInt8.self) >= minimumBytes
      && start.loadUnaligned(fromByteOffset: 8, as: UInt32.self).littleEndian == 0x5449_462E
  }
}

/// Global message numbers.
///
/// Source: FIT profile, type `mesg_num`.
enum FITMessageNumber {
  static let fileID: UInt16 = 0
  static let sport: UInt16 = 12
  static let session: UInt16 = 18
  static let lap: UInt16 = 19
  static let record: UInt16 = 20
  static let event: UInt16 = 21
  static let deviceInfo: UInt16 = 23
  static let activity: UInt16 = 34
  static let heartRate: UInt16 = 132
  static let fieldDescription: UInt16 = 206
  static let set: UInt16 = 225
}
