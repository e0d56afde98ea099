/// The documents of a file: of a zip its members, of a zip among them its members in turn, and of
/// anything else the file itself, by path.
///
/// A member of a nested zip is named `outer.zip/member`.
package func unpacked(_ content: [UInt8], path: String = "") throws -> [String: [UInt8]] {
  guard content.starts(with: [0x50, 0x4B]) else { return [path: content] }
  let folder = try ScratchFolder()
  let members = try zipMembers(ofFileAt: folder.write(content, to: "archive.zip"))
  var documents: [String: [UInt8]] = [:]
  for member in members {
    let name = path.isEmpty ? member.name : "\(path)/\(member.name)"
    documents.merge(try unpacked(member.content, path: name)) { first, _ in first }
  }
  return documents
}
