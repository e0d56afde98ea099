// A libFuzzer target: whatever bytes an Apple Health document has, it is read with the scanner as libxml2 reads
// it alone. `make fuzz` builds it and runs it.

import DaymarkModel
import Foundation

@testable import DaymarkIngest

/// Everything that one reading gave: its records, its facts, or its refusal.
private struct Outcome: Equatable {
  private var records = Hasher()
  private var count = 0
  private var activities: [String] = []
  private var facts: InputFacts?
  private var refusal: Finding?
  private var error: String?

  init(blockBytes: Int, isCareful: Bool) {
    var options = ReadOptions()
    options.blockBytes = blockBytes
    options.isCareful = isCareful
    // Longer than any document here. To give out and to guard the memory of a usual window would be most of
    // the work.
    (options.limits.prologueBytes, options.limits.tagBytes) = (8192, 8192)
    do {
      facts = try readInput(at: path, identity: identity, options: options) { add($0) }
    } catch let error as DaymarkError {
      refusal = error.finding
    } catch {
      self.error = "\(error)"
    }
  }

  private mutating func add(_ batch: RecordBatch) {
    for record in batch.records {
      count += 1
      for value in [Int(record.metric.rawValue), Int(record.source), record.line, record.byte] {
        records.combine(value)
      }
      records.combine(record.unit)
      records.combine(record.value)
      for time in [record.start, record.end, record.created] { records.combine(time) }
      for flag in [record.isUserEntered, record.isNested] { records.combine(flag) }
    }
    activities += batch.activities.map { "\($0)" }
  }

  static func == (a: Outcome, b: Outcome) -> Bool {
    a.count == b.count && a.records.finalize() == b.records.finalize()
      && a.activities == b.activities && a.facts == b.facts && a.refusal == b.refusal
      && a.error == b.error
  }
}

/// The digest of the file takes no part in the reading.
private let identity = InputIdentity(digest: Digest(of: []), bytes: 1 << 20)

/// The document is written where no disk is.
private let path = "/dev/shm/daymark-fuzz-\(getpid()).xml"

private let beginning = Array("<HealthData>\n".utf8)

/// Reads a document both ways, and stops where the results differ.
///
/// The first byte chooses the size of blocks, and whether the root element is put before the rest.
@_cdecl("LLVMFuzzerTestOneInput")
package func compare(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  guard size > 1 else { return 0 }
  let choice = data[0]
  let document =
    (choice & 1 == 0 ? beginning : []) + UnsafeBufferPointer(start: data + 1, count: size - 1)
  guard let file = fopen(path, "w") else { return 0 }
  fwrite(document, 1, document.count, file)
  fclose(file)
  let blockBytes = choice & 2 == 0 ? 65536 : Int(choice >> 2) * 8 + 1
  let fast = Outcome(blockBytes: blockBytes, isCareful: false)
  let careful = Outcome(blockBytes: blockBytes, isCareful: true)
  if fast != careful {
    var outcomes = ""
    dump(fast, to: &outcomes, name: "with the scanner")
    dump(careful, to: &outcomes, name: "without it")
    FileHandle.standardError.write(Data(outcomes.utf8))
    preconditionFailure("Scanner and parser differ.")
  }
  return 0
}
