import DaymarkModel
import Synchronization

/// A store in memory, for so many bytes.
package final class ByteList: ByteStore {
  private let room: Int
  private let list = Mutex<[UInt8]>([])

  /// Makes an empty store.
  package init(room: Int = .max) { self.room = room }

  /// The number of bytes.
  package var count: Int { list.withLock(\.count) }

  /// Puts bytes behind the others.
  ///
  /// - Returns: `nil` when there is no room for them.
  package func append(_ bytes: [UInt8]) -> Range<Int>? {
    list.withLock { list in
      guard list.count + bytes.count <= room else { return nil }
      list += bytes
      return list.count - bytes.count..<list.count
    }
  }

  /// The bytes that were put there.
  package func bytes(at range: Range<Int>) -> [UInt8] { list.withLock { Array($0[range]) } }
}
