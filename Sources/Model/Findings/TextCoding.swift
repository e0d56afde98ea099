// Values in the facts of findings, coded as the texts that they have in every file.

extension Metric: Codable {
  public init(from decoder: any Decoder) throws {
    self = try decoder.text { Metric(id: $0) }
  }

  public func encode(to encoder: any Encoder) throws { try encoder.put(id) }
}

extension CivilDay: Codable {
  public init(from decoder: any Decoder) throws {
    self = try decoder.text { CivilDay($0) }
  }

  public func encode(to encoder: any Encoder) throws { try encoder.put(description) }
}

extension Instant: Codable {
  public init(from decoder: any Decoder) throws {
    self = try decoder.text { Instant(rfc3339: $0) }
  }

  public func encode(to encoder: any Encoder) throws { try encoder.put(description) }
}

extension Quantity: Codable {
  public init(from decoder: any Decoder) throws {
    self = try decoder.text { Quantity(decimalText: $0) }
  }

  public func encode(to encoder: any Encoder) throws { try encoder.put(description) }
}

extension ActivityKind: Codable {}

extension Unit: Codable {}

extension Decoder {
  /// Decodes a string and converts it; throws where `read` returns `nil`.
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
