import CDaymarkXML

/// The attributes of a record that are read.
struct RecordFields {
  private(set) var type, unit, value, device: AttributeText?
  private(set) var source = AttributeText(start: nil, count: 0)
  private(set) var created, start, end: AttributeText?
  /// A bit for each place of the attributes that has the source or the device.
  private(set) var ofSource: UInt32 = 0

  @inline(__always)
  init(_ attributes: UnsafeBufferPointer<daymark_xml_attribute>) {
    for (place, attribute) in attributes.enumerated() {
      switch HealthAttribute(rawValue: attribute.name) {
      case .type: type = attribute.text
      case .unit: unit = attribute.text
      case .value: value = attribute.text
      case .sourceName:
        source = attribute.text
        ofSource |= 1 << UInt32(place)
      case .device:
        device = attribute.text
        ofSource |= 1 << UInt32(place)
      case .creationDate: created = attribute.text
      case .startDate: start = attribute.text
      case .endDate: end = attribute.text
      default: break
      }
    }
  }
}
