import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel
import DaymarkTestSupport
import Foundation
import Testing

@testable import DaymarkConfiguration
@testable import DaymarkIngest

/// Holds the pages of the documentation against the code, so that neither changes alone.
struct DocumentationTests {
  @Test func `every finding code has a row with its level`() throws {
    let rows = try tableRows(of: "Errors")
    for code in FindingCode.allCases {
      let row = rows.first { $0.first == "`\(code.rawValue)`" } ?? []
      #expect(row.count == 4 && !row.contains(""), "\(code.rawValue)")
      #expect(row.dropFirst().first == code.level.rawValue, "\(code.rawValue)")
    }
  }

  @Test func `every row of a finding code is of a code that exists, and only once`() throws {
    let codes = try tableRows(of: "Errors").compactMap { $0.first }
      .filter { $0.hasPrefix("`") && $0.contains(".") }.map { $0.filter { $0 != "`" } }
    #expect(Set(codes) == Set(FindingCode.allCases.map(\.rawValue)))
    #expect(codes.count == FindingCode.allCases.count)
  }

  @Test(arguments: ReadLimit.settable)
  func `every limit has a row with its default`(limit: ReadLimit) throws {
    let row = try #require(try tableRows(of: "Errors").first { $0.first == "`\(limit.rawValue)`" })
    let most = try #require(ReadLimits()[limit])
    let units = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")]
    let unit = limit.rawValue.hasSuffix("Bytes") ? units.first { most % $0.0 == 0 } : nil
    let thousands = most.formatted(.number.locale(Locale(identifier: "en_US")))
    #expect(row[1] == (unit.map { "\(most / $0.0) \($0.1)" } ?? thousands))
  }

  @Test func `every row of a limit is of one that exists`() throws {
    let rows = try tableRows(of: "Errors")
    let headers = rows.indices.filter { rows[$0].first == "limit" }
    let names = headers.flatMap { header in
      rows[(header + 2)...].prefix { $0.count == 4 && $0[0] != "limit" }.map(\.[0])
    }
    let known = ReadLimit.settable.map { "`\($0.rawValue)`" }
    #expect(Set(names) == Set(known + ["`--reader-timeout`", "`--reader-memory`"]))
  }

  @Test(arguments: Metric.allCases)
  func `every metric has a row with its canonical unit and every unit it accepts`(
    metric: Metric
  ) throws {
    let row = try #require(try tableRows(of: "Semantics").first { $0.first == "`\(metric.id)`" })
    try #require(row.count == 5)
    #expect(row[2] == (metric.isCumulative ? "cumulative" : "discrete"))
    #expect(row[3] == "`\(metric.canonicalUnit.rawValue)`")
    let units = DaymarkModel.Unit.allCases.filter { metric.ratio(of: $0) != nil }.map {
      "`\($0.rawValue)`"
    }
    let written = row[4].split(separator: ", ").map(String.init)
    #expect(row[4] == "the same" || Set(written) == Set(units))
  }

  @Test(arguments: DaymarkModel.Unit.allCases)
  func `every unit is in the semantics and in the rules`(unit: DaymarkModel.Unit) throws {
    #expect(try page("Semantics").contains("`\(unit.rawValue)`"))
    #expect(try page("Rules").contains("`\(unit.rawValue)`"))
  }

  @Test func `every code that rejects a record is in the semantics`() throws {
    let families = ["value.", "time.", "unit.", "sample."]
    let codes = FindingCode.allCases.map(\.rawValue).filter { code in
      families.contains { code.hasPrefix($0) }
    }
    try #require(!codes.isEmpty)
    let semantics = try page("Semantics")
    for code in codes { #expect(semantics.contains("`\(code)`"), "\(code)") }
  }

  @Test func `every format has its rows in the formats, and is in the README`() throws {
    let ids = Set(inputFormats.map { $0.id.text })
    let rows = try tableRows(of: "Formats").compactMap { $0.first }
    let named = rows.filter { $0.hasPrefix("`") && ids.contains($0.filter { $0 != "`" }) }
    // What is handed in, and what is read of it.
    #expect(named.count == 2 * ids.count)
    let readme = try String(contentsOfFile: packageFolder + "/README.md", encoding: .utf8)
    for id in ids {
      #expect(named.filter { $0 == "`\(id)`" }.count == 2, "\(id)")
      #expect(readme.contains("`\(id)`"), "\(id)")
    }
  }

  @Test func `every formula and sign is on the page of strength, as are the landmarks`() throws {
    let strength = try page("Strength")
    let codes = StrengthSign.Code.allCases.map(\.rawValue)
    for code in codes + OneRepetitionFormula.allCases.map(\.rawValue) {
      #expect(strength.contains("| `\(code)` |"), "\(code)")
    }
    for landmark in try loadLandmarks(of: loadExercises().muscles) {
      let useful = "\(landmark.mostAdaptive.lowerBound)-\(landmark.mostAdaptive.upperBound)"
      let row =
        "| \(landmark.maintenance) | \(landmark.leastEffective) | \(useful)"
        + " | \(landmark.mostRecoverable) |"
      let rows = strength.split(separator: "\n").filter { $0.hasPrefix("| \(landmark.name)") }
      #expect(rows.contains { $0.hasSuffix(row) }, "\(landmark.name) \(row)")
    }
  }

  @Test(arguments: Metric.inEvidence)
  func `every array of evidence is on the page of proof, by its metric`(metric: Metric) throws {
    let array = try #require(metric.facts.evidence?.array)
    #expect(try page("Proof").contains("`\(metric.id)` of `\(array)`"), "\(metric)")
  }

  @Test func `every subcommand is in the README`() async throws {
    let help = try await Program().run("--help").output
    let list = help.split(separator: "\n").drop { $0 != "SUBCOMMANDS:" }.dropFirst()
    // Deeper lines go on with what a command does; the last says how to get help.
    let names = list.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") && !$0.contains("See '") }
      .compactMap { $0.split(separator: " ").first }
    #expect(names.count >= 6)
    let readme = try String(contentsOfFile: packageFolder + "/README.md", encoding: .utf8)
    for name in names { #expect(readme.contains("daymark \(name) "), "\(name)") }
  }

  @Test func `every code that the formats name exists`() throws {
    let codes = Set(FindingCode.allCases.map(\.rawValue))
    let families = Set(codes.compactMap { $0.split(separator: ".").first })
    for match in try page("Formats").matches(of: #/`([a-z]+)\.([a-z_]+)`/#) {
      let code = String(match.output.0.dropFirst().dropLast())
      if families.contains(match.output.1) { #expect(codes.contains(code), "\(code)") }
    }
  }

  @Test func `every kind of session and class of source is in the semantics`() throws {
    let semantics = try page("Semantics")
    let words = ActivityKind.allCases.map(\.rawValue) + DeviceClass.allCases.map(\.id)
    for word in words { #expect(semantics.contains("`\(word)`"), "\(word)") }
  }

  @Test func `every way to find a zone has a row`() throws {
    let first = try tableRows(of: "Semantics").compactMap { $0.first }
    let methods: [ZoneMethod] = [.subject, .challenge, .inferred, .fixedOffset, .assumedUTC]
    for method in methods { #expect(first.contains("`\(method.rawValue)`"), "\(method)") }
  }

  @Test func `every key and word of a rule is in the rules`() throws {
    var words = keysAndWords(of: [KeyTable.rule, KeyTable.condition])
    // Flags have a page of their own.
    words.subtract(FlagCode.allCases.map(\.rawValue))
    try #require(words.isSuperset(of: ["elevationGain", "heartRate", "recordedDays", "onBreach"]))
    words.formUnion(Outcome.allCases.map(\.rawValue))
    let rules = try page("Rules")
    for word in words.sorted() { #expect(rules.contains("`\(word)`"), "\(word)") }
  }

  @Test func `every key and word of a pipeline is in the pipelines`() throws {
    let words = keysAndWords(of: [KeyTable.pipeline, KeyTable.inboxSubject, KeyTable.manifest])
      // Limits, codes and kinds of sessions have pages of their own.
      .subtracting(ReadLimit.settable.map(\.rawValue))
      .subtracting(FindingCode.allCases.map(\.rawValue))
      .subtracting(ActivityKind.allCases.map(\.rawValue))
      .subtracting(CivilDay.Weekday.allCases.map(\.key))
    try #require(words.isSuperset(of: ["followLinks", "setAside", "received_at", "kind"]))
    let pipelines = try page("Pipelines")
    for word in words.sorted() {
      // Keys of decisions and sports are shown as they are written.
      #expect(
        pipelines.contains("`\(word)`") || pipelines.contains("\(word): "), "\(word)")
    }
  }

  @Test func `every row of a page stands in a table with a heading`() throws {
    for name in try pages().keys {
      let lines = try page(name).split(separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() where line.hasPrefix("|") {
        if index > 0, lines[index - 1].hasPrefix("|") { continue }
        #expect(
          index + 1 < lines.count && lines[index + 1].hasPrefix("|---"),
          "\(name):\(index + 1) \(line.prefix(60))")
      }
    }
  }

  @Test(arguments: FlagCode.allCases)
  func `every flag has a row with the shipped limits`(code: FlagCode) throws {
    let limit = try #require(try shippedLimits.limits[code])
    let row = try #require(try tableRows(of: "Quality").first { $0.first == "`\(code.rawValue)`" })
    try #require(row.count == 5)
    func text(_ bound: Quantity?, _ word: String = "") -> String? {
      bound.map { "\(word)\($0) \(code.unit)" }
    }
    #expect(row[2] == text(limit.notedAbove) ?? "")
    let bounds = [text(limit.flaggedBelow, "below "), text(limit.flaggedAbove, "above ")]
    let flagged =
      switch code {
      case .runningSpeed:
        "above the record for the distance and \(try shippedLimits.recordMargin) %"
      case .liftLoad:
        "above the best that is known for sex and weight, and \(try shippedLimits.liftMargin) %"
      default: bounds.compactMap { $0 }.joined(separator: ", ")
      }
    #expect(row[3] == flagged)
    #expect((row[4] == "own choice") == limit.source.hasPrefix("Daymark's own choice"))
    for publisher in row[4].split(separator: ", ") where row[4] != "own choice" {
      #expect(limit.source.contains(publisher))
    }
  }

  @Test func `every policy and profile of a pipeline is in the pipelines`() throws {
    let pipelines = try page("Pipelines")
    let words =
      ManualEntryPolicy.allCases.map(\.rawValue) + Intake.Profile.allCases.map(\.rawValue)
    for word in words { #expect(pipelines.contains("`\(word)`"), "\(word)") }
  }

  @Test func `every link leads to a page and its heading, and every page is linked from the first`()
    throws
  {
    let files = try pages()
    for name in files.keys {
      let text = try page(name)
      #expect(!text.contains(#/\]\([^)]*\.md/#), "\(name): DocC does not follow links to files")
      let links = text.matches(of: #/(?:<|\]\()doc:([A-Za-z]+)(?:\#([^>)]+))?[>)]/#)
      for link in links {
        let target = String(link.output.1)
        #expect(files[target] != nil, "\(name): \(target)")
        guard files[target] != nil, let anchor = link.output.2 else { continue }
        let anchors = try headings(of: target).map { $0.replacing(" ", with: "-") }
        #expect(anchors.contains(String(anchor)), "\(name): \(target)#\(anchor)")
      }
      if name == "Daymark" {
        #expect(
          Set(links.map { String($0.output.1) }) == Set(files.keys).subtracting(["Daymark"]))
      }
    }
  }

  @Test(
    arguments: [
      "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "pipelines/README.md",
      "pipelines/everything-i-have/README.md", "samples/README.md",
    ])
  func `every link of a file outside of the documentation leads to a file`(name: String) throws {
    let file = URL(filePath: packageFolder).appending(path: name)
    let text = try String(contentsOf: file, encoding: .utf8)
    for match in text.matches(of: #/\]\(([^):]+)\)/#) {
      let target = file.deletingLastPathComponent().appending(path: String(match.output.1))
      #expect(FileManager.default.fileExists(atPath: target.path), "\(name): \(target.path)")
    }
  }

  @Test func `every path that CONTRIBUTING names exists`() throws {
    let text = try String(contentsOfFile: packageFolder + "/CONTRIBUTING.md", encoding: .utf8)
    let paths = text.matches(of: #/`((?:Sources|Tests|pipelines|samples|\.ci)\/[^` ]*)`/#)
      .map { String($0.output.1) }.filter { !$0.contains(where: \.isPlaceholder) }
    #expect(paths.count > 20)
    for path in paths {
      #expect(FileManager.default.fileExists(atPath: "\(packageFolder)/\(path)"), "\(path)")
    }
  }
}

/// The keys of tables, and the words that their values may be.
private func keysAndWords(of tables: [KeyTable]) -> Set<String> {
  var words: Set<String> = []
  func collect(_ form: Form) {
    switch form {
    case .choice(let choices): words.formUnion(choices)
    case .truth(let values): words.formUnion(values.map { "\($0)" })
    case .list(let inner, _, _), .oneOrMore(let inner, _): collect(inner)
    case .mapping(let table): collect(table)
    default: break
    }
  }
  func collect(_ table: KeyTable) {
    for key in table.keys {
      words.insert(key.name)
      collect(key.form)
    }
  }
  for table in tables { collect(table) }
  return words
}

extension Character {
  /// Stands for a name of the reader's choice: `samples/<format>/`, `Formats/*.swift`.
  fileprivate var isPlaceholder: Bool { "<*".contains(self) }
}
