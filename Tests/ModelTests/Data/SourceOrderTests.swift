import DaymarkTestSupport
import Testing

@testable import DaymarkModel

struct SourceOrderTests {
  private func source(_ text: String, _ deviceClass: DeviceClass) -> Source {
    let parts = text.split(separator: ":", maxSplits: 1)
    return Source(
      provider: Provider(String(parts[0])), name: String(parts[1]), deviceClass: deviceClass)
  }

  @Test func `class, then provider, then name decide`() {
    let expected = [
      source("apple:Watch", .watch), source("garmin:Watch", .watch), source("apple:B", .phone),
      source("apple:a", .phone), source("garmin:Forerunner", .tracker), source("apple:App", .app),
      source("apple:Zoë", .app), source("apple:Ångström", .app), source("apple:🏃", .app),
    ]
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<50 {
      #expect(SourceOrder().sorted(expected.shuffled(using: &generator)) == expected)
    }
  }

  @Test func `patterns come first in their order`() {
    let watch = source("apple:Watch", .watch)
    let phone = source("apple:My Phone", .phone)
    let app = source("strava:Strava", .app)
    let order = SourceOrder(patterns: ["strava:*", "*Phone"])
    #expect(order.sorted([watch, phone, app]) == [app, phone, watch])
    // The first pattern that a source matches ranks it.
    let other = SourceOrder(patterns: ["*", "strava:*"])
    #expect(other.sorted([app, watch, phone]) == [watch, phone, app])
    // A kind of sources is a pattern, but no glob: this one is of no name.
    let kinds = SourceOrder(patterns: ["strava.app", "apple.*", "apple.phone"])
    #expect(kinds.sorted([watch, phone, app]) == [app, phone, watch])
  }

  @Test(arguments: [
    ("", "", true), ("", "a", false), ("*", "", true), ("*", "abc", true), ("a*", "abc", true),
    ("*c", "abc", true), ("a*c", "abc", true), ("a*c", "abcd", false), ("?", "a", true),
    ("?", "", false), ("a?c", "abc", true), ("a?c", "ac", false), ("**b**", "abc", true),
    ("*ab", "aab", true), ("*a*b", "aXbYb", true), ("a", "A", false), ("Watch", "My Watch", false),
    ("?", "ë", true), ("[a]", "a", false), ("[a]", "[a]", true), ("*?*?", "a", false),
    ("*?*?", "ab", true),
  ])
  func `glob matches the whole name`(glob: String, text: String, expected: Bool) {
    #expect(matches(glob: glob, text) == expected)
  }

  /// Semantics, "Sources and their order", compares names in NFC, U+00A0 and U+202F read as spaces;
  /// so too a name that a user copies from the export, where Apple writes the no-break space.
  @Test(arguments: ["Zoe\u{308}'s Watch", "Zoë's\u{A0}Watch", "apple:Zoë's\u{202F}W*"])
  func `pattern matches however it is spelled`(pattern: String) {
    let watch = source("apple:Zoë's Watch", .app)
    let phone = source("apple:Phone", .phone)
    #expect(SourceOrder(patterns: [pattern]).sorted([phone, watch]) == [watch, phone])
  }

  @Test func `glob of many stars takes no time`() {
    let glob = String(repeating: "*a", count: 50) + "b"
    #expect(!matches(glob: glob, String(repeating: "a", count: 2000)))
  }

  @Test func `keys count per provider and class`() {
    let sources = [
      source("apple:A", .watch), source("apple:B", .phone), source("apple:C", .phone),
      source("garmin:D", .watch), source("apple:E", .watch), source("apple:F", .app),
    ]
    #expect(
      SourceOrder.keys(of: sources) == [
        "apple.watch.1", "apple.phone.1", "apple.phone.2", "garmin.watch.1", "apple.watch.2",
        "apple.app.1",
      ])
  }

  @Test func `device classes are ordered and named`() {
    #expect(DeviceClass.allCases.sorted().map(\.id) == ["watch", "phone", "tracker", "app"])
    for deviceClass in DeviceClass.allCases {
      #expect(DeviceClass(id: deviceClass.id) == deviceClass)
    }
    #expect(DeviceClass(id: "Watch") == nil)
  }
}
