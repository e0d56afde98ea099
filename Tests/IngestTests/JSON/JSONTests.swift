import DaymarkDocuments
import DaymarkModel
import DaymarkSampleFiles
import DaymarkTestSupport
import Foundation
import Testing

@testable import DaymarkIngest

/// What the scanner makes of a document.
private struct Scan: Equatable {
  var elements: [JSONElement] = []
  var problems: [JSONScanner.Event] = []

  init(
    _ bytes: some Sequence<UInt8>, _ paths: [String] = [""], chunkBytes: Int = 1 << 16,
    depth: Int = 64
  ) {
    let bytes = Array(bytes)
    var limits = ReadLimits()
    limits.depth = depth
    var scanner = JSONScanner(paths.map(JSONPath.init), limits)
    var start = 0
    while start < bytes.count, !scanner.isDone {
      let end = min(bytes.count, start + chunkBytes)
      bytes[start..<end].withUnsafeBytes { scanner.scan($0) }
      take(scanner.takeEvents())
      start = end
    }
    if !scanner.isDone { scanner.finish() }
    take(scanner.takeEvents())
  }

  init(_ text: String, _ paths: String..., chunkBytes: Int = 1 << 16) {
    self.init(text.utf8, paths.isEmpty ? [""] : paths, chunkBytes: chunkBytes)
  }

  private mutating func take(_ events: [JSONScanner.Event]) {
    for event in events {
      if case .element(let element) = event {
        elements.append(element)
      } else {
        problems.append(event)
      }
    }
  }

  var items: [JSONItem] { elements.map(\.item) }

  /// Code and byte of each problem.
  var places: [String] {
    problems.map {
      if case .problem(let code, _, let byte, _) = $0 { "\(code.rawValue) \(byte)" } else { "" }
    }
  }
}

private func number(_ value: Int) -> JSONItem {
  .number(DecimalNumber(coefficient: UInt128(value)))
}

struct JSONElementTests {
  @Test func `elements at a path come one by one, with their line and byte`() {
    let text = """
      {"skip": [{"days": [9]}],
       "days": [1, {"a": [2]},
         "x"], "last": 3}
      """
    let scan = Scan(text, "days[]")
    #expect(scan.items == [number(1), .object(["a": .array([number(2)])]), .string("x")])
    #expect(scan.elements.map(\.line) == [2, 2, 3])
    // The first line has 25 bytes and its end; `1` is the 11th of the second, which has 24 and its end;
    // "x" the fourth of the third.
    #expect(scan.elements.map(\.byte) == [26 + 10, 26 + 13, 26 + 25 + 3])
    #expect(scan.problems.isEmpty)
  }

  @Test func `of several paths each element says which`() {
    let text = #"[{"export": [1, 2]}, {"export": [3]}, {"other": [4], "day": {"n": 5}}]"#
    let scan = Scan(text, "[].export[]", "[].day.n")
    #expect(scan.items == [number(1), number(2), number(3), number(5)])
    #expect(scan.elements.map(\.path) == [0, 0, 0, 1])
  }

  @Test func `a path may be the root, a scalar, or nothing that is there`() {
    #expect(Scan(" 12 ").items == [number(12)])
    #expect(Scan("12").items == [number(12)])
    #expect(Scan("[]").items == [.array([])])
    #expect(Scan("[]", "[]").items == [])
    #expect(Scan(#"{"a": 1}"#, "a[]").items == [])
    #expect(Scan(#"{"a": {"b": 1}}"#, "a").items == [.object(["b": number(1)])])
  }

  @Test func `strings are unescaped, and keys too`() {
    let scan = Scan(
      #"{"d\u0061y": ["\"\\\/\b\f\n\r\t", "\u00e4\ud83c\udfc3", "\ud800x"]}"#, "day[]")
    #expect(
      scan.items == [.string("\"\\/\u{8}\u{C}\n\r\t"), .string("ä🏃"), .string("\u{FFFD}x")])
  }

  @Test func `a byte order mark is passed over, and counted in places`() {
    let bytes = [0xEF, 0xBB, 0xBF] + Array("[7]".utf8)
    for size in [1, 2, 5] {
      let scan = Scan(bytes, ["[]"], chunkBytes: size)
      #expect(scan.items == [number(7)] && scan.problems.isEmpty, "\(size)")
      #expect(scan.elements.map(\.byte) == [4])
    }
  }

  @Test func `numbers stay decimals, and what is none is missing or text`() throws {
    let text = #"{"a": 1.10, "b": -2E3, "c": NaN, "d": -Infinity, "e": 1e400, "f": "12"}"#
    let item = try #require(Scan(text).items.first)
    #expect(item["a"]?.decimal == DecimalNumber("1.10"))
    #expect(item["b"]?.integer == -2000)
    #expect(item["c"] == nil && item["d"] == nil && item["g"] == nil)
    #expect(item["e"] != nil && item["e"]?.decimal == nil)
    #expect(item["f"]?.integer == 12)
    #expect(item.amount("e", .meter) == WrittenAmount(nil, .known(.meter)))
    #expect(item.amount("c", .meter) == nil)
  }

  @Test func `of a key given twice the last counts`() {
    #expect(Scan(#"{"a": 1, "a": 2}"#).items == [.object(["a": number(2)])])
  }
}

struct JSONDamageTests {
  /// A malformed element is left out, and the next one read.
  @Test(arguments: [
    ("[1, {\"a\": }, 3]", 10), ("[1, {\"a\" 2}, 3]", 9), ("[1, {2}, 3]", 5), ("[1, 0x2, 3]", 4),
    ("[1, [2, ], 3]", 8), ("[1, {\"a\": [2}, 3]", 12), ("[1, \"\\q\", 3]", 5),
    ("[1, {\"a\": \"b\n}, 3]", 12), ("[1, tru, 3]", 4), ("[1, 2., 3]", 4),
    ("[1, {\"a\": 2 3}, 3]", 12), ("[1, \"a\u{0}b\", 3]", 6), ("[1, \"\\t\u{0}\", 3]", 7),
  ])
  func `a malformed element is left out with its place`(text: String, byte: Int) {
    let scan = Scan(text, "[]")
    #expect(scan.items == [number(1), number(3)])
    #expect(scan.places == ["json.malformed \(byte)"])
  }

  @Test(arguments: [
    // A comma too many or too few, a wrong bracket, a value without key.
    ("[1,, 3]", 3), ("[1 3]", 3), ("[1, 3,]", 6), ("[1, 3} ]", 5), ("[1, 3] x", 7), ("[1: 3]", 2),
  ])
  func `what is wrong between elements is reported once, and all elements kept`(
    text: String, byte: Int
  ) {
    let scan = Scan(text, "[]")
    #expect(scan.items.first == number(1))
    #expect(scan.places == ["json.malformed \(byte)"])
    if !text.contains(":") { #expect(scan.items.last == number(3)) }
  }

  @Test func `an array that is closed by its object's bracket costs no more than itself`() {
    let scan = Scan(#"[{"n": [1, 2}, {"n": [3]}]"#, "[].n[]")
    #expect(scan.items == [number(1), number(2), number(3)])
    #expect(scan.places == ["json.malformed 12"])
  }

  @Test func `a document cut at any byte gives the elements before, and says truncated`() {
    let text = Array(
      #"{"s": "a\"]", "days": [{"a": [1, "}"]}, 22, null, "\u00e4\\"], "n": 1e5}"#.utf8)
    let whole = Scan(text, ["days[]", "n"])
    #expect(whole.elements.count == 5 && whole.problems.isEmpty)
    for length in 0..<text.count {
      let cut = Scan(text[..<length], ["days[]", "n"])
      #expect(whole.elements.starts(with: cut.elements), "\(length)")
      #expect(cut.places == ["json.truncated \(length)"], "\(length)")
    }
  }

  @Test func `a bomb of brackets ends at the limit`() {
    for bomb in [String(repeating: "[", count: 1_000_000), String(repeating: #"{"a":"#, count: 65)]
    {
      for paths in [["[]"], [""], ["a.a.a[]"]] {
        let scan = Scan(bomb.utf8, paths)
        // The 65th bracket.
        let byte = bomb.first == "[" ? 64 : 64 * 5
        #expect(scan.elements.isEmpty && scan.places == ["json.limit \(byte)"])
      }
    }
  }

  @Test func `an element that is too large is left out`() {
    let large = "\"" + String(repeating: "x", count: ReadLimits().elementBytes) + "\""
    let scan = Scan("[1, \(large), 3]", "[]")
    #expect(scan.items == [number(1), number(3)])
    #expect(scan.places == ["json.limit 4"])
  }
}

/// Documents of chance.
struct JSONPropertyTests {
  private func text(_ random: inout SplitMix64, depth: Int = 0) -> String {
    let space = ["", " ", "\n", "\r\n\t"][random.number(in: 0...3)]
    let parts = (0..<random.number(in: 0...4)).map { _ in depth }
    switch random.number(in: 0...(depth < 5 ? 7 : 5)) {
    case 0: return space + ["true", "false", "null"][random.number(in: 0...2)]
    case 1: return "\(random.number(in: 0...1_000_000))" + space
    case 2: return "-\(random.number(in: 1...9))"
    case 3: return "\(random.number(in: 1...9))e\(random.number(in: 0...6))"
    case 4, 5: return string(&random)
    case 6:
      let elements = parts.map { _ in text(&random, depth: depth + 1) }
      return "[" + space + elements.joined(separator: space + ",") + space + "]"
    default:
      // Foundation and we may differ in which of two equal keys counts.
      let members = parts.indices.map { "\"\($0)\"\(space): " + text(&random, depth: depth + 1) }
      return "{" + members.joined(separator: ",\(space)") + space + "}"
    }
  }

  private func string(_ random: inout SplitMix64) -> String {
    let pieces = [
      "a", "Ä", "日", "🏃", "\\\"", "\\\\", "\\n", "\\u00fc", "\\ud83c\\udfc3", "{", "}", "[", "]",
      ",",
      ":",
    ]
    let count = random.number(in: 0...6)
    let chosen = (0..<count).map { _ in pieces[random.number(in: 0...(pieces.count - 1))] }
    return "\"" + chosen.joined() + "\""
  }

  private func isEqual(_ item: JSONItem, _ value: JSONValue) -> Bool {
    switch (item, value) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.string(let a), .string(let b)): a == b
    case (.number, .number(let b)): item.integer.map(Double.init) == b
    case (.array(let a), .array(let b)): a.count == b.count && zip(a, b).allSatisfy(isEqual)
    case (.object(let a), .object(let b)):
      a.count == b.count && a.allSatisfy { key, value in b[key].map { isEqual(value, $0) } == true }
    default: false
    }
  }

  @Test func `documents are read as Foundation reads them`() throws {
    for seed in Sweep.over(1...2000 as ClosedRange<UInt64>, step: 11) {
      var random = SplitMix64(seed: seed)
      let text = text(&random)
      let scan = Scan(text)
      let item = try #require(scan.items.first, "seed \(seed)")
      let value = try JSONValue(parsing: text.utf8)
      #expect(scan.problems.isEmpty && isEqual(item, value), "seed \(seed)")
      let parts = Scan("[\(text), \(text)]", "[]")
      #expect(parts.items == [item, item] && parts.problems.isEmpty, "seed \(seed)")
    }
  }

  @Test func `whatever is wrong, the size of chunks changes nothing`() {
    for seed in Sweep.over(1...2000 as ClosedRange<UInt64>, step: 11) {
      var random = SplitMix64(seed: seed)
      var bytes = Array(#"{"days": [\#(text(&random)), \#(text(&random))], "n": 1}"#.utf8)
      let pieces = ["[", "]", "{", "}", "\"", ",", ":", "\\", "\n", "1", "x", "\0", "{\"days\": ["]
      for _ in 0...random.number(in: 0...3) {
        let at = random.number(in: 0...(bytes.count - 1))
        switch random.number(in: 0...2) {
        case 0: bytes[at] = UInt8(random.number(in: 0...255))
        case 1: bytes.removeSubrange(at..<min(bytes.count, at + random.number(in: 1...9)))
        default:
          bytes.insert(contentsOf: pieces[random.number(in: 0...(pieces.count - 1))].utf8, at: at)
        }
        if bytes.isEmpty { bytes = [0] }
      }
      let whole = Scan(bytes, ["days[]", "n"])
      for size in [1, random.number(in: 2...9)] {
        #expect(Scan(bytes, ["days[]", "n"], chunkBytes: size) == whole, "seed \(seed)")
      }
      for element in whole.elements { #expect(bytes.indices.contains(element.byte)) }
    }
  }

  @Test func `a key that stands twice is said, inside an element and on the way to it`() throws {
    let inside = Scan(#"{"a":[{"x":1,"y":{"z":1,"z":2}}]}"#, "a[]")
    #expect(inside.elements.map { $0.repeated?.key } == ["z"])
    #expect(inside.elements.map { $0.repeated?.offset } == [24])
    for chunk in [1, 3, 1 << 16] {
      let outside = Scan(#"{"a":[1],"b":0,"b":0,"a":[2]}"#, "a[]", chunkBytes: chunk)
      #expect(outside.items.count == 2)
      #expect(outside.problems.count == 1)
      guard case .problem(.jsonDuplicateKey, _, _, let facts)? = outside.problems.first else {
        Issue.record("nothing was said")
        continue
      }
      #expect(facts.key == "a")
    }
    #expect(Scan(#"[{"a":1},{"a":1}]"#, "[]").elements.allSatisfy { $0.repeated == nil })
  }
}
