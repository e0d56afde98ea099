import DaymarkModel

/// A limit that goes by the best that is known, and a margin above it.
struct RecordLimit<Record> {
  /// - Units: percent, in micro-units.
  let aboveRecord: Quantity
  let records: [Record]
  let source: String

  /// - Parameters:
  ///   - mapping: Of the flag.
  ///   - keys: Those of a record.
  ///   - read: Reads a record; it reports what is wrong with one, at the element that it is given, too.
  init?(
    _ mapping: YAMLMapping, of keys: KeyTable,
    _ read: (YAMLMapping, _ element: YAMLValue) -> Record?
  ) {
    let margin = mapping.read("aboveRecord") { limitQuantity($0, in: FlagCode.manualShare.unit) }
    let source = mapping.read("source", freeText)
    guard let list = mapping["records"] else { return nil }
    guard let elements = list.elements, !elements.isEmpty else {
      mapping.reject("records", list)
      return nil
    }
    let records = elements.compactMap { element in
      YAMLMapping(element, keys, key: "records", mapping.findings).flatMap { read($0, element) }
    }
    guard let margin, let source, records.count == elements.count else { return nil }
    (aboveRecord, self.records, self.source) = (margin, records, source)
  }
}
