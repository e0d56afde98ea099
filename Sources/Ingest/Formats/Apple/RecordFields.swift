import CDaymarkXML
import DaymarkModel

/// The attributes of a record that are read.
struct RecordFields {
  private(set) var type, unit, value, device: AttributeText?
  private(set) var source = AttributeText(start: nil, count: 0)
  private(set) var created, start, end: AttributeText?
  /// The version of the source.
  private(set) var version: AttributeText?
  /// The positions of the attributes for the source, its version and the device, one bit for each.
  private(set) var ofSource: UInt32 = 0

  /// Reads the attributes of a record.
  ///
  /// - Parameter first: The position of the first attribute to read.
  @inline(__always)
  init(_ attributes: UnsafeBufferPointer<daymark_xml_attribute>, from first: Int = 0) {
    for place in first..<attributes.count {
      let attribute = attributes[place]
      // With `init(rawValue:)` each attribute of each record would cost a call.
      switch attribute.name {
      case HealthAttribute.type.rawValue: type = attribute.text
      case HealthAttribute.unit.rawValue: unit = attribute.text
      case HealthAttribute.value.rawValue: value = attribute.text
      case HealthAttribute.sourceName.rawValue:
        source = attribute.text
        ofSource |= 1 << UInt32(place)
      case HealthAttribute.device.rawValue:
        device = attribute.text
        ofSource |= 1 << UInt32(place)
      case HealthAttribute.sourceVersion.rawValue:
        version = attribute.text
        ofSource |= 1 << UInt32(place)
      case HealthAttribute.creationDate.rawValue: created = attribute.text
      case HealthAttribute.startDate.rawValue: start = attribute.text
      case HealthAttribute.endDate.rawValue: end = attribute.text
      default: break
      }
    }
  }

  /// Whether no attribute states the metric, the source or the unit.
  @inline(__always)
  var tellNoSeries: Bool { type == nil && unit == nil && ofSource == 0 }
}

/// The attributes that many records share: the metric, the source and the unit.
struct RecordHead {
  /// The metric; `nil` for a type that is not a metric.
  var metric: Metric?
  var source: UInt16
  var isTypedIn: Bool
  var unit: RecordUnit
  /// The number of attributes at the beginning of the tag that state the metric, the source and the
  /// unit.
  var count: Int
}
