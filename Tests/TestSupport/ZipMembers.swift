import CDaymarkArchive
import Foundation

/// A file of a zip, inflated.
package struct ZipMember: Hashable, Sendable {
  package var name: String
  package var content: [UInt8]
}

package struct UnreadableZip: Error {}

/// The files of a zip, in the order of its directory.
package func zipMembers(ofFileAt path: String) throws -> [ZipMember] {
  let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
  defer { try? file.close() }
  guard let archive = daymark_archive_open(file.fileDescriptor, DAYMARK_ARCHIVE_ZIP) else {
    throw UnreadableZip()
  }
  defer { daymark_archive_close(archive) }
  var members: [ZipMember] = []
  var entry = daymark_archive_entry()
  while true {
    switch daymark_archive_next(archive, &entry) {
    case DAYMARK_ARCHIVE_OK: break
    case DAYMARK_ARCHIVE_END: return members
    default: throw UnreadableZip()
    }
    guard let name = entry.path.map({ String(cString: $0) }) else { throw UnreadableZip() }
    members.append(ZipMember(name: name, content: try content(of: archive)))
  }
}

private func content(of archive: OpaquePointer) throws -> [UInt8] {
  var content: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    var count = 0
    let status = daymark_archive_read(archive, &block, block.count, &count)
    content += block[..<count]
    switch status {
    case DAYMARK_ARCHIVE_OK: continue
    case DAYMARK_ARCHIVE_END: return content
    default: throw UnreadableZip()
    }
  }
}
