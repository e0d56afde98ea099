/// The value that should be at a place in a file that people write, or in an argument.
///
/// Messages name it after "expected".
package enum ExpectedValue: Hashable, Codable, Sendable {
  // MARK: Values

  case text, mapping, object, path, date, month, instant, timeZone, percentage
  /// A month by its English name, with the year.
  case englishMonth
  /// An instant, or a date, which means the end of that day.
  case instantOrDate
  /// The first day of an occurrence of a challenge, or its month.
  case dateOrMonth
  /// The day since which a badge is held, or the percentage reached so far.
  case dateOrPercentage
  /// A time in whole seconds.
  case wholeSeconds
  case featID
  /// Text of the characters a-z, 0-9 and -.
  case identifier
  /// Text of letters and digits that begins with a letter.
  case parameterName
  /// `name@version`.
  case versionedName(example: String)
  /// An Ethereum address or a hash: `0x` and two hexadecimal digits for each byte.
  case hexadecimal(bytes: Int)
  case decimalNumber, unixMilliseconds
  /// A whole number of an asset's smallest unit.
  case atomicAmount
  /// The weights by which places share a prize; the first must be above zero.
  case placeWeights
  case wordWithoutSpace
  /// The id of a challenge, which must not be the name of a file beside the folders of challenges.
  case challengeID
  /// The id of a subject, which must not be the name of a file beside the folders of subjects.
  case subjectID
  case wholeNumber(from: Int, through: Int?)
  case number
  /// A whole number, which may be negative.
  case integer
  case numberWithUnit(String)
  /// A number from 0 up, in this unit unless another is written.
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
  /// A threshold, written in one of the units.
  case thresholdWithUnit(Unit, units: [String])
  case thresholdAboveZero, numberAboveZero
  case thresholdNotBelowFirst
  case below(key: String)
  case fasterRecord

  // MARK: Conditions

  case condition, conditions
  case conditionsUnderAll
  /// A whole heart rate in bpm, above which minutes can be counted.
  case wholeHeartRate
  /// A whole heart rate that is higher than this one.
  case heartRateAbove(Int)
  /// The factor of a term in a weighted sum.
  case weight
  /// Amounts of one unit, at most this many.
  case amountsOfOneUnit(atMost: Int)
  /// The mapping that stands under this key of a leaf or condition.
  case mappingOf(key: String)
  /// A mapping such as this one, under a key if there is one.
  case mappingLike(key: String?, example: String)
  /// The requirement on each week, month or stretch of days, under this key.
  case eachStretch(key: String)
  /// A threshold, because a leaf that is asked of each week, month or stretch of days has no
  /// baseline.
  case noBaselineInStretches
  /// A threshold, because only other leaves, under these keys, have a baseline.
  case baselineOnlyIn([String])
  /// One of these metrics, because nothing else has a baseline.
  case metricOfBaseline([String])
  /// The key beside the number of weeks, months or days, because it is about all of them.
  case besideStretches
  /// A condition on heart rates in place of one on a metric: on an average, or on the highest.
  case heartRateLeaf(isAverage: Bool)
  /// A list under `all:`, because a second condition stands beside the named one.
  case bothUnderAll(beside: String)
  /// A list whose elements begin with dashes, where conditions were written below each other
  /// without them.
  case dashes
  case definedConditionName
  case newConditionName
  case namedConditions
  /// An instant, or a mapping of file names to instants.
  case receipts
  /// Programmes that do not use each other in a circle; the names are those of the circle.
  case noCircle([String])
  case nested(atMost: Int)
  case conditionsTogether(atMost: Int)
  case scoredRule

  // MARK: Keys

  case keys([String])
  /// A place below this key, indented, for what stands beside it.
  case indentedUnder(String)
  case onlyOne(of: [String])
  /// Nothing, unless this other key is written, too.
  case onlyWith(String)
  case anyOne
  /// `every: true`, or a number under this key.
  case countOrEvery(key: String)
  case daysOrInstants
  /// Days that follow each other within a week that begins on this weekday.
  case daysOfOneWeek(beginning: String)
  /// A challenge that takes place once, because a recurring one cannot have the setting.
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

  /// A value from 0 up, as a bare number in the unit or with one of the units; without a unit, a
  /// number of days or sessions.
  case thresholdValue(unit: String?, units: [String])
  /// A whole number that the rule allows at this threshold.
  case wholeNumberOfRule
  case valueCount(from: Int, through: Int)
  case sameUnit, ascendingRange
  case sweepValues(atMost: Int, given: Int)

  // MARK: Folders, manifests and templates

  case manifestHeader([String])
  /// The heading line of a table whose fields are separated by tabs.
  case tableHeadings([String])
  /// The id of an exercise in the table of exercises.
  case exercise
  /// A name that means exactly one exercise; the nearest known names are given.
  case exerciseName(nearest: [String])
  case rowPerArchive
  /// The value that an earlier row has.
  case sameAs(String)
  /// The value that a subject, named by its id, has in the pipeline whose days count.
  case ofSubject(String, String)
  /// The id of an earlier row in exactly its bytes, because this id looks the same on screen.
  case sameBytes
  /// A name that no challenge has, because the programme's files would lie in the challenge's
  /// folder.
  case noChallengesName
  /// The id of a person, in front of the path of that person's log.
  case personBeforeFile
  case subjectFolders, subjectFolderName, templateInbox
  /// The reason of a decision; where it is about a finding, the finding's code stands before it.
  case decision
  case thresholdPath, scaledPath

  /// The kind of the elements of a list.
  package enum Item: Hashable, Codable, Sendable {
    case subject, path, pattern, condition, record, flagCode, reasonCode, session, parameter,
      testCase
    case term, share, gate, object, exercise, feat, person, table, decision, sport, name,
      pointRule, bonus, challenge, badge, date, wholeNumber
    /// The figure of a day: a number in the unit, `-` for no data, or a number after `~` for an
    /// incomplete day.
    case dayFigure(Unit)
    case word([String])
  }

  /// The things that a message counts when it states an upper limit.
  package enum Countable: String, Codable, Sendable {
    case days, weekDays, monthDays, stretchDays
    case weeks, wholeWeeks, months, wholeMonths, stretches
    case conditions, flags, values
  }
}
