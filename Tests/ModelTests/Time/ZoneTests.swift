import DaymarkModel
import Testing

struct ZoneTests {
  @Test(arguments: ["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Etc/GMT+5"])
  func `zone name is UTC or has a slash`(name: String) {
    #expect(Zone(name: name)?.id == name)
    #expect(Zone(id: name) == .named(name))
  }

  @Test(arguments: [
    "EST", "GMT+1", "GMT", "CET", "utc", "Europe/Berlim", "Europe/", "/", "", "+01:00",
    "../etc/localtime",
  ])
  func `anything else is no zone name`(name: String) {
    #expect(Zone(name: name) == nil)
  }

  @Test(arguments: [
    ("+00:00", 0), ("+02:00", 7200), ("-03:30", -12_600), ("+05:45", 20_700), ("-11:00", -39_600),
  ])
  func `fixed offset is named by hours and minutes`(id: String, seconds: Int) {
    #expect(Zone.fixedOffset(seconds: seconds).id == id)
    #expect(Zone(id: id) == .fixedOffset(seconds: seconds))
  }

  @Test(arguments: ["+2:00", "02:00", "+0200", "+02:60", "+24:00", "+02:0x", "±02:00"])
  func `other text is no offset`(id: String) {
    #expect(Zone(id: id) == nil)
  }

  @Test func `offset follows the clock of the zone`() throws {
    let summer = try #require(Instant(rfc3339: "2025-07-01T00:00:00Z"))
    let winter = try #require(Instant(rfc3339: "2025-01-01T00:00:00Z"))
    #expect(Zone.named("Europe/Berlin").offsetSeconds(at: summer) == 7200)
    #expect(Zone.named("Europe/Berlin").offsetSeconds(at: winter) == 3600)
    #expect(Zone.fixedOffset(seconds: -5400).offsetSeconds(at: summer) == -5400)
    #expect(Zone.utc.offsetSeconds(at: summer) == 0)
  }
}
