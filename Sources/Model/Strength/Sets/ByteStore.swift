/// A place for bytes that are too many to be kept in memory, such as a file.
package protocol ByteStore: AnyObject, Sendable {
  /// Appends bytes.
  ///
  /// - Returns: The range at which they can be read back; `nil` when there is no room, so that the
  ///   caller must keep them in memory.
  func append(_ bytes: [UInt8]) -> Range<Int>?
  /// Reads back bytes that were appended.
  func bytes(at range: Range<Int>) -> [UInt8]
}
