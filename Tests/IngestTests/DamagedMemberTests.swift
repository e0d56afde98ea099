import DaymarkIngest
import DaymarkModel
import DaymarkTestSupport
import Testing

struct DamagedMemberTests {
  @Test func `a document that cannot be decompressed at all is damage, not another kind of file`()
    throws
  {
    let folder = try ScratchFolder()
    // A deflate block of the reserved type 3 (RFC 1951, section 3.2.3) is an error at once.
    var member = StoredZip.Member("apple_health_export/export.xml", [0xFF, 0xFF, 0xFF, 0xFF])
    member.method = 8
    let path = try folder.write(StoredZip([member]).bytes, to: "export.zip")
    let error = #expect(throws: DaymarkError.self) { try readInput(at: path) { _ in } }
    #expect(error?.finding.code == .archiveUnreadable)
    #expect(error?.finding.location?.entry == "apple_health_export/export.xml")
  }
}
