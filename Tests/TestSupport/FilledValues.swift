package import DaymarkModel

// Values with whatever a test needs of them: the program fills them member by member.

extension DailyStrength {
  package init(
    day: CivilDay, sessions: Int = 0, unmetSessions: Int = 0, exercises: Int = 0,
    unmatchedExercises: Int = 0, sets: Int = 0, hardSets: Int = 0, repetitions: Int = 0,
    volume: Quantity = .zero, setsOfUnknownUnit: Int = 0, setsOfUnknownBodyWeight: Int = 0,
    setsByBodyWeight: [BodyWeightOrigin: Int] = [:], timeUnderTension: Quantity? = nil,
    rests: Int = 0, restsKept: Int = 0, lifts: [DailyLift] = []
  ) {
    self.init(day: day)
    self.sessions = sessions
    self.unmetSessions = unmetSessions
    self.exercises = exercises
    self.unmatchedExercises = unmatchedExercises
    self.sets = sets
    self.hardSets = hardSets
    self.repetitions = repetitions
    self.volume = volume
    self.setsOfUnknownUnit = setsOfUnknownUnit
    self.setsOfUnknownBodyWeight = setsOfUnknownBodyWeight
    self.setsByBodyWeight = setsByBodyWeight
    self.timeUnderTension = timeUnderTension
    self.rests = rests
    self.restsKept = restsKept
    self.lifts = lifts
  }
}

extension DailyLift {
  package init(
    exercise: String, sets: Int = 0, repetitions: Int = 0, mostRepetitions: Int = 0,
    setsOfUnknownUnit: Int = 0, setsOfUnknownBodyWeight: Int = 0, heaviest: Quantity? = nil,
    bestEstimate: Quantity? = nil, meanEstimate: Quantity? = nil
  ) {
    self.init(exercise: exercise)
    self.sets = sets
    self.repetitions = repetitions
    self.mostRepetitions = mostRepetitions
    self.setsOfUnknownUnit = setsOfUnknownUnit
    self.setsOfUnknownBodyWeight = setsOfUnknownBodyWeight
    self.heaviest = heaviest
    self.bestEstimate = bestEstimate
    self.meanEstimate = meanEstimate
  }
}

extension QualityMeasure {
  package init(
    samples: Int = 0, manualSamples: Int = 0, manualAmount: Quantity = .zero,
    naive: Quantity = .zero, manualShare: Int? = nil, contributions: [SourceContribution] = [],
    alternate: Quantity? = nil, setAside: Quantity = .zero, late: Quantity = .zero,
    figures: [FlagCode: Quantity] = [:]
  ) {
    self.init()
    self.samples = samples
    self.manualSamples = manualSamples
    self.manualAmount = manualAmount
    self.naive = naive
    self.manualShare = manualShare
    self.contributions = contributions
    self.alternate = alternate
    self.setAside = setAside
    self.late = late
    self.figures = figures
  }
}

extension SubjectAggregates {
  package init(
    zone: ResolvedZone, sources: [Source] = [], days: [DailyAggregate] = [],
    sessions: [Session] = [], strength: [StrengthSession] = [],
    strengthDays: [DailyStrength] = [], strengthEnd: CivilDay? = nil,
    feats: [DailyFeat] = [], featsEnd: CivilDay? = nil,
    activities: [DailyActivities] = [], dataEnd: Instant? = nil,
    isDamaged: Bool = false, damagedSpans: [Interval] = [], damage: [InputDamage] = [],
    findings: [Finding] = []
  ) {
    self.init(zone: zone)
    self.sources = sources
    self.days = days
    self.sessions = sessions
    self.strength = strength
    self.strengthDays = strengthDays
    self.strengthEnd = strengthEnd
    self.feats = feats
    self.featsEnd = featsEnd
    self.activities = activities
    self.dataEnd = dataEnd
    self.isDamaged = isDamaged
    self.damagedSpans = damagedSpans.disjoint
    self.damage = damage
    self.findings = findings
  }
}

extension StrengthSession {
  package init(
    day: CivilDay, start: Instant? = nil, end: Instant? = nil, source: UInt16 = 0, input: Int = 0,
    isLogged: Bool = true, recording: Int? = nil, bodyWeight: Quantity? = nil,
    sets: [StrengthSet] = []
  ) {
    self.init(day: day)
    self.start = start
    self.end = end
    self.source = source
    self.input = input
    self.isLogged = isLogged
    self.recording = recording
    self.bodyWeight = bodyWeight
    self.sets = StrengthSets(sets)
  }
}

extension StrengthSet {
  package init(
    start: Instant? = nil, exercise: String? = nil, ordinal: Int = 1, kind: SetKind = .working,
    side: BodySide? = nil, repetitions: Int? = nil, load: StrengthLoad? = nil,
    distance: Quantity? = nil, duration: Quantity? = nil, effort: Effort? = nil,
    rest: Quantity? = nil, tempo: Tempo? = nil
  ) {
    self.init()
    self.start = start
    self.exercise = exercise
    self.ordinal = ordinal
    self.kind = kind
    self.side = side
    self.repetitions = repetitions
    self.load = load
    self.distance = distance
    self.duration = duration
    self.effort = effort
    self.rest = rest
    self.tempo = tempo
  }
}

extension SampleSet {
  package init(
    zone: ResolvedZone, sources: [Source] = [], samples: [Metric: SampleList] = [:],
    activities: [Activity] = [], totals: [DayTotal] = [], dataEnd: Instant? = nil
  ) {
    self.init(zone: zone)
    self.sources = sources
    self.samples = samples
    self.activities = activities
    self.totals = totals
    self.dataEnd = dataEnd
  }
}

extension EvidenceInput {
  package init(
    format: FormatID, digest: Digest, bytes: Int64, records: Int, rejected: [FindingCode: Int],
    damage: [FindingCode], limits: [ReadLimit: Int] = [:], receivedAt: Instant? = nil,
    isLate: Bool = false,
    logRows: LogRows? = nil, daysFromNames: [CivilDay] = []
  ) {
    self.init(
      format: format, digest: digest, bytes: bytes, records: records, rejected: rejected,
      damage: damage)
    self.limits = limits
    self.receivedAt = receivedAt
    self.isLate = isLate
    self.logRows = logRows
    self.daysFromNames = daysFromNames
  }
}

extension Explanation {
  package init(
    key: String, name: String? = nil, answer: Outcome, metric: Metric? = nil,
    required: String? = nil, unit: String? = nil, actual: Quantity? = nil,
    margin: Quantity? = nil, reason: Reason? = nil, span: ClosedRange<CivilDay>? = nil,
    days: [Day] = [], weeks: [Week] = [], children: [Explanation] = []
  ) {
    self.init(key: key, answer: answer)
    self.name = name
    self.metric = metric
    self.required = required
    self.unit = unit
    self.actual = actual
    self.margin = margin
    self.reason = reason
    self.span = span
    self.days = days
    self.weeks = weeks
    self.children = children
  }
}
