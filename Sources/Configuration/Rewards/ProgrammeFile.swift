import DaymarkDocuments
import DaymarkModel

/// Reads the programme in a folder: `programme.yaml`, and the badges, rows and pipelines that it names.
///
/// - Throws: ``ConfigurationError`` with every error of all these files.
package func loadProgramme(at folder: String) throws -> ProgrammeConfiguration {
  let findings = FindingCollector()
  let configuration = ProgrammeReader(folder, findings)?.configuration()
  guard let configuration, findings.isEmpty else { throw findings.error() }
  return configuration
}

/// The path of `programme.yaml` in a programme's folder.
func programmePath(inFolder folder: String) -> String {
  resolvedPath("programme.yaml", inFolder: folder)
}

/// Reads `programme.yaml` and the files that it names.
struct ProgrammeReader {
  let folder: String
  let file: YAMLMapping
  let findings: FindingCollector
  private let contents: String
  /// The texts of an earlier version, for which rows are not read; `nil` for the present one.
  private let texts: ProgrammeTexts?

  /// Opens a programme.
  ///
  /// - Parameter texts: The texts of an earlier version, which are read in place of the files.
  init?(_ folder: String, _ findings: FindingCollector, _ texts: ProgrammeTexts? = nil) {
    (self.folder, self.findings, self.texts) = (folder, findings, texts)
    let path = programmePath(inFolder: folder)
    guard let contents = texts?.programme ?? readText(at: path, findings),
      let root = readYAML(contents, file: path, findings),
      let file = YAMLMapping(root, .programme, findings)
    else { return nil }
    (self.file, self.contents) = (file, contents)
  }

  /// Reads the whole programme; every part is read, so that one check shows every error.
  func configuration() -> ProgrammeConfiguration? {
    let (name, title) = (file.read("programme", VersionedName.init), file.read("title", freeText))
    let days = pipeline("days", file["days"])
    let challenges = challenges(days)
    let streaks = streaks()
    let points = file.mapping("points", .programmePoints).map {
      PointReader(file: $0, streaks: file.names("streaks"), challenges: challenges.map(\.id))
    }
    let rules = points?.rules()
    let badges = badges(file.names("streaks"), challenges.map(\.id))
    var settings = settings()
    let known = file.read("known", StatedInstant.init)
    // Rows belong to the programme as it is now.
    let rows =
      texts == nil ? ProgrammeRows(folder: folder, file: file, streaks: streaksWithFreezes) : nil
    let (redemptions, freezes, pauses) = (rows?.redemptions(), rows?.freezes(), rows?.pauses())
    guard let name, let title, let days, case .days(let from, let to) = days.challenge.period else {
      return nil
    }
    if let written = file["programme"],
      ([days.challenge.id] + challenges.map(\.id)).contains(name.name)
    {
      file.reject("programme", written, expected: .noChallengesName)
    }
    (settings.name, settings.title, settings.from, settings.to) = (name, title, from, to)
    (settings.streaks, settings.points) = (streaks, rules ?? PointRules())
    settings.badges = badges.list
    var configuration = ProgrammeConfiguration(
      programme: settings, folder: folder, days: days.folder ?? folder,
      daysChallenge: days.challenge.id, zone: days.challenge.zone, known: known,
      challenges: challenges,
      texts: ProgrammeTexts(programme: contents, badges: badges.contents))
    configuration.warnings = points?.warnings() ?? []
    configuration.joined = days.subjects.reduce(into: [:]) { $0[$1.id] = $1.joined }
    configuration.redemptions = redemptions ?? []
    (configuration.freezes, configuration.pauses) = (freezes ?? [], pauses ?? [])
    return configuration
  }

  /// A programme with the settings at the top of the file, without name, streaks, points and
  /// badges.
  private func settings() -> Programme {
    var programme = Programme(
      name: VersionedName(name: "", version: ""), title: "", from: CivilDay(ordinal: 0))
    if let first = file.read("weekStartsOn", weekday) { programme.weekStartsOn = first }
    if let days = file.read("settleAfter", numberOfDays) {
      programme.settleAfter = days
    }
    if let levels = file.mapping("levels", .programmeLevels).flatMap(readLevels) {
      programme.levels = levels
    }
    if let limits = file.mapping("redeem", .redeem) {
      programme.redeem = RedemptionLimits(
        atLeast: limits.number("atLeast"), atMost: limits.number("atMost"))
    }
    programme.seasons = seasons()
    return programme
  }

  // MARK: Pipelines

  /// Reads the pipeline in a folder that a key names; the pipeline's own errors are reported as
  /// they are.
  private func pipeline(_ key: String, _ value: YAMLValue?) -> PipelineConfiguration? {
    guard let value, let path = value.text, !path.isEmpty else {
      if let value { file.reject(key, value) }
      return nil
    }
    let pipelineFolder = resolvedPath(path, inFolder: folder)
    guard !isAbsent(resolvedPath("pipeline.yaml", inFolder: pipelineFolder)) else {
      findings.add(.fileMissing, at: value.place) { $0.path = "\(path)/pipeline.yaml" }
      return nil
    }
    do {
      let pipeline = try loadPublishedPipeline(at: pipelineFolder)
      guard key != "days" || pipeline.hasDays && pipeline.series == nil else {
        file.reject(key, value, expected: .period)
        return nil
      }
      return pipeline
    } catch let error as ConfigurationError {
      for finding in error.findings { findings.add(finding) }
    } catch {
      findings.add(.fileUnreadable, at: value.place) { $0.path = path }
    }
    return nil
  }

  private func challenges(_ days: PipelineConfiguration?) -> [ProgrammeChallenge] {
    guard let value = file["challenges"] else { return [] }
    guard let elements = value.elements, !elements.isEmpty else {
      file.reject("challenges", value)
      return []
    }
    var ids: Set<String> = []
    return elements.compactMap { element in
      guard let pipeline = pipeline("challenges", element) else { return nil }
      let id = pipeline.series?.id ?? pipeline.challenge.id
      guard ids.insert(id).inserted else {
        findings.add(.configDuplicate, at: element.place, key: "challenges", value: id)
        return nil
      }
      if let days { compareSubjects(of: pipeline, with: days, at: element) }
      return ProgrammeChallenge(
        folder: pipeline.folder ?? folder, id: id, period: pipeline.challenge.period,
        series: pipeline.series)
    }
  }

  /// Reports subjects whose address or zone differs from that in the pipeline that gives the days;
  /// subjects with equal ids are the same person.
  private func compareSubjects(
    of pipeline: PipelineConfiguration, with days: PipelineConfiguration, at element: YAMLValue
  ) {
    let known = Dictionary(days.subjects.map { ($0.id, $0) }) { first, _ in first }
    for subject in pipeline.subjects {
      guard let other = known[subject.id] else { continue }
      let zones = (
        (subject.zone ?? pipeline.challenge.zone)?.id, (other.zone ?? days.challenge.zone)?.id
      )
      let addresses = (subject.address?.lowercased(), other.address?.lowercased())
      for (key, (value, expected)) in [("timeZone", zones), ("address", addresses)] {
        guard let value, let expected, value != expected else { continue }
        findings.add(
          .configBadValue, at: element.place, key: key, value: value,
          expected: .ofSubject(subject.id, expected))
      }
    }
  }

  // MARK: Parts

  private func streaks() -> [String: Streak] {
    file.named("streaks", .programmeStreak).reduce(into: [:]) { streaks, named in
      streaks[named.name] = StreakReader(file: named.mapping).streak()
    }
  }

  /// The names of streaks that have freezes, even if they have other errors.
  private var streaksWithFreezes: [String] {
    let all = file["streaks"]?.entries ?? []
    return all.filter { $0.value.entries?.contains { $0.key.text == "freezes" } ?? false }
      .compactMap { $0.key.text }.sorted()
  }

  private func badges(_ streaks: [String], _ challenges: [String]) -> (
    list: [Badge], contents: String
  ) {
    guard let path = file.word("badges") else { return ([], "") }
    let reader = BadgeReader(streaks: streaks, challenges: challenges, findings: findings)
    return reader.badges(
      at: resolvedPath(path, inFolder: folder), missingAt: file["badges"]?.place,
      contents: texts?.badges)
  }

  private func readLevels(_ levels: YAMLMapping) -> Levels? {
    let at = levels.ascending("at", fewest: 0)
    switch levels.word("policy") {
    case "quadratic":
      if levels.has("at") {
        findings.add(
          .configBadValue, at: levels.place(of: "at"), key: "at",
          expected: .onlyWith("policy: table"))
      }
      return .quadratic
    case "table":
      if !levels.has("at") { levels.missing("at") }
      return at.map { .table($0) }
    default: return nil
    }
  }

  private func seasons() -> [CivilDay] {
    let seasons = file.readList("seasons") { CivilDay($0) } ?? []
    for (place, element) in (file["seasons"]?.elements ?? []).enumerated().dropFirst()
    where place < seasons.count && seasons[place] <= seasons[place - 1] {
      file.reject("seasons", element, expected: .dayNotBefore(seasons[place - 1].advanced(by: 1)))
    }
    return seasons
  }
}

extension PipelineConfiguration {
  /// Whether the challenge's period consists of whole days.
  fileprivate var hasDays: Bool {
    if case .days = challenge.period { true } else { false }
  }
}

extension YAMLMapping {
  /// The names of the mappings under a key, whether or not these can be read.
  func names(_ key: String) -> [String] {
    self[key]?.entries?.compactMap { $0.key.text } ?? []
  }

  /// The mappings under a key, with their names.
  func named(_ key: String, _ table: KeyTable) -> [(name: String, mapping: YAMLMapping)] {
    guard let value = self[key], case .named(let pattern, _)? = self.table[key]?.form else {
      return []
    }
    guard let entries = value.entries, !entries.isEmpty else {
      reject(key, value)
      return []
    }
    return entries.compactMap { name, held in
      guard let text = name.text, pattern.matches(text) else {
        findings.add(
          .configBadValue, at: name.place, key: key, value: name.text, expected: .identifier)
        return nil
      }
      return YAMLMapping(held, table, key: text, findings).map { (text, $0) }
    }
  }

  /// Reads a list of ascending whole numbers, none of them below `least`; `nil` if the key is
  /// absent, or an error was reported.
  func ascending(_ key: String, fewest least: Int = 1) -> [Int]? {
    let numbers = readList(key) { wholeNumber($0).flatMap { $0 >= least ? $0 : nil } }
    for (place, element) in (self[key]?.elements ?? []).enumerated().dropFirst() {
      guard let numbers, numbers[place] <= numbers[place - 1] else { continue }
      reject(key, element, expected: .wholeNumber(from: numbers[place - 1] + 1, through: nil))
      return nil
    }
    return numbers
  }

  /// Reads a whole number that is at least `least`; `nil` if the key is absent, or an error was
  /// reported.
  func number(_ key: String, atLeast least: Int = 1) -> Int? {
    guard let number = read(key, wholeNumber) else { return nil }
    guard number >= least else {
      if let value = self[key] {
        reject(key, value, expected: .wholeNumber(from: least, through: nil))
      }
      return nil
    }
    return number
  }
}
