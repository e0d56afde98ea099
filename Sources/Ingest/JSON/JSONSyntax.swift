extension UInt8 {
  /// Whether a number or a literal of JSON ends before this byte.
  @inline(__always)
  var endsJSONScalar: Bool {
    switch self {
    case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"),
      UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "\""), 0...0x20:
      true
    default: false
    }
  }

  /// Whether a value of JSON, or what some apps write for one, begins with this byte.
  var beginsJSONValue: Bool {
    switch self {
    case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "\""), UInt8(ascii: "-"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "t"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "I"):
      true
    default: false
    }
  }
}
