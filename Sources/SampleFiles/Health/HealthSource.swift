package import DaymarkModel

/// The device or app that a sample record names, as an export writes it.
package struct HealthSource: Hashable, Sendable {
  /// The name of the app or device.
  package var name: String
  /// The version; left out when `nil`.
  package var version: String?
  /// The device; left out when `nil`.
  package var device: HealthDevice?

  package init(_ name: String, version: String? = nil, device: HealthDevice? = nil) {
    self.name = name
    self.version = version
    self.device = device
  }

  /// Returns `Anna’s Apple Watch`, with the apostrophe and the no-break space that Apple writes.
  package static func watch(of owner: String = "Anna") -> HealthSource {
    HealthSource("\(owner)’s Apple\u{A0}Watch", version: "10.6.1", device: .watch)
  }

  /// Returns `Anna’s iPhone`.
  package static func phone(of owner: String = "Anna") -> HealthSource {
    HealthSource("\(owner)’s iPhone", version: "17.6.1", device: .phone)
  }

  /// Returns an app, which states no device.
  package static func app(_ name: String, version: String? = "5.2") -> HealthSource {
    HealthSource(name, version: version)
  }
}

/// An `HKDevice` as printed in an export, without the address, which changes with every record.
package struct HealthDevice: Hashable, Sendable {
  /// The escaped value of the attribute up to the address.
  ///
  /// ``tail`` is the part after it.
  ///
  /// Escaping it for each of millions of records would take longer than all other work.
  let head: [UInt8]
  let tail: [UInt8]

  package init(
    name: String, manufacturer: String, model: String, hardware: String, software: String
  ) {
    var bytes: [UInt8] = []
    bytes.appendEscaped("<<HKDevice: 0x2")
    head = bytes
    bytes = []
    bytes.appendEscaped(
      ">, name:\(name), manufacturer:\(manufacturer), model:\(model), hardware:\(hardware), "
        + "software:\(software)>")
    tail = bytes
  }

  /// A watch.
  package static let watch = HealthDevice(
    name: "Apple Watch", manufacturer: "Apple Inc.", model: "Watch", hardware: "Watch6,2",
    software: "10.6.1")
  /// A phone.
  package static let phone = HealthDevice(
    name: "iPhone", manufacturer: "Apple Inc.", model: "iPhone", hardware: "iPhone15,2",
    software: "17.6.1")
}

/// A time in an export: an instant, which is printed in the export's offset, or a text.
///
/// Texts are for invalid times, and for samples that a person checks.
package enum ExportTime: Hashable, Sendable, ExpressibleByStringLiteral {
  case at(Instant)
  case text(String)

  package init(stringLiteral value: String) {
    self = .text(value)
  }
}
