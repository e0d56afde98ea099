/// A place for bytes that are too many to be held in memory, such as a file.
package protocol ByteStore: AnyObject, Sendable {
  /// Puts bytes behind the others.
  ///
  /// - Returns: Where they lie; `nil` when there is no room, so that they are to be held after all.
  func append(_ bytes: [UInt8]) -> Range<Int>?
  /// The bytes that were put there.
  func bytes(at range: Range<Int>) -> [UInt8]
}
