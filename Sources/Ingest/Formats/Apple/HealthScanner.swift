import CDaymarkXML

#if canImport(Glibc)
  import Glibc
#endif

/// A fast reader of tags in the form that phones write.
final class HealthScanner {
  private let scan: OpaquePointer

  /// Makes a scanner; `nil` where memory is short.
  init?() {
    let texts = healthNames + Self.otherAttributes
    let names = texts.map { strdup($0) }
    defer { for name in names { free(name) } }
    guard
      let scan = daymark_scan_create(
        names.map { UnsafePointer($0) }, Int32(names.count), HealthAttribute.value.rawValue)
    else { return nil }
    self.scan = scan
  }

  deinit { daymark_scan_free(scan) }

  func next(_ bytes: UnsafePointer<UInt8>, _ count: Int, _ tag: inout daymark_scan_tag)
    -> daymark_scan_outcome
  {
    daymark_scan_next(scan, bytes, count, &tag)
  }

  /// Replaces the references in the values of a tag.
  func expand(_ tag: inout daymark_scan_tag) {
    if tag.references != 0 { daymark_scan_expand(scan, &tag) }
  }

  /// Keeps the beginning of a record's tag: its leading attributes, which many records share, and
  /// the times after them, whose digits may differ.
  ///
  /// - Parameter same: The number of those attributes.
  /// - Returns: The number that ``next(_:_:_:)`` returns for each such tag from now on; `nil` where
  ///   the beginning is too long.
  func keepHead(
    of tag: daymark_scan_tag, at bytes: UnsafePointer<UInt8>, same: Int, device: AttributeText?
  ) -> Int? {
    let times = tag.list[same...].prefix { HealthAttribute(rawValue: $0.name)?.isTime == true }
    let digits = device.flatMap(deviceAddress)
    var head = daymark_scan_head(
      count: Int32(same + times.count), same: Int32(same), address: digits?.baseAddress,
      address_digits: digits?.count ?? 0)
    let number = withUnsafePointer(to: tag) { daymark_scan_keep_head(scan, bytes, $0, &head) }
    return number < 0 ? nil : Int(number)
  }

  /// The attributes that are not read, and that do not require the parser.
  private static let otherAttributes = [
    "minimum", "date", "path", "time", "bpm", "uuid", "activeEnergyBurnedGoal", "appleMoveTime",
    "appleMoveTimeGoal", "appleExerciseTimeGoal", "appleStandHours", "appleStandHoursGoal",
  ]
}

extension daymark_scan_tag {
  /// The attributes of the tag.
  var list: UnsafeBufferPointer<daymark_xml_attribute> {
    UnsafeBufferPointer(start: attributes, count: Int(count))
  }
}

/// Returns the digits of the address in an `HKDevice` description as written; see
/// ``DescribedDevice``.
///
/// They differ from record to record without any meaning.
private func deviceAddress(_ device: AttributeText) -> AttributeText? {
  let prefix: StaticString = "&lt;&lt;HKDevice: 0x"
  guard device.hasPrefix(prefix) else { return nil }
  let rest = device[prefix.utf8CodeUnitCount...]
  return rest.firstIndex(of: UInt8(ascii: "&")).map { AttributeText(rebasing: rest[..<$0]) }
}
