import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkIngest

/// The samples' small documents, by name.
private func documents() throws -> [(name: String, content: [UInt8])] {
  var documents: [(name: String, content: [UInt8])] = []
  for sample in SampleFolder.all where sample.name.hasPrefix("fitbit-") {
    for (path, document) in try sample.documents() where document.count < 8192 {
      documents.append((path.split(separator: "/").last.map(String.init) ?? path, document))
    }
  }
  return documents.sorted { $0.name < $1.name }
}

struct FitbitDamageTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `changed bytes are refused or said, and never stop the reading`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let folder = try ScratchFolder()
    let documents = try documents()
    for _ in 0..<250 {
      var (name, content) = documents[Int.random(in: 0..<documents.count, using: &generator)]
      for _ in 0...Int.random(in: 0..<4, using: &generator) {
        let index = Int.random(in: 0..<content.count, using: &generator)
        content[index] = UInt8.random(in: 0...255, using: &generator)
      }
      if Bool.random(using: &generator) {
        content.removeLast(Int.random(in: 0..<content.count, using: &generator))
      }
      let path = try folder.write(content, to: name)
      do {
        let reading = try FitbitReading(of: path)
        #expect(try FitbitReading(of: path, chunkBytes: 7) == reading)
      } catch let error as DaymarkError {
        #expect(
          [.archiveUnrecognised, .archiveUnreadTable, .archiveTruncated, .csvLimit].contains(
            error.finding.code),
          "\(name): \(error.finding)")
      }
    }
  }

  @Test func `numbers as large as they can be written overflow nothing`() throws {
    let large = "99999999999999999999999999999999999999999999999e30"
    let reading = try FitbitReading([
      "steps_1.csv": "timestamp,steps\n9999-12-31T23:59:00Z,\(large)\n",
      "calories_1.csv": "timestamp,calories\n0001-01-01T00:00:00Z,\(large)\n",
      "steps-1.json": #"[{"dateTime": "12/31/99 23:59:59", "value": \#(large)}]"#,
      "exercise-0.json": """
      [{"logId": 1, "activityName": "Run", "startTime": "12/31/99 23:59:59", "duration": \(large),
        "activeDuration": \(large), "distance": \(large), "distanceUnit": "Mile"}]
      """,
      "a.json": """
      {"activities-steps": [{"dateTime": "9999-12-31", "value": "\(large)"}],
       "activities-steps-intraday": {"datasetInterval": \(large), "dataset": [
         {"time": "23:59:59", "value": \(large)}]}}
      """,
    ])
    #expect(reading.records.allSatisfy { $0.contains("out of range") })
    #expect(reading.records.count == 4 && reading.activities.count == 1)
  }
}
