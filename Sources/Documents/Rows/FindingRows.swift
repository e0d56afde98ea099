package import DaymarkModel
import Foundation

extension Members<InputLocation> {
  package static let inputLocation = Members(
    InputLocation(file: ""),
    [
      .needed("file", \.file, .text, column: "file"),
      .optional("entry", \.entry, .text, column: "entry"),
      .optional("line", \.line, .count, column: "line"), .optional("column", \.column, .count),
      .optional("byte", \.byte, .count, column: "byte"),
    ])
}

extension Members<Finding> {
  package static let finding = Members(
    Finding(.valueNotANumber),
    [
      .needed("code", \.code, .code, column: "code"),
      .column("level", .text, isOptional: false, \.code.level.rawValue),
      .unlessEmpty("count", \.count, .countFromOne, column: "count"),
      .optional("location", \.location, Members<InputLocation>.inputLocation.kind),
      .unlessEmpty("facts", \.facts, Members<Finding.Facts>.facts.kind),
    ], Members<InputLocation>.inputLocation.columns(ifAny: \.location))
}

extension Members<InputDamage> {
  package static let inputDamage = Members(
    InputDamage(format: .unread, digest: .ofNothing, codes: []),
    [
      .needed("format", \.format, .format), .needed("sha256", \.digest, .digest),
      .needed("codes", \.codes, .list(.code, atLeast: 1)),
      .unlessEmpty("limits", \.limits, .readLimits),
    ])
}

extension Kind<[ReadLimit: Int]> {
  /// The limits that an input exceeds, with the value of each.
  package static let readLimits = limits.described(definition("readLimits"))

  /// The limits that an input exceeds; an empty dictionary is refused, because it is left out.
  static let limits: Kind<[ReadLimit: Int]> = {
    let any = map(ReadLimit.self, .count, names: Kind<ReadLimit>.word.schema)
    guard case .object(var keywords) = any.schema else { return any }
    keywords["minProperties"] = .number(1)
    return any.described(.object(keywords))
  }()
}

extension Members<Finding.Facts> {
  /// The facts of a finding; each has the name of its property.
  package static let facts = Members(
    Finding.Facts(),
    [
      .optional("metric", \.metric, .metric), .optional("unit", \.unit, .text),
      .optional("kind", \.kind, .word), .optional("exercise", \.exercise, .count),
      .optional("skip", \.skip, .word), .optional("lines", \.lines, .list(.count)),
      .optional("day", \.day, .day), .optional("from", \.from, .day),
      .optional("to", \.to, .day), .optional("zone", \.zone, .text),
      .optional("clock", \.clock, .text), .optional("reason", \.reason, .word),
      .optional("limit", \.limit, .word), .optional("most", \.most, .count),
      .optional("content", \.content, .word), .optional("method", \.method, .text),
      .optional("provider", \.provider, .word), .optional("seems", \.seems, .word),
      .optional("problem", \.problem, .word),
      .optional("system", \.system, .text), .optional("signal", \.signal, .text),
      .optional("done", \.done, .count), .optional("subjects", \.subjects, .count),
      .optional("path", \.path, .text), .optional("finding", \.finding, .code),
      .optional("sha256", \.sha256, .digest), .optional("device", \.device, .deviceClass),
      .optional("part", \.part, .text), .optional("records", \.records, .count),
      .optional("bytes", \.bytes, .count), .optional("process", \.process, .count),
      .optional("since", \.since, .instant), .optional("until", \.until, .instant),
      .optional("table", \.table, .text),
      .optional("challenge", \.challenge, .text), .optional("subject", \.subject, .text),
      .optional("rule", \.rule, .versionedName), .optional("key", \.key, .text),
      .optional("value", \.value, .text), .optional("expected", \.expected, .coded),
      .optional("suggestion", \.suggestion, .text), .optional("known", \.known, .list(.text)),
      .optional("syntax", \.syntax, .coded), .optional("threshold", \.threshold, .rulePath),
      .optional("template", \.template, .text), .optional("parameter", \.parameter, .text),
      .optional("folder", \.folder, .text), .optional("line", \.line, .count),
      .optional("list", \.list, .text), .optional("cause", \.cause, .coded),
      .optional("bound", \.bound, .coded), .optional("lacks", \.lacks, .text),
      .optional("kinds", \.kinds, .list(.word)), .optional("faster", \.faster, .text),
      .optional("nearest", \.nearest, .coded),
    ])
}

extension Kind where Value: Codable & Sendable {
  /// A value as Swift's `Codable` writes it: the case with its associated values.
  fileprivate static var coded: Kind {
    Kind(
      schema: .object([:]),
      write: { value, writer in
        let json = (try? JSONEncoder().encode(value)).flatMap { try? JSONValue(parsing: $0) }
        writer.value(json ?? .null)
      },
      read: { reader in
        reader.value().flatMap {
          try? JSONDecoder().decode(Value.self, from: Data($0.canonicalBytes()))
        }
      })
  }
}

extension Digest {
  /// The digest of no bytes, for rows that are not filled yet.
  package static let ofNothing = Digest(of: [])
}
