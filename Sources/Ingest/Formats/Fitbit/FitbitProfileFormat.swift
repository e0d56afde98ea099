import DaymarkModel

/// The file `Your Profile/Profile.csv`, from which only the time zone is read.
enum FitbitProfileFormat: InputFormat {
  static let id = FormatID.accountExport(of: .fitbit)
  static let fileExtensions = ["csv"]
  static let accountProvider: Provider? = .fitbit

  static func recognise(_ head: DocumentHead) -> Recognition {
    guard head.bytes.first == UInt8(ascii: "i") || head.bytes.first == 0xEF else { return .other }
    guard let header = CSVReader.rows(of: head, atMost: 1).first, header.text(0) == "id",
      header.column(of: "full_name") != nil, header.column(of: "timezone") != nil
    else { return .other }
    return .recognised
  }

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    var reader = CSVReader()
    guard try reader.next(&document, &sink), let column = reader.row.column(of: "timezone")
    else { return }
    reader.checkHeader(for: ["timezone"], &sink)
    let count = reader.row.count
    while try reader.next(&document, &sink) {
      guard reader.row.count == count else {
        sink.find(.csvMalformed, line: reader.row.line, byte: reader.row.byte)
        continue
      }
      let zone = reader.row[column]
      guard !zone.isEmpty, zone.count <= sink.options.limits.nameBytes,
        sink.facts.zoneVotes.count < sink.options.limits.names
      else { continue }
      sink.facts.zoneVotes[String(decoding: zone, as: UTF8.self), default: 0] += 1
    }
  }
}
