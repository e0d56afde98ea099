import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkIngest

/// What a scanner makes of a text, read in chunks.
private struct Scan: Equatable {
  var rows: [[String]] = []
  /// Line and byte of each row.
  var places: [[Int]] = []
  var malformed: [[Int]] = []
  var refusal: ReadLimit?

  init(
    _ text: [UInt8], chunk: Int = 1 << 16, separator: Character = ",",
    limits: ReadLimits = ReadLimits()
  ) {
    var scanner = CSVScanner(separator: separator.asciiValue ?? 0)
    var rest = text[...]
    while true {
      switch scanner.next(limits) {
      case .end: return
      case .needsMore:
        scanner.fill(chunk) { buffer in
          let part = rest.prefix(buffer.count)
          rest = rest.dropFirst(part.count)
          buffer.copyBytes(from: part)
          return part.count
        }
      case .row:
        let row = scanner.row
        rows.append((0..<row.count).map { row.text($0) })
        places.append([row.line, row.byte])
      case .malformed(let line, let byte): malformed.append([line, byte])
      case .tooLong(let limit, _):
        refusal = limit
        return
      }
    }
  }

  init(_ text: String) { self.init(Array(text.utf8)) }
}

struct CSVTests {
  @Test(arguments: [
    ("", []),
    ("a", [["a"]]),
    ("a,b\nc,d\n", [["a", "b"], ["c", "d"]]),
    ("a,b\r\nc,d\r\n", [["a", "b"], ["c", "d"]]),
    ("a,b\rc,d\r", [["a", "b"], ["c", "d"]]),
    ("a,,\n,\n", [["a", "", ""], ["", ""]]),
    ("a,", [["a", ""]]),
    ("\n\r\n\ra\n\n", [["a"]]),
    ("\"\"\n", [[""]]),
    ("\"a,b\",\"c\nd\r\ne\"\n", [["a,b", "c\nd\r\ne"]]),
    ("\"say \"\"no\"\"\",\"\"\"\"\n", [["say \"no\"", "\""]]),
    ("\"a\"", [["a"]]),
    ("5\" pipe,b\"\"c\n", [["5\" pipe", "b\"\"c"]]),
    (" \"a\", b \n", [[" \"a\"", " b "]]),
    ("\u{FEFF}a,b\n", [["a", "b"]]),
    ("\u{FEFF}\"a\",b\n", [["a", "b"]]),
    ("Ä,日本\n", [["Ä", "日本"]]),
  ])
  func `fields are what RFC 4180 says`(_ text: String, _ rows: [[String]]) {
    let scan = Scan(text)
    #expect(scan.rows == rows)
    #expect(scan.malformed.isEmpty)
  }

  @Test func `bytes that are no UTF-8 are taken for Windows-1252`() {
    // 0x81 is no character there either.
    #expect(Scan([0x61, 0xFF, 0x2C, 0x80, 0x81, 0x0A]).rows == [["aÿ", "€\u{FFFD}"]])
  }

  @Test func `another separator is the format's own`() {
    let scan = Scan(Array("a;1,5\n".utf8), separator: ";")
    #expect(scan.rows == [["a", "1,5"]])
  }

  @Test func `rows say their first line and byte`() {
    // 4 bytes in line 1; a row of 9 bytes in lines 2 to 4; a gap in line 5.
    let scan = Scan("a,b\n\"c\r\nd\re\"\n\nf\n")
    #expect(scan.places == [[1, 0], [2, 4], [6, 14]])
  }

  @Test func `a row with text behind a quote is left out, and nothing else`() {
    let scan = Scan("a\n\"b\"c,d\ne\n")
    #expect(scan.rows == [["a"], ["e"]])
    #expect(scan.malformed == [[2, 2]])
  }

  @Test func `a row with bytes of a lost block is left out`() {
    for lost in [[0], [0, 0, 0], [0xFF, 0xFF]] as [[UInt8]] {
      let scan = Scan(Array("a,b\nc,".utf8) + lost + Array("d\ne,f\n".utf8))
      #expect(scan.rows == [["a", "b"], ["e", "f"]])
      #expect(scan.malformed == [[2, 4]])
    }
  }

  @Test func `a quote that is never closed costs the row it stands in`() {
    let scan = Scan("a\n1,\"b\nc\nd,e\n")
    #expect(scan.rows == [["a"], ["c"], ["d", "e"]])
    #expect(scan.malformed == [[2, 2]])
    #expect(Scan("a\n\"b").malformed == [[2, 2]])
  }

  @Test func `a quote that is closed by the next row's costs both no more than their lines`() {
    let scan = Scan("1,\"b\n2,\"c\"\n3,d\n")
    #expect(scan.rows == [["2", "c"], ["3", "d"]])
    #expect(scan.malformed == [[1, 0]])
  }

  @Test func `a long row is refused, and an open quote before its limit is not`() {
    var limits = ReadLimits()
    limits.rowBytes = 10
    func scan(_ text: String) -> Scan { Scan(Array(text.utf8), limits: limits) }
    #expect(scan("aaaaaaaaaa\nb\n").rows == [["aaaaaaaaaa"], ["b"]])
    #expect(scan("aaaaaaaaaaa\nb\n").refusal == .rowBytes)
    #expect(scan("\"aaaaaaaaaaa").refusal == .rowBytes)
    let open = scan("1,\"a\nb\nc\nd\ne\nf\n")
    #expect(open.malformed == [[1, 0]])
    #expect(open.rows == [["b"], ["c"], ["d"], ["e"], ["f"]])
    limits.columns = 2
    #expect(scan("a,b\nc,d,e\n").refusal == .columns)
    #expect(scan("a,b\nc,d,e\n").rows == [["a", "b"]])
  }

  @Test func `a row is read as numbers and by its names`() {
    var scanner = CSVScanner(separator: UInt8(ascii: ","))
    var rest = Array("time,1.50,-\n".utf8)[...]
    scanner.fill(100) { buffer in
      defer { rest = [] }
      buffer.copyBytes(from: rest)
      return rest.count
    }
    #expect(scanner.next(ReadLimits()) == .row)
    #expect(scanner.row.number(1)?.coefficient == 150)
    #expect(scanner.row.number(2) == nil)
    #expect(scanner.row.column(of: "time") == 0)
    #expect(scanner.row.column(of: "tim") == nil)
    #expect(scanner.row[7].isEmpty && scanner.row[-1].isEmpty)
  }

  /// A text of the bytes that mean something, and a few that do not.
  private func soup(_ random: inout SeededGenerator) -> [UInt8] {
    let alphabet = Array("aé,,\"\"\"\r\n\n\0".utf8) + [0xFF]
    return (0..<Int.random(in: 0...120, using: &random)).map { _ in
      alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
    }
  }

  @Test func `no result depends on the size of chunks`() {
    var limits = ReadLimits()
    for round in Sweep.over(0..<300, step: 7) {
      var random = SeededGenerator(seed: UInt64(4_180_000 + round))
      let text = soup(&random)
      limits.rowBytes = round % 2 == 0 ? 12 : 1000
      limits.columns = round % 3 == 0 ? 3 : 100
      let whole = Scan(text, limits: limits)
      for chunk in [1, 2, 3, 7, 13, 64] {
        #expect(Scan(text, chunk: chunk, limits: limits) == whole, "round \(round), chunk \(chunk)")
      }
    }
  }

  @Test func `what is written by the book is read back`() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<100 {
      let rows = (0..<Int.random(in: 1...8, using: &random)).map { _ in
        (0..<Int.random(in: 2...5, using: &random)).map { _ in
          String(decoding: soup(&random), as: UTF8.self).replacing("\0", with: "0")
        }
      }
      let breaks = ["\n", "\r\n", "\r"]
      let end = breaks[Int.random(in: 0...2, using: &random)]
      let text = rows.map { row in
        row.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",")
      }.joined(separator: end)
      let scan = Scan(Array(text.utf8), chunk: Int.random(in: 1...50, using: &random))
      #expect(scan.rows == rows)
      #expect(scan.malformed.isEmpty)
    }
  }

  @Test func `open quotes without end take no longer than their bytes`() {
    // Every line opens a quote that the next closes in the wrong place.
    let text = String(repeating: "1,\"aaaaaaa\n", count: 100_000)
    let (scan, taken) = processorTime { Scan(text) }
    #expect(scan.malformed.count > 0)
    #expect(taken < .seconds(20))
  }
}
