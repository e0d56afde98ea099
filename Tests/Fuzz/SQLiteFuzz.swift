// A libFuzzer target: whatever bytes a database has, its pages are read to an end, and give no more than they hold. `make
// fuzz` builds it and runs it.

import DaymarkModel
import Foundation

@testable import DaymarkIngest

/// The document is written where no disk is.
private let path = "/dev/shm/daymark-fuzz-\(getpid())-health_connect_export.db"

/// The digest of the file takes no part in the reading.
private let identity = InputIdentity(digest: Digest(of: []), bytes: 1 << 20)

/// Reads a database, and stops where it gives more records than it has bytes for.
///
/// The signature is put before the bytes, and the name of a table behind them, so that each is taken for such a database.
@_cdecl("LLVMFuzzerTestOneInput")
package func read(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  guard size > 16 else { return 0 }
  let document =
    SQLiteFile.signature + UnsafeBufferPointer(start: data + 16, count: size - 16)
    + Array("steps_record_table".utf8)
  guard let file = fopen(path, "w") else { return 0 }
  fwrite(document, 1, document.count, file)
  fclose(file)
  var count = 0
  _ = try? readInput(at: path, identity: identity, options: ReadOptions()) { batch in
    count += batch.count
  }
  // A row takes two bytes of its page and four of its cell, and of one page eight tables may be made.
  precondition(count * 6 <= 8 * size, "More rows were read than the pages hold.")
  return 0
}
