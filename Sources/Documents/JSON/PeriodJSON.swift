package import DaymarkModel

extension Period {
  /// The period's JSON: `from` and `to` of days, `start` and `end` of instants.
  package var members: [String: JSONValue] {
    switch self {
    case .days(let from, let to): ["from": .string("\(from)"), "to": .string("\(to)")]
    case .instants(let interval):
      ["start": .string("\(interval.start)"), "end": .string("\(interval.end)")]
    }
  }

  /// Reads ``members`` among others.
  ///
  /// - Returns: `nil` of other members, and of a period that ends before it begins.
  package init?(members json: JSONValue) {
    if let from = json.string("from").flatMap({ CivilDay($0) }),
      let to = json.string("to").flatMap({ CivilDay($0) }), from <= to
    {
      self = .days(from: from, to: to)
    } else if let start = json.string("start").flatMap(Instant.init(rfc3339:)),
      let end = json.string("end").flatMap(Instant.init(rfc3339:)), start < end
    {
      self = .instants(Interval(start, end))
    } else {
      return nil
    }
  }
}
