public import DaymarkModel
import Synchronization

/// A store in memory, for so many bytes.
public final class ByteList: ByteStore {
  private let room: Int
  private let list = Mutex<[UInt8]>([])

  /// Makes an empty store.
  public init(room: Int = .max) { self.room = room }

  /// The number of bytes.
  public var count: Int { list.withLock(\.count) }

  /// Puts bytes behind the others.
  ///
  /// - Returns: `nil` when there is no room for them.
  public func append(_ bytes: [UInt8]) -> Range<Int>? {
    list.withLock { list in
      guard list.count + bytes.count <= room else { return nil }
      list += bytes
      return list.count - bytes.count..<list.count
    }
  }

  /// The bytes that were put there.
  public func bytes(at range: Range<Int>) -> [UInt8] { list.withLock { Array($0[range]) } }
}
