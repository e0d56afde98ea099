import DaymarkModel
import DaymarkTestSupport
import Dispatch
import Foundation
import Synchronization
import Testing

@testable import DaymarkPipeline

struct FolderTests {
  @Test func `two runs may make the same folders at once`() throws {
    let scratch = try ScratchFolder()
    let failures = Mutex<[String]>([])
    for round in 0..<200 {
      let path = "\(scratch.path)/\(round)/challenge/subject"
      DispatchQueue.concurrentPerform(iterations: 8) { _ in
        do {
          try makeFolder(path)
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
      }
      #expect(FileManager.default.fileExists(atPath: path))
    }
    #expect(failures.withLock { $0 } == [])
  }

  @Test func `a file in the way is an error that names it`() throws {
    let scratch = try ScratchFolder()
    let file = try scratch.write(Array("x".utf8), to: "out")
    let error = #expect(throws: DaymarkError.self) { try makeFolder("\(file)/challenge/subject") }
    #expect(error?.finding.location?.file == file)
    #expect(error?.finding.facts.system == "Not a directory")
  }
}
