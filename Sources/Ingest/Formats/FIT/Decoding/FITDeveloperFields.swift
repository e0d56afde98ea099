import DaymarkModel

/// The fields that the maker of a part or an app has added, with the part's descriptions.
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
    /// The number of the message; `nil` for the message that contains the field.
    var nativeMessage: UInt16?
    var nativeField: UInt8
  }

  /// The descriptions of fields that replace one in the profile: at most 65,536.
  private var descriptions: [Key: Description] = [:]

  /// Reads a `field_description` message.
  mutating func describe(_ message: FITMessage) {
    typealias Field = FITProfile.FieldDescription
    guard let developer = message.integer(Field.developerDataIndex, as: UInt8.self),
      let number = message.integer(Field.fieldDefinitionNumber, as: UInt8.self),
      let code = message.integer(Field.baseTypeID, as: UInt8.self)
    else { return }
    let native = message.integer(Field.nativeFieldNumber, as: UInt8.self)
    descriptions[Key(developer: developer, number: number)] = native.map {
      Description(
        code: code, scale: max(1, message.integer(Field.scale) ?? 1),
        offset: message.integer(Field.offset) ?? 0,
        nativeMessage: message.integer(Field.nativeMessageNumber, as: UInt16.self),
        nativeField: $0)
    }
  }

  /// Returns the field that a developer field replaces; `nil` where it replaces none or is not
  /// described.
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

/// A developer field that replaces a field of the profile, if that is missing or zero.
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
