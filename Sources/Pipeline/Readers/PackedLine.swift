import Foundation

/// A line of JSON that is most of the time one packed value.
///
/// It is written and read without a coder, which would take as long as a small archive does to read.
/// `{"reading":"<base64>"}`, or `{"reading":"<base64>","rest":<JSON>}`.
struct PackedLine {
  /// What the line is.
  let name: String
  var packed: [UInt8]
  /// JSON of what is not packed.
  var rest: [UInt8]?

  init(_ name: String, _ packed: [UInt8], rest: [UInt8]? = nil) {
    (self.name, self.packed, self.rest) = (name, packed, rest)
  }

  private static let middle = Array("\",\"rest\":".utf8)

  private static func start(_ name: String) -> [UInt8] { Array("{\"\(name)\":\"".utf8) }

  /// The line with its end.
  var bytes: [UInt8] {
    var line = Self.start(name)
    line += Data(packed).base64EncodedData()
    if let rest { line += Self.middle + rest } else { line.append(UInt8(ascii: "\"")) }
    return line + [UInt8(ascii: "}"), UInt8(ascii: "\n")]
  }

  /// The line of that name that some bytes are; `nil` of others.
  init?(_ name: String, in line: [UInt8]) {
    let start = Self.start(name)
    guard line.starts(with: start), line.last == UInt8(ascii: "}"),
      let end = line[start.count...].firstIndex(of: UInt8(ascii: "\"")),
      let packed = Data(base64Encoded: Data(line[start.count..<end]))
    else { return nil }
    (self.name, self.packed) = (name, Array(packed))
    guard end + 2 < line.count else { return }
    guard line[end...].starts(with: Self.middle) else { return nil }
    rest = Array(line[(end + Self.middle.count)...].dropLast())
  }
}
