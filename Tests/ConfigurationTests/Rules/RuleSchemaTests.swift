import DaymarkDocuments
import DaymarkModel
import DaymarkTestSupport
import Foundation
import Testing

@testable import DaymarkConfiguration

/// The loader and the JSON Schema of rules.yaml accept and refuse the same documents.
struct RuleSchemaTests {
  /// A rule with every key of the language.
  static let everything = """
    rule: everything@1.0.0-rc.1+b
    title: 5
    requires:
      all:
        - any:
            - total: { metric: steps, atLeast: 10000, on: [sat, sun], from: 2025-09-01, to: 2025-09-30 }
            - not: { best: { metric: flightsClimbed, moreThan: 40 count } }
          reason: Not enough
        - some:
            count: 2
            of:
              - days: { metric: activeEnergy, between: [100 kcal, 1e3 kJ], count: 5 }
              - days: { metric: distanceCycling, lessThan: 5.5 km, every: true }
              - streak: { metric: distanceSwimming, atMost: 5000 yd, days: 3, misses: 1 }
        - total:
            of: [{ metric: distanceWalkingRunning }, { metric: distanceCycling, times: 1/3 }]
            atLeast: 100 km
        - days: { of: [{ metric: steps }, { metric: flightsClimbed, times: 12 }], moreThan: 9000, count: 3 }
        - average: { metric: exerciseTime, atLeast: 45 min, over: recordedDays }
        - average:
            metric: steps
            baseline: { days: 28, before: period, atLeastDays: 14, times: 1.2 }
            floor: 5000
        - streak: { metric: stepsOrPushes, baseline: { days: 300, before: period }, floor: 5000, days: 3 }
        - window: { metric: distanceWalkingRunning, atLeast: 20 mi, days: 7 }
        - weekly:
            weeks: 3
            days: { metric: steps, atLeast: 8000, count: 5 }
            weekStartsOn: sun
            partialWeeks: count
        - weekly: { weeks: 4, activities: { kind: run, count: 3, where: { speed: { atLeast: 9 km/h } } } }
        - weekly: { weeks: 3, inARow: true, total: { metric: exerciseTime, atLeast: 150 min } }
        - monthly:
            months: 1
            partialMonths: count
            any:
              - activityTotal: { kind: run, sum: distance, atLeast: 50 km }
              - streak: { metric: steps, atLeast: 8000, days: 20, misses: 2 }
        - within: { anyDays: 7, times: 2, heartRate: { statistic: min, atMost: 60 bpm, days: 3 } }
        - activities:
            kind: [run, walk]
            indoor: false
            count: 3
            where:
              distance: { atLeast: 5 km }
              duration: { between: [30 min, 2 hr] }
              energy: { moreThan: 100 kcal }
              elevationGain: { atMost: 300 ft }
              pace: { lessThan: 6:00 min/km }
              averageHeartRate: { atMost: 150 bpm }
              maximumHeartRate: { atMost: 3 count/s }
              heartMinutes: { above: 120 bpm, upTo: 150 bpm, atLeast: 20 min }
        - activityDays: { kind: run, every: true, on: [sat] }
        - activityTotal: { kind: yoga, sum: duration, atLeast: 90 min }
        - activityTotal: { sum: sessions, between: [3, 5] }
        - activityTotal:
            kind: learning
            sum: duration
            atLeast: 60 min
            each: true
            where: { name: [Anki, Duolingo], duration: { atLeast: 5 min } }
        - weekly:
            weeks: 2
            activityTotal: { kind: learning, sum: duration, atLeast: 1 hr, each: true, where: { name: [A, B] } }
        - heartRate: { statistic: max, atMost: 180 bpm, days: 5 }
        - heartMinutes: { above: 140 bpm, atLeast: 20 min, days: 5, on: [sat, sun] }
        - heartMinutes: { above: 2.5 count/s, atMost: 1 hr }
        - days: { heartMinutesAbove: 140 bpm, atLeast: 20 min, count: 5 }
        - weekly: { weeks: 1, total: { heartMinutesAbove: 140 bpm, atLeast: 150 min } }
        - heartRate: { statistic: average, moreThan: 50 bpm, every: true }
        - feat: { id: pushups-1min, atLeast: 40 }
        - feat: { id: bench, counts: load, atLeast: 60 kg }
        - lift: { exercise: squat, estimate: { atLeast: 100 kg } }
        - lift: { exercise: bench-press, load: { moreThan: 225 lb } }
        - lift: { exercise: deadlift, load: { atLeast: 1.5 x bodyWeight } }
        - lift: { exercise: pull-ups, repetitions: { between: [10, 20] } }
        - use: moved
          reason: Named
    conditions:
      moved: { best: { metric: steps, atLeast: "1" } }
    onMissing: undetermined
    score: { window: { metric: steps, days: 7, on: [mon] } }
    quality:
      - manualShare: { metric: steps, atMost: 0 % }
        lateShare: [{ metric: steps, atMost: 12.5 % }, { metric: activeEnergy, atMost: 5% }]
      - flags: { atMost: 3, codes: [run.speed] }
        onBreach: fail
    """

  static let shipped: [String] = files(named: "rules.yaml")

  private static func files(named file: String) -> [String] {
    let folder = "\(packageFolder)/pipelines"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().map { "\(folder)/\($0)/\(file)" }
      .filter { FileManager.default.fileExists(atPath: $0) }
  }

  private let schema = try? SchemaValidator(FileSchema.rules.text { "\($0)" })

  /// What both say of a text: the loader without a period, which no schema knows.
  private func answers(_ text: String) throws -> (loader: [Finding], schema: Bool) {
    let files = try Files(["rules.yaml": text])
    let path = files.folder + "/rules.yaml"
    let findings = files.findings { _ in _ = try loadRule(at: path, period: nil) }
    let value = try #require(readYAML(at: path, FindingCollector()))
    return (findings, try #require(schema).accepts(JSONValue(asEditorsRead: value)))
  }

  @Test func `a rule with every key is accepted by both`() throws {
    let (loader, schema) = try answers(Self.everything)
    #expect(loader.isEmpty)
    #expect(schema)
    // Each key of the tables stands in it, so that each is mutated below.
    var keys: Set<String> = []
    func collect(_ table: KeyTable) {
      for key in table.keys {
        keys.insert(key.name)
        switch key.form {
        case .mapping(let inner), .oneOrMore(.mapping(let inner), _),
          .list(.mapping(let inner), _, _):
          collect(inner)
        default: break
        }
      }
    }
    collect(.rule)
    collect(.condition)
    for key in keys { #expect(Self.everything.contains("\(key):"), "\(key)") }
  }

  @Test(arguments: [
    ("activityTotal: { sum: duration, atLeast: 1 hr, where: { name: [A, ~] } }", false),
    ("feat: { id: true, atLeast: 40 }", true),
  ])
  func `words that YAML takes for no text: both say the same`(
    leaf: String, isAccepted: Bool
  ) throws {
    let (loader, schema) = try answers("rule: r@1.0.0\ntitle: T\nrequires:\n  \(leaf)\n")
    #expect(loader.isEmpty == isAccepted, "\(loader)")
    #expect(schema == isAccepted)
  }

  @Test func `the shipped rules are accepted by both`() throws {
    // One test of all, as a validator compiles its patterns anew.
    for path in Self.shipped {
      let (loader, schema) = try answers(String(contentsOfFile: path, encoding: .utf8))
      #expect(loader.isEmpty, "\(path)")
      #expect(schema, "\(path)")
    }
  }

  @Test(arguments: [(FileSchema.rulesTest, "rules_test.yaml"), (.pipeline, "pipeline.yaml")])
  func `the schemas of the other files accept what is shipped`(
    schema: FileSchema, name: String
  ) throws {
    let validator = try SchemaValidator(schema.text { "\($0)" })
    let rules = try #require(self.schema)
    let paths = Self.files(named: name)
    #expect(!paths.isEmpty)
    for path in paths {
      let value = try #require(readYAML(at: path, FindingCollector()))
      let document = JSONValue(asEditorsRead: value)
      #expect(try validator.accepts(document), "\(path)")
      // And no other file: it can refuse.
      #expect(try !rules.accepts(document), "\(path)")
    }
  }

  /// Words and values that may stand where another does.
  private static let values: [YAMLTree] =
    [
      "steps", "heartRate", "stepz", "run", "mon", "5", "0", "7", "8", "-1", "1.5", "999999",
      "1000000", "5 km", "5 KM", "5km", "5  km", "0 km", "45 min", "6:00 min/km", "6:60 min/km",
      "6:00 km", "180 bpm", "400 kcal", "5 m/s", "12.5 %", "101 %", "true", "false", "yes", "fail",
      "zero", "recordedDays", "count", "2025-09-31", "2025-09-05", "2025-9-5", "~", "text",
      "distance",
      "r@1.0.0", "r@1", "all", "max", "sessions", "1e3", "+5 count", ".5 hr", "manual.share",
      "0.00 m/s",
    ].map { .scalar($0) } + [
      .scalar("5", isQuoted: true), .scalar("", isQuoted: true), .scalar("a\nb", isQuoted: true),
      .scalar("010", isQuoted: true), .scalar(" 5 km ", isQuoted: true),
      .list([]), .mapping([]), .list([.scalar("mon"), .scalar("mon")]),
      .list([.scalar("1"), .scalar("2")]), .list([.scalar("1 km"), .scalar("2 km")]),
      .mapping([.init(key: "atLeast", value: .scalar("5 km"))]),
      .mapping([.init(key: "metric", value: .scalar("steps"))]),
    ]

  private static let keys =
    [
      "atLeast", "atleast", "lessThan", "between", "count", "every", "days", "metric", "sum",
      "kind",
    ]
    + [
      "reason", "use", "on", "from", "misses", "over", "where", "indoor", "weeks", "total", "some",
    ]
    + ["of", "not", "foreign", "onBreach", "flags", "score", "statistic", "activities"]
    + ["inARow", "months", "anyDays", "times", "all", "any", "best"]

  /// Whether only the loader can refuse for this; see ``FileSchema``.
  private func isBeyondSchema(_ finding: Finding, _ text: String) -> Bool {
    let value = finding.facts.value ?? ""
    if finding.code == .configDuplicate,
      KeyTable.term["metric"]?.form.words.contains(finding.facts.key ?? "") ?? false
    {
      return true
    }
    switch (finding.facts.key, finding.facts.expected) {
    case ("use", .onlyOne): return false
    case ("use", _):
      return value.wholeMatch(of: #/[A-Za-z][A-Za-z0-9_\-]*/#) != nil
        && !["true", "false"].contains(value)
    case ("between", .thresholdNotBelowFirst), ("to", .dayNotBefore), ("upTo", .heartRateAbove),
      ("atLeastDays", .atMost(_, .days)),
      ("count", .atMost(_, .conditions)):
      return true
    case ("exercise", .exerciseName): return !value.isEmpty && value != "~"
    case (_, .weight): return ["1e3", "+5", "1.500"].contains(value)
    case (_, .atMost(_, .weekDays)): return Int(value).map { $0 <= 7 } ?? false
    case (_, .atMost(_, .monthDays)): return Int(value).map { $0 <= 31 } ?? false
    case (_, .atMost(_, .stretchDays)): return true
    // A whole number that is written in a way of its own.
    case (_, .wholeNumber(_, let most)):
      return value == "1e3" && most ?? 1000 >= 1000 || value == "+5" && most ?? 5 >= 5
    case (_, .thresholdWithUnit(.count, _)): return value == "1e3" || value == "+5"
    case ("name", .oneOrMore(.name)): return finding.code == .configMissingKey
    default: return false
    }
  }

  @Test(arguments: Sweep.over(0..<8, step: 3) as [UInt64])
  func `one or two changes to a rule: both say the same`(round: UInt64) throws {
    var random = SeededGenerator(seed: 1000 + round)
    let texts =
      [Self.everything] + (try Self.shipped.map { try String(contentsOfFile: $0, encoding: .utf8) })
    var accepted = 0
    var refused = 0
    while accepted + refused < 55 {
      let isLarge = Int.random(in: 0..<10, using: &random) < 7
      let text = isLarge ? Self.everything : texts[Int.random(in: 0..<texts.count, using: &random)]
      let files = try Files(["rules.yaml": text])
      let root = try #require(readYAML(at: files.folder + "/rules.yaml", FindingCollector()))
      var tree = YAMLTree(root)
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        tree.mutate(Self.keys, Self.values, &random)
      }
      // A key twice is no document that an editor could show to a schema.
      if tree.hasRepeatedKey { continue }
      let (loader, schema) = try answers(tree.text)
      let isRefused = loader.contains { !isBeyondSchema($0, tree.text) }
      #expect(
        schema == !isRefused, "\(tree.text) \(loader.map { "\($0.code.rawValue) \($0.facts)" })")
      if isRefused { refused += 1 } else { accepted += 1 }
    }
    // Neither of the two alone would show anything.
    #expect(accepted >= 2)
    #expect(refused >= 25)
  }
}

extension YAMLTree {
  fileprivate var hasRepeatedKey: Bool {
    switch self {
    case .scalar: false
    case .list(let elements): elements.contains(where: \.hasRepeatedKey)
    case .mapping(let entries):
      Set(entries.map(\.key)).count < entries.count
        || entries.contains(where: { $0.value.hasRepeatedKey })
    }
  }

  /// One change at a place by chance: a key dropped, renamed, added or moved, a value replaced or
  /// swapped, an element dropped or repeated.
  fileprivate mutating func mutate(
    _ keys: [String], _ values: [YAMLTree], _ random: inout SeededGenerator
  ) {
    var target = Int.random(in: 0..<nodeCount, using: &random)
    change(at: &target) { $0.changeHere(keys, values, &random) }
  }

  private var nodeCount: Int {
    switch self {
    case .scalar: 1
    case .list(let elements): elements.reduce(1) { $0 + $1.nodeCount }
    case .mapping(let entries): entries.reduce(1) { $0 + $1.value.nodeCount }
    }
  }

  private mutating func change(at target: inout Int, _ body: (inout YAMLTree) -> Void) {
    if target == 0 { body(&self) }
    target -= 1
    guard target >= 0 else { return }
    switch self {
    case .scalar: break
    case .list(var elements):
      for index in elements.indices where target >= 0 { elements[index].change(at: &target, body) }
      self = .list(elements)
    case .mapping(var entries):
      for index in entries.indices where target >= 0 {
        entries[index].value.change(at: &target, body)
      }
      self = .mapping(entries)
    }
  }

  private mutating func changeHere(
    _ keys: [String], _ values: [YAMLTree], _ random: inout SeededGenerator
  ) {
    func pick<Element>(_ elements: [Element]) -> Element {
      elements[Int.random(in: 0..<elements.count, using: &random)]
    }
    switch self {
    case .scalar: self = pick(values)
    case .list(var elements):
      guard !elements.isEmpty else {
        self = .list([pick(values)])
        return
      }
      let index = Int.random(in: elements.indices, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: elements.remove(at: index)
      case 1: elements.append(elements[index])
      case 2: elements[index] = pick(values)
      default: elements.reverse()
      }
      self = .list(elements)
    case .mapping(var entries):
      guard !entries.isEmpty else { return }
      let index = Int.random(in: entries.indices, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: entries.remove(at: index)
      case 1: entries[index].key = pick(keys)
      case 2: entries.append(Entry(key: pick(keys), value: pick(values)))
      case 3: entries[index].value = pick(values)
      default:
        let other = Int.random(in: entries.indices, using: &random)
        let value = entries[index].value
        entries[index].value = entries[other].value
        entries[other].value = value
      }
      self = .mapping(entries)
    }
  }
}
