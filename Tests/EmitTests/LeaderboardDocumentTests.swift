import DaymarkDocuments
import DaymarkEmit
import DaymarkModel
import DaymarkTestSupport
import Testing

struct LeaderboardDocumentTests {
  /// Two tied with different certainty, one without a rank, one without a score.
  static let board = Leaderboard([
    entry("ben", .pass, "12000.5", isFinal: false), entry("anna", .pass, "12000.5"),
    entry("carl", .pass, "900"), entry("dora", .fail, "99999"), entry("emil", .undetermined, nil),
  ])

  static func entry(
    _ subject: String, _ outcome: Outcome, _ score: String?, isFinal: Bool = true
  ) -> Leaderboard.Entry {
    let value = score.flatMap { Quantity(decimalText: $0) }
    return Leaderboard.Entry(
      subject: subject, outcome: outcome,
      score: value.map { ScoreValue($0, unit: .meter, isFinal: isFinal) })
  }

  static func document(_ board: Leaderboard = board) throws -> JSONValue {
    let evidence = try SampleEvidence.full()
    return Members<ChallengeBoard>.leaderboard.kind.json(
      ChallengeBoard(
        toolVersion: evidence.toolVersion, challenge: evidence.challenge, rule: evidence.rule,
        asOf: evidence.verdict.asOf, board: board))
  }

  @Test
  func `the table has a line for each subject, tied ranks marked, and no rank without a pass`() {
    #expect(
      leaderboardTable(Self.board) == """
        rank,tied,subject,score,unit,final,outcome,next
        1,yes,anna,12000.5,m,yes,pass,
        1,yes,ben,12000.5,m,no,pass,
        3,no,carl,900,m,yes,pass,12000.5
        ,no,dora,99999,m,yes,fail,
        ,no,emil,,,,undetermined,

        """)
  }

  @Test(arguments: [
    ("anna", "anna"), ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""),
    ("=1+1", "'=1+1"), ("+49", "'+49"), ("-x", "'-x"), ("@SUM(A1)", "'@SUM(A1)"),
    ("=a,\"b\"", "\"'=a,\"\"b\"\"\""), ("'=1", "''=1"), ("\u{FF1D}1", "'\u{FF1D}1"),
    ("a=1", "a=1"), ("", ""), ("a\u{1B}[2J", "'a\\u{1B}[2J"), ("a\nb", "'a\\u{A}b"),
    ("\t=1", "'\\u{9}=1"), ("a\rb,", "\"'a\\u{D}b,\""), ("a\u{202E}b", "'a\\u{202E}b"),
    ("a\\u{1B}", "a\\u{1B}"), ("a\\u{1B}\n", "'a\\u{5C}u{1B}\\u{A}"),
  ])
  func `an id is quoted as RFC 4180 says, and is no formula`(id: String, field: String) {
    let board = Leaderboard([Self.entry(id, .pass, nil)])
    #expect(leaderboardTable(board).split(separator: "\n")[1] == ",no,\(field),,,,pass,")
  }

  @Test func `the document says who stands where, and what there is to beat`() throws {
    let document = try Self.document()
    #expect(document["schema"] == .string("daymark/leaderboard@1"))
    #expect(document["toBeat"] == .object(["value": .number(12000.5), "unit": .string("m")]))
    guard case .array(let rows)? = document["standings"] else {
      Issue.record("no standings")
      return
    }
    #expect(
      rows.map { $0["subject"] } == ["anna", "ben", "carl", "dora", "emil"].map(JSONValue.string))
    #expect(rows.map { $0["rank"] } == [.number(1), .number(1), .number(3), nil, nil])
    #expect(rows[1]["tied"] == .bool(true))
    #expect(rows[1]["score"]?["final"] == .bool(false))
    #expect(rows[2]["next"] == .number(12000.5))
    #expect(rows[4]["score"] == nil)
  }

  @Test func `a document of which nobody has passed is accepted by the schema`() throws {
    let nobody = try Self.document(Leaderboard([Self.entry("a", .fail, nil)]))
    #expect(try SchemaValidator(DocumentSchema.leaderboard.text).accepts(nobody))
    #expect(nobody["toBeat"] == nil)
  }
}
