import DaymarkModel
import Foundation

/// One subject's reading as a worker answers it: its days are bytes, for they are most of it, and as members
/// of JSON objects they would take as long as a small archive does to read.
struct PackedReading: Codable, Sendable {
  var reading: ArchiveAggregates

  private enum CodingKeys: String, CodingKey {
    case reading, days
  }

  init(_ reading: ArchiveAggregates) { self.reading = reading }

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    var others = reading
    others.aggregates.days = []
    try members.encode(others, forKey: .reading)
    try members.encode(packed(reading.aggregates.days), forKey: .days)
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    reading = try members.decode(ArchiveAggregates.self, forKey: .reading)
    let bytes = try members.decode(Data.self, forKey: .days)
    guard let days = unpackedDays(bytes) else {
      throw DecodingError.dataCorruptedError(
        forKey: .days, in: members, debugDescription: "these are no days")
    }
    reading.aggregates.days = days
  }
}
