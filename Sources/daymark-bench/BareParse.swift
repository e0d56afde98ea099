import ArgumentParser
import CDaymarkXML
import Foundation

/// A parse of an XML document by libxml2's push parser without callbacks, which reading is compared
/// with.
enum BareParse {
  private static let chunk = 1 << 16

  /// Returns the time that the parser takes for a document, without the time of reading the file.
  static func seconds(of document: String) throws -> Duration {
    guard let file = FileHandle(forReadingAtPath: document),
      let parser = daymark_xml_create(nil, 0, nil, nil, nil)
    else { throw ValidationError("Cannot read \(document).") }
    defer { daymark_xml_free(parser) }
    var total = Duration.zero
    while let data = try file.read(upToCount: chunk * 64), !data.isEmpty {
      let started = ContinuousClock.now
      try data.withUnsafeBytes { bytes in
        for start in stride(from: 0, to: bytes.count, by: chunk) {
          let part = bytes[start..<min(start + chunk, bytes.count)]
          let code = UnsafeRawBufferPointer(rebasing: part).withMemoryRebound(to: UInt8.self) {
            daymark_xml_push(parser, $0.baseAddress, Int32($0.count))
          }
          // libxml2 refuses the document type of iOS 16, which Daymark leaves out before parsing.
          guard code == 0 else { throw ValidationError("libxml2 stops at error \(code).") }
        }
      }
      total += ContinuousClock.now - started
    }
    return total
  }
}
