import DaymarkModel
import DaymarkTestSupport
import Foundation
import Testing

@testable import DaymarkIngest

/// Every format recognises the samples' documents of its own, and no other's.
struct RecognitionTests {
  @Test(arguments: SampleFolder.all)
  func `a document is of one format at most, and a sample of some`(sample: SampleFolder) throws {
    var recognised = 0
    for (path, document) in try sample.documents() {
      let formats = formats(recognising: document, at: path)
      #expect(formats.count <= 1, "\(path): \(formats.map { $0.id })")
      recognised += formats.count
      // By it, what is too damaged to be recognised is told from what nobody reads.
      let ending = path.lowercased().split(separator: ".").last.map(String.init)
      for format in formats where format != AppleHealthFormat.self {
        #expect(format.fileExtensions.contains(ending ?? ""), "\(path)")
      }
    }
    #expect(recognised > 0)
  }

  /// A table that an operator describes; no other sample is taken for it.
  private static let clubSheet = LogTable(
    name: "Club sheet", headings: [.date: "Wann", .exercise: "Übung", .repetitions: "Wdh"])

  /// The formats that a document is recognised by.
  private func formats(
    recognising document: [UInt8], at path: String
  ) -> [any InputFormat.Type] {
    document.withUnsafeBufferPointer { bytes in
      inputFormats.filter {
        let head = DocumentHead(
          bytes: bytes, isWhole: true, path: path, tables: [Self.clubSheet])
        return if case .recognised = $0.recognise(head) { true } else { false }
      }
    }
  }
}
