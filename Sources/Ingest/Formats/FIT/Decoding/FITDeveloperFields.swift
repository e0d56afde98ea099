import DaymarkModel

/// What a part says of the fields that its maker, or an app, has added.
///
/// Source: FIT protocol, "Developer data".
struct FITDeveloperFields {
  private struct Key: Hashable {
    var developer: UInt8
    var number: UInt8
  }

  private struct Description {
    var code: UInt8
    var scale: Int64
    var offset: Int64
    /// `nil`: of the message that the field stands in.
    var nativeMessage: UInt16?
    var nativeField: UInt8
  }

  /// Only of fields that stand for one of the profile: at most 65,536.
  private var descriptions: [Key: Description] = [:]

  /// Takes a `field_description` message.
  mutating func describe(_ message: FITMessage) {
    func byte(_ field: UInt8) -> UInt8? { message.integer(field).flatMap(UInt8.init(exactly:)) }
    guard let developer = byte(0), let number = byte(1), let code = byte(2) else { return }
    descriptions[Key(developer: developer, number: number)] = byte(15).map {
      Description(
        code: code, scale: max(1, message.integer(6) ?? 1), offset: message.integer(7) ?? 0,
        nativeMessage: message.integer(14).flatMap(UInt16.init(exactly:)), nativeField: $0)
    }
  }

  /// What a developer field stands for; `nil` for one of its own, or without a description.
  func override(
    of message: UInt16, number: UInt8, developer: UInt8, size: UInt8, offset: Int,
    isBigEndian: Bool
  ) -> FITNativeOverride? {
    guard let description = descriptions[Key(developer: developer, number: number)],
      description.nativeMessage ?? message == message,
      let field = FITField(
        number: number, code: description.code, size: size, offset: offset,
        isBigEndian: isBigEndian)
    else { return nil }
    return FITNativeOverride(
      native: description.nativeField, field: field, scale: description.scale,
      offset: description.offset)
  }
}

/// A developer field that says what a field of the profile says: it serves where that is missing.
struct FITNativeOverride {
  var native: UInt8
  var field: FITField
  var scale: Int64
  var offset: Int64

  func microUnits(in message: UnsafeRawPointer) -> Int64? {
    guard let value = field.microUnits(each: 1_000_000, in: message) else { return nil }
    let scaled = dividedRounding(Int128(value), by: Int128(scale))
    return Int64(exactly: scaled - Int128(offset) * 1_000_000)
  }
}
