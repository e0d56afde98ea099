/// The thing that must stand at a place in a file that people write, or in an argument.
package enum ExpectedValue: Hashable, Codable, Sendable {
  // MARK: Values

  case text, mapping, object, path, date, month, instant, timeZone, percentage
  /// A month by its English name, with the year.
  case englishMonth
  /// An instant, or a date, which stands for its end.
  case instantOrDate
  /// The first day of an occurrence, or its month.
  case dateOrMonth
  /// The day since which a badge is held, or how far it has come.
  case dateOrPercentage
  /// A time without parts of a second.
  case wholeSeconds
  /// The id of a feat.
  case featID
  /// Text of a-z, 0-9 and -.
  case identifier
  /// Text of letters and digits, a letter first.
  case parameterName
  /// `name@version`.
  case versionedName(example: String)
  /// An Ethereum address or a hash: 0x and two digits for each byte.
  case hexadecimal(bytes: Int)
  case decimalNumber, unixMilliseconds
  /// A whole amount of the smallest parts of an asset.
  case atomicAmount
  /// The weights of places, of which the first has one above zero.
  case placeWeights
  case wordWithoutSpace
  /// The name of a folder of outputs, but not that of a file beside it.
  case challengeID
  /// The same in the folder of a challenge.
  case subjectID
  case wholeNumber(from: Int, through: Int?)
  case number
  /// A whole number, also below zero.
  case integer
  case numberWithUnit(String)
  /// A number from 0, in the unit unless it says another.
  case bareNumber(unit: Unit)
  /// A number in the unit of the rule's score.
  case scoreNumber
  case raceTime
  case period
  case oneOf([String])
  case list(of: Item)
  case oneOrMore(Item)

  // MARK: Thresholds

  case threshold, twoThresholds
  /// A threshold with one of the units.
  case thresholdWithUnit(Unit, units: [String])
  case thresholdAboveZero, numberAboveZero
  case thresholdNotBelowFirst
  case below(key: String)
  case fasterRecord

  // MARK: Conditions

  case condition, conditions
  case conditionsUnderAll
  /// A whole heart rate in bpm above which there can be others.
  case wholeHeartRate
  /// A factor of a weighted sum.
  case weight
  /// Amounts of one unit, and no more than so many.
  case amountsOfOneUnit(atMost: Int)
  /// A mapping such as stands under the key of a leaf, or of a condition.
  case mappingOf(key: String)
  /// What each week, month or stretch of days must have, under a key.
  case eachStretch(key: String)
  /// A condition of another key than the one that was written.
  case otherLeaf(key: String)
  /// A list under `all:` for a condition that stands beside another, which is named.
  case bothUnderAll(beside: String)
  /// A list, for conditions that stand below each other without dashes.
  case dashes
  case definedConditionName
  case newConditionName
  case namedConditions
  /// An instant, or one for each name of a file.
  case receipts
  /// The names, each of which uses the next.
  case noCircle([String])
  case nested(atMost: Int)
  case conditionsTogether(atMost: Int)
  case scoredRule

  // MARK: Keys

  case keys([String])
  /// A place below the key, for what stands beside it.
  case indentedUnder(String)
  case onlyOne(of: [String])
  /// Nothing, unless something else is written, too.
  case onlyWith(String)
  case anyOne
  /// `every: true`, or a number under the key.
  case countOrEvery(key: String)
  case daysOrInstants
  /// Days that follow each other in a week that begins on a weekday.
  case daysOfOneWeek(beginning: String)
  /// What a challenge that comes again cannot have.
  case challengeOnce
  case figuresOrArchive
  case spaceAfterColon, numberWithoutComma

  // MARK: Counts, days and times

  case atMost(Int, Countable)
  case values(Int, given: Int)
  case fields(Int)
  case dayOfPeriod(from: CivilDay, to: CivilDay)
  case anyDayOfPeriod
  case dayNotBefore(CivilDay)
  case instantAfter(Instant)
  case instantNotBeforeEnd(Instant)
  case periodThatHolds(InputLocation)
  case metricWithValues

  // MARK: Sweeps

  /// A value from 0, bare in the unit or with one of the units; without one of days or sessions.
  case thresholdValue(unit: String?, units: [String])
  /// A count that the rule can have at the threshold.
  case wholeNumberOfRule
  case valueCount(from: Int, through: Int)
  case sameUnit, ascendingRange
  case sweepValues(atMost: Int, given: Int)

  // MARK: Folders, manifests and templates

  case manifestHeader([String])
  /// The line of headings of a table whose fields are apart by tabs.
  case tableHeadings([String])
  /// The id of an exercise of the table.
  case exercise
  /// A name that means one exercise; the nearest that there are.
  case exerciseName(nearest: [String])
  case rowPerArchive
  /// The value that an earlier row has.
  case sameAs(String)
  /// What a subject has in the pipeline whose days count.
  case ofSubject(String, String)
  /// The id of an earlier row in the bytes that it has there, for this one looks the same.
  case sameBytes
  /// The name of a programme, whose files would lie in the folder of a challenge of the same name.
  case noChallengesName
  /// The id of a person, before the path of a log.
  case personBeforeFile
  case subjectFolders, subjectFolderName, templateInbox
  /// The reason of a decision, with a finding's code before it where it is about one.
  case decision
  case thresholdPath, scaledPath

  /// The elements of a list.
  package enum Item: Hashable, Codable, Sendable {
    case subject, path, pattern, condition, record, flagCode, reasonCode, session, parameter,
      testCase
    case term, share, gate, object, exercise, feat, person, table, decision, sport, name,
      pointRule, bonus, challenge, badge, date, wholeNumber
    /// The figure of a day: a number in the unit, `-` for no data, `~` before an incomplete one.
    case dayFigure(Unit)
    case word([String])
  }

  /// The things that there are no more of.
  package enum Countable: String, Codable, Sendable {
    case days, weekDays, monthDays, stretchDays
    case weeks, wholeWeeks, months, wholeMonths, stretches
    case conditions, flags, values
  }
}
