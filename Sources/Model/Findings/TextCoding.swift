// Values that facts of findings hold, as the texts that they are in every file.

extension Metric: Codable {
  /// Reads the value from its stable text.
  public init(from decoder: any Decoder) throws {
    self = try decoder.text { Metric(id: $0) }
  }

  /// Writes the value as its stable text.
  public func encode(to encoder: any Encoder) throws { try encoder.put(id) }
}

extension CivilDay: Codable {
  /// Reads the value from its stable text.
  public init(from decoder: any Decoder) throws {
    self = try decoder.text { CivilDay($0) }
  }

  /// Writes the value as its stable text.
  public func encode(to encoder: any Encoder) throws { try encoder.put(description) }
}

extension Instant: Codable {
  /// Reads the value from its stable text.
  public init(from decoder: any Decoder) throws {
    self = try decoder.text { Instant(rfc3339: $0) }
  }

  /// Writes the value as its stable text.
  public func encode(to encoder: any Encoder) throws { try encoder.put(description) }
}

extension Quantity: Codable {
  /// Reads the value from its stable text.
  public init(from decoder: any Decoder) throws {
    self = try decoder.text { Quantity(decimalText: $0) }
  }

  /// Writes the value as its stable text.
  public func encode(to encoder: any Encoder) throws { try encoder.put(description) }
}

extension ActivityKind: Codable {}

extension Unit: Codable {}

extension Decoder {
  /// The value that a text stands for.
  fileprivate func text<Value>(_ read: (String) -> Value?) throws -> Value {
    let container = try singleValueContainer()
    guard let value = read(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "no \(Value.self)")
    }
    return value
  }
}

extension Encoder {
  fileprivate func put(_ text: String) throws {
    var container = singleValueContainer()
    try container.encode(text)
  }
}
