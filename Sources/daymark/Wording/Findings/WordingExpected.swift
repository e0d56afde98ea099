import DaymarkDocuments
import DaymarkModel

// Words for an expected value, which follow "expected" in an error and describe a key in a schema.
extension Wording {
  // The switch has no default, so the compiler finds a form without words.
  static func words(_ expected: ExpectedValue) -> String {
    switch expected {
    case .text: "text"
    case .mapping: "a mapping"
    case .object: "an object"
    case .path: "a path"
    case .date: "a date, yyyy-MM-dd"
    case .month: "a month, yyyy-MM"
    case .englishMonth: "a month and a year, such as December 2024"
    case .instantOrDate:
      "an instant, such as 2025-10-01T00:00:00Z, or a date, which stands for its end"
    case .dateOrMonth:
      "the first day of an occurrence, yyyy-MM-dd, or the month of one that comes monthly, yyyy-MM"
    case .dateOrPercentage: "a date, yyyy-MM-dd, or a percentage such as 40 %"
    case .wholeSeconds: "a time of whole seconds, such as 90 s or 1 min"
    case .featID: "a name of at most 64 letters, digits, -, _ and ., the first a letter or digit"
    case .instant: "an instant, such as 2025-10-01T00:00:00Z"
    case .timeZone: "a time zone, such as Europe/Berlin or UTC"
    case .wholeHeartRate:
      "a whole heart rate from \(HeartRate.thresholds.lowerBound) to "
        + "\(HeartRate.thresholds.upperBound - 1) bpm, such as 140 bpm"
    case .heartRateAbove(let rate): "a whole heart rate above \(rate) bpm"
    case .weight: "a factor such as 1/3, 0.25 or 2, up to 99"
    case .amountsOfOneUnit(let most):
      "at most \(most) metrics, all of one unit: distances with distances, counts with counts"
    case .percentage: "a percentage from 0 % to 100 %, such as 12.5 %"
    case .identifier: "a name of a-z, 0-9 and -"
    case .parameterName: "a name of letters and digits"
    case .versionedName(let example): "name@version, such as \(example)"
    case .hexadecimal(let bytes): "0x and \(2 * bytes) hexadecimal digits"
    case .decimalNumber: "a decimal number"
    case .atomicAmount:
      "a whole number of atomic units, without signs or separators, of at most 30 digits"
    case .placeWeights: "a list of whole numbers, the first above 0"
    case .wordWithoutSpace: "text without white space"
    case .unixMilliseconds: "a decimal number, Unix milliseconds"
    case .challengeID:
      "text that makes a folder name of at most 255 bytes, not \(oneOf(RunFile.reservedNames))"
    case .subjectID:
      "text that makes a folder name of at most 255 bytes, not \(reservedNames)"
    case .wholeNumber(let least, nil): "a whole number from \(least)"
    case .wholeNumber(let least, let most?): "a whole number from \(least) to \(most)"
    case .number: "a number from 0"
    case .integer: "a whole number, such as 12 or -12"
    case .numberAboveZero: "a number above 0, as nothing is below 0"
    case .numberWithUnit(let unit): "a number and \(unit)"
    case .bareNumber(let unit): bareNumber(unit)
    case .scoreNumber: "a number in the unit of the rule's score"
    case .raceTime: "a time above 0, such as 9.58, 1:40.91 or 1:59:30"
    case .period:
      "first and last day, such as 2025-09-01..2025-09-07, at most \(Period.mostDaysOfCase) days"
    case .oneOf(let words): oneOf(words)
    case .list(.dayFigure(let unit)):
      "a list with \(bareNumber(unit)), for each day; - is a day without data, and ~ before a"
        + " number an incomplete day"
    case .list(.word(let words)): "a list of \(words.joined(separator: ", "))"
    case .list(let item): "a list of \(plural(item))"
    case .oneOrMore(.word(let words)): "one or a list of \(words.joined(separator: ", "))"
    case .oneOrMore(.gate): "gates, in a mapping or a list of them"
    case .oneOrMore(let item): "one of, or a list of, \(plural(item))"

    // Thresholds, conditions and keys.
    case .threshold: "a threshold"
    case .twoThresholds: "two thresholds"
    case .thresholdWithUnit(.count, _): "a whole number from 0, without point or comma"
    case .thresholdWithUnit(let unit, let units):
      (unit.dimension == .pace ? "a pace such as 6:00 min/km, or " : "")
        + "a number from 0 and a unit of \(units.joined(separator: ", "))"
    case .thresholdAboveZero: "a threshold above 0, as nothing is below 0"
    case .thresholdNotBelowFirst: "a threshold not below the first"
    case .below(let key): "less than `\(key)`"
    case .fasterRecord: "longer distances at no greater speed"
    case .condition: "a condition"
    case .conditions: "one condition or more"
    case .mappingOf(let key): "a mapping, such as `\(key): \(example(of: key))`"
    case .mappingLike(let key?, let example): "a mapping, such as `\(key): \(example)`"
    case .mappingLike(nil, let example): "a mapping, such as `\(example)`"
    case .eachStretch("weekly"):
      "what each week must have, such as `weekly: \(example(of: "weekly"))`"
        + " or `weekly: { weeks: 4, total: { metric: steps, atLeast: 50000 } }`"
    case .eachStretch(let key):
      "what each \(key == "monthly" ? "month" : "stretch of days") must have, such as"
        + " `\(key): \(example(of: key))`"
    case .noBaselineInStretches, .baselineOnlyIn: "a threshold, such as `atLeast`"
    case .metricOfBaseline(let metrics): metrics.joined(separator: ", ")
    case .besideStretches: "it beside `weeks`, `months` or `anyDays`"
    case .heartRateLeaf(isAverage: true):
      "another metric, or a condition in place of this one: of days"
        + " `heartRate: { statistic: average, atLeast: 80 bpm, days: 5 }`, of sessions"
        + " `activities: { kind: run, count: 3, where: { averageHeartRate: { atLeast: 140 bpm } } }`"
    case .heartRateLeaf:
      "another metric, or the condition `heartRate: \(example(of: "heartRate"))`"
        + " in place of this one"
    case .conditionsUnderAll: "a condition; to ask for several put them under `all:`"
    case .bothUnderAll(let other): "it under `all:`, in a list with `\(other)`"
    case .dashes: "a list; put `- ` before each condition"
    case .definedConditionName: "the name of a condition under `conditions:`"
    case .newConditionName: "a name of letters, digits, - and _ that begins with a letter"
    case .receipts: "an instant, or a mapping from names of files to instants"
    case .namedConditions: "conditions, each under a name of letters, digits, - and _"
    case .noCircle(let names):
      "conditions that do not use themselves (\(names.joined(separator: " uses ")))"
    case .nested(let most): "conditions nested at most \(most) deep"
    case .conditionsTogether(let most):
      "at most \(most) conditions in all, each `use` counted as what it names"
    case .scoredRule: "a rule with `score:`"
    case .keys(let keys): keys.joined(separator: ", ")
    case .indentedUnder(let parent): "it under `\(parent)`, indented by two spaces more"
    case .onlyOne(let keys): "only one of \(keys.joined(separator: ", "))"
    case .anyOne: "one of these"
    case .countOrEvery(let key): "`\(key)`, how many days, or `every: true`, all of them"
    case .daysOrInstants: "either from and to, or start and end"
    case .daysOfOneWeek(let first):
      "days that follow each other in a week that begins on \(first): see weekStartsOn"
    case .challengeOnce: "a challenge that takes place once"
    case .figuresOrArchive: "either figures or an archive"
    case .onlyWith(let other): "nothing here: it goes with `\(other)`"
    case .spaceAfterColon: "a space after the colon"
    case .numberWithoutComma: "numbers without commas, such as 10000"

    // Counts, days, sweeps and the folders of a challenge.
    case .atMost(let most, let things): "at most \(most)\(reason(things))"
    case .values(let count, let given): "\(count) values, one for each day, not \(given)"
    case .fields(let count): "\(count) fields"
    case .dayOfPeriod(let from, let to): "a day of the period, \(from) to \(to)"
    case .anyDayOfPeriod: "at least one day of the period"
    case .dayNotBefore(let day): "a day not before \(day)"
    case .instantAfter(let start): "an instant after \(start)"
    case .instantNotBeforeEnd(let end): "an instant not before the period's end, \(end)"
    case .periodThatHolds(let place): "a period that can hold what \(place) asks for"
    case .metricWithValues: "a metric with values under `days`"
    case .thresholdValue(let unit?, let units):
      "a number from 0, in \(unit)"
        + (units.count > 1 ? " or with a unit of \(units.joined(separator: ", "))" : "")
    case .thresholdValue(nil, _): "a number from 0"
    case .wholeNumberOfRule: "a whole number that a rule can have there"
    case .valueCount(let least, let most): "\(least) to \(most) values"
    case .sameUnit: "one unit for the three, or none"
    case .ascendingRange: "an end not before the start, and a step above 0"
    case .sweepValues(let most, let given): "at most \(most) values, not \(given)"
    case .manifestHeader(let columns): columns.joined(separator: ",")
    case .tableHeadings(let headings):
      "the headings \(headings.joined(separator: ", ")), with a tab between two"
    case .exercise: "the id of an exercise, such as Barbell_Squat"
    case .exerciseName(let nearest):
      "a name that means one exercise"
        + ", such as \(nearest.isEmpty ? "bench-press" : nearest.joined(separator: ", "))"
    case .rowPerArchive: "a row for each archive"
    case .sameAs(let known): "\(known), as in an earlier row"
    case .ofSubject(let subject, let known):
      "\(known), which \(subject.printableName) has in the pipeline of `days`"
    case .sameBytes:
      "an id that looks like no other: there is one that looks the same, and whose bytes differ"
    case .noChallengesName:
      "a name that no challenge of the programme has: the files of both would lie in one folder"
    case .personBeforeFile: "whose it is, before the file, such as ana=strong.csv"
    case .decision:
      "the reason, or a finding's code, a colon and the reason: `archive.truncated: a copy is whole`"
    case .subjectFolders: "a folder for each subject, and settings named like one of them"
    case .subjectFolderName:
      "a folder name without control characters, of at most 255 bytes, not \(reservedNames)"
    case .templateInbox: "an `inbox`, because a copy has other subjects"
    case .thresholdPath: "the path of a value in rules.yaml, such as requires.total.atLeast"
    case .scaledPath: "the path of an amount above 0 of what `scales` names"
    }
  }

  /// The names that no subject's folder may have.
  private static var reservedNames: String { oneOf(ChallengeFile.reservedNames) }

  private static func bareNumber(_ unit: Unit) -> String {
    "a number, in \(unit.rawValue) where it has no unit"
  }

  private static func reason(_ things: ExpectedValue.Countable) -> String {
    switch things {
    case .days: ", the days there are"
    case .weekDays: ", the days of a week"
    case .monthDays: ", the days of a month"
    case .stretchDays: ", the days of the stretch"
    case .weeks: ", the weeks there are"
    case .wholeWeeks:
      ", the whole weeks there are (`partialWeeks: count` takes the others, too)"
    case .months: ", the months there are"
    case .wholeMonths:
      ", the whole months there are (`partialMonths: count` takes the others, too)"
    case .stretches: ", the stretches there are that share no day"
    case .conditions: ", the conditions there are"
    case .values: " values, the days there are"
    case .flags: " flags together"
    }
  }

  private static func plural(_ item: ExpectedValue.Item) -> String {
    switch item {
    case .subject: "subjects"
    case .path: "paths"
    case .pattern: "patterns"
    case .condition: "conditions"
    case .record: "records"
    case .flagCode: "codes of flags, such as run.speed"
    case .reasonCode: "codes, such as streak.too_short"
    case .session: "sessions"
    case .parameter: "parameters"
    case .testCase: "cases"
    case .term: "metrics, each with `metric` and perhaps `times`"
    case .name: "names"
    case .share: "shares"
    case .gate: "gates"
    case .object: "objects"
    case .exercise: "exercises, each with `name` and `is`"
    case .feat: "feats, each with `id`, `name` and `movement`"
    case .person: "people, each with `id`"
    case .decision: "decisions, each with `input` or `finding`, and `because`"
    case .sport: "sports, each with `files` and `kind`"
    case .table: "tables, each with `name` and `columns`"
    case .pointRule: "rules, each with what a day has, `points` and `per`"
    case .bonus: "bonuses, each with `challenge` and `percent`"
    case .challenge: "the paths of pipelines"
    case .badge: "badges, each with `id`, `title`, `text` and `when`"
    case .date: "dates, yyyy-MM-dd"
    case .wholeNumber: "whole numbers"
    case .word(let words): words.joined(separator: ", ")
    case .dayFigure(let unit): "figures in \(unit.rawValue)"
    }
  }

  /// Returns an example of the value of a leaf's or condition's key, as a user writes it.
  private static func example(of key: String) -> String {
    if let kind = LeafKind.all.first(where: { $0.key == key }) { return kind.example ?? "" }
    return LeafKind.all.first.map { "{ \($0.key): \($0.example ?? "") }" } ?? ""
  }

  /// Returns a list in words: `a`, `a or b`, `a, b or c`.
  static func oneOf(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }
}
