package import DaymarkModel

extension Members<Reading> {
  private static let row = Members(
    Reading(
      settings: "", asOf: nil, inputs: [],
      aggregates: SubjectAggregates(zone: ResolvedZone(.utc, by: .assumedUTC))),
    [
      .needed("settings", \.settings, .text), .optional("asOf", \.asOf, .instant),
      .optional("firstTooLate", \.firstTooLate, .instant),
      .needed("inputs", \.inputs, .list(Members<EvidenceInput>.input.kind)),
      .needed("aggregates", \.aggregates, Members<SubjectAggregates>.aggregates.kind),
      .unlessEmpty("documents", \.documents, .list(.digest)),
    ])

  /// A reading; one with an index that points at nothing cannot be read.
  package static let reading: Kind<Reading> = row.kind.converted {
    var reading = $0
    // The inputs' damage is part of the aggregates, but is not written a second time.
    reading.aggregates.describe(reading.inputs)
    return reading.refersOnlyToItself ? reading : nil
  } _: {
    $0
  }
}

extension Members<SubjectAggregates> {
  /// Everything that a reading contains about a subject's days and sessions; what the inputs say
  /// already is left out.
  fileprivate static let aggregates = Members(
    SubjectAggregates(zone: ResolvedZone(.utc, by: .assumedUTC)),
    [
      .needed("zone", \.zone, Members<ResolvedZone>.zone.kind),
      .unlessEmpty("sources", \.sources, .list(Members<Source>.source.kind)),
      .needed("days", \.days, .list(Members<DailyAggregate>.aggregate.kind)),
      .unlessEmpty("earlierDays", \.earlierDays, .list(Members<DailyAggregate>.aggregate.kind)),
      .unlessEmpty("daysBefore", \.daysBefore, .count),
      .unlessEmpty("sessions", \.sessions, .list(Members<Session>.session.kind)),
      .unlessEmpty("strength", \.strength, .list(Members<StrengthSession>.strengthSession.kind)),
      .unlessEmpty("strengthDays", \.strengthDays, .list(Members<DailyStrength>.strengthDay.kind)),
      .optional("strengthEnd", \.strengthEnd, .day),
      .unlessEmpty("feats", \.feats, .list(Members<DailyFeat>.feat.kind)),
      .optional("featsEnd", \.featsEnd, .day), .unlessEmpty("featNames", \.featNames, .featNames),
      .optional("loggedEnd", \.loggedEnd, .day),
      .unlessEmpty("activities", \.activities, .list(Members<DailyActivities>.activities.kind)),
      .unlessEmpty("bounds", \.bounds, .list(Members<DayBounds>.bounds.kind)),
      .unlessEmpty("undated", \.undated, .list(Members<UndatedRecords>.undated.kind)),
      .unlessEmpty("openings", \.openings, .list(Members<Opening>.opening.kind)),
      .unlessEmpty("overlaps", \.overlaps, .list(Members<RecordOverlap>.overlap.kind)),
      .unlessEmpty("statedDays", \.statedDays, .list(Members<StatedDay>.statedDay.kind)),
      .unlessEmpty("sessionEdits", \.sessionEdits, .list(Members<ExportEdit>.sessionEdit.kind)),
      .optional("dataEnd", \.dataEnd, .instant), .unlessEmpty("isDamaged", \.isDamaged, .flag),
      .unlessEmpty("soundSpans", \.soundSpans, .list(Members<Interval>.interval.kind)),
      .unlessEmpty("damagedSpans", \.damagedSpans, .list(Members<Interval>.interval.kind)),
      .unlessEmpty("findings", \.findings, .list(Members<Finding>.finding.kind)),
    ])
}

extension Members<Interval> {
  package static let interval = Members(
    Interval(Instant(milliseconds: 0), Instant(milliseconds: 0)),
    [.needed("start", \.start, .instant), .needed("end", \.end, .instant)])
}

extension Members<ReadingOrigin> {
  package static let origin = Members(
    ReadingOrigin(settings: ""),
    [
      .needed("settings", \.settings, .text), .optional("asOf", \.asOf, .instant),
      .optional("firstTooLate", \.firstTooLate, .instant),
      .optional("dataEnd", \.dataEnd, .instant),
      .needed("inputs", \.inputs, .list(Members<EvidenceInput>.input.kind)),
      .unlessEmpty("findings", \.findings, .list(Members<Finding>.finding.kind)),
    ])
}

extension Members<ReadingKey> {
  package static let key = Members(
    ReadingKey(policies: Policies(), programVersion: "", zoneDataVersion: ""),
    [
      .needed("inputs", \.inputs, .list(.digest)), .optional("names", \.names, .digest),
      .optional("subjectZone", \.subjectZone, .zone),
      .optional("challengeZone", \.challengeZone, .zone),
      .needed("manualEntries", \.policies.manualEntries, .word),
      .needed(
        "sourcePriority", \.policies.sourceOrder,
        Kind<[String]>.list(.text).converted(SourceOrder.init(patterns:), \.patterns)),
      .optional("loadUnit", \.policies.logs.loadUnit, .word),
      .optional("dateOrder", \.policies.logs.dateOrder, .word),
      .optional("bodyWeight", \.policies.logs.bodyWeight, .exactAmount),
      .unlessEmpty("sport", \.policies.logs.sports, .sports),
      .unlessEmpty("operatorFiles", \.operatorFiles, .operatorFiles),
      .optional("period", \.period, .period), .unlessEmpty("daysBefore", \.daysBefore, .count),
      .unlessEmpty("sleep", \.readsSleep, .flag),
      .optional("deadline", \.handInTerms.deadline, .instant),
      .unlessEmpty("receivedAt", \.handInTerms.receivedAt, .instants),
      .unlessEmpty("history", \.handInTerms.history, .history),
      .unlessEmpty("setAside", \.setAside, .setAside),
      .unlessEmpty("unmet", \.unmet, .list(.text)),
      .unlessEmpty("readLimits", \.readLimits, .readLimits),
      .needed("program", \.programVersion, .text), .needed("zoneData", \.zoneDataVersion, .text),
    ])
}

extension ReadingKey {
  /// The key as canonical JSON; equal keys have equal text.
  package var text: String {
    String(decoding: Members<ReadingKey>.key.kind.bytes(self), as: UTF8.self)
  }

  /// Reads a key from its text; `nil` for text that is no key.
  package init?(_ text: String) {
    guard let key = Members<ReadingKey>.key.kind.value(Array(text.utf8)) else { return nil }
    self = key
  }
}

extension Kind<[Digest: Instant]> {
  /// Instants, by the SHA-256 of the input.
  package static let instants = map({ $0.hex }, { Digest(hex: $0) }, .instant)
}

extension Members<ArchiveIdentity> {
  package static let archive = Members(
    ArchiveIdentity(path: "", stamp: "", digest: .ofNothing, bytes: 0),
    [
      .needed("path", \.path, .text), .needed("stamp", \.stamp, .text),
      .needed("digest", \.digest, .digest), .needed("bytes", \.bytes, .bytes),
    ])
}

extension Members<ArchiveStatements> {
  package static let statements = Members(
    ArchiveStatements(),
    [
      .unlessEmpty("receipts", \.receipts, .list(Members<ArchiveStatements.Receipt>.receipt.kind)),
      .unlessEmpty("receivedTogether", \.receivedTogether, .flag),
      .unlessEmpty("complete", \.isComplete, .flag),
      .unlessEmpty("setAside", \.setAside, .list(Members<InputWaiver.Statement>.statement.kind)),
    ])
}

extension Members<ArchiveStatements.Receipt> {
  fileprivate static let receipt = Members(
    ArchiveStatements.Receipt(),
    [.needed("file", \.file, .text), .needed("receivedAt", \.receivedAt, .instant)])
}

extension Members<SubjectDetails> {
  package static let details = Members(
    SubjectDetails(),
    [
      .optional("address", \.address, .text), .optional("timeZone", \.timeZone, .zone),
      .optional("loadUnit", \.logs.loadUnit, .word),
      .optional("dateOrder", \.logs.dateOrder, .word),
      .optional("bodyWeight", \.logs.bodyWeight, .exactAmount), .optional("sex", \.logs.sex, .word),
      .unlessEmpty("sport", \.logs.sports, .sports),
    ])
}

extension Members<SharedItems> {
  /// The data of a reading that is compared with that of other subjects.
  package static let shared = Members(
    SharedItems(),
    [
      .needed("archives", \.archives, .list(.digest)),
      .needed("documents", \.documents, .list(.digest)),
      .unlessEmpty("sessions", \.sessions, .list(.text)),
      .unlessEmpty("days", \.days, .map({ $0.id }, { Metric(id: $0) }, .amountsByDay)),
    ])
}

extension Kind<[CivilDay: Quantity]> {
  fileprivate static let amountsByDay = map({ "\($0)" }, { CivilDay($0) }, .amount)
}

extension Kind<[String: String]> {
  /// The operator's names of feats, by id.
  package static let featNames = map({ $0 }, { $0 }, .text)
}
