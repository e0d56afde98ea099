/// One message of a FIT file; numbers are those of the FIT Profile.
package struct FITMessage: Sendable {
  /// The global message number; FIT Profile, type `mesg_num`.
  package var number: UInt16
  /// The fields, in the order of the definition.
  package var fields: [FITField]
  /// Of the developer data index 0.
  package var developerFields: [FITField]
  /// The last five bits of the time, in the header instead of field 253.
  package var compressedTime: UInt8?

  /// Makes a message with its fields.
  package init(
    _ number: UInt16, _ fields: [FITField], developerFields: [FITField] = [],
    compressedTime: UInt8? = nil
  ) {
    self.number = number
    self.fields = fields
    self.developerFields = developerFields
    self.compressedTime = compressedTime
  }
}

/// A field with its value, as raw as the file holds it.
package struct FITField: Sendable {
  /// Base types; FIT Protocol, "Base Types".
  package enum BaseType: UInt8, Sendable {
    case `enum` = 0x00
    case sint8 = 0x01
    case uint8 = 0x02
    case string = 0x07
    case uint32z = 0x8C
    case byte = 0x0D
    case sint16 = 0x83
    case uint16 = 0x84
    case sint32 = 0x85
    case uint32 = 0x86

    var size: Int {
      switch self {
      case .enum, .sint8, .uint8, .string, .byte: 1
      case .sint16, .uint16: 2
      case .sint32, .uint32, .uint32z: 4
      }
    }
  }

  /// The number that the field has in its message.
  package var number: UInt8
  /// The base type of the values.
  package var type: BaseType
  /// More than one is an array.
  package var values: [Int]

  /// Makes a field of numbers.
  package init(_ number: UInt8, _ type: BaseType, _ values: Int...) {
    self.number = number
    self.type = type
    self.values = values
  }

  /// Makes a field of text.
  package init(_ number: UInt8, text: String) {
    self.number = number
    type = .string
    values = text.utf8.map(Int.init) + [0]
  }

  var size: Int { values.count * type.size }

  func bytes(isBigEndian: Bool) -> [UInt8] {
    values.flatMap { value in
      let bytes = littleEndian(value, type.size)
      return isBigEndian ? bytes.reversed() : bytes
    }
  }
}
