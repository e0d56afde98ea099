import DaymarkModel

extension ResolvedZone {
  /// `Europe/Berlin (as given)`.
  var words: String {
    let how =
      switch method {
      case .subject: "as given"
      case .challenge: "as the challenge says"
      case .inferred: "inferred from the archive"
      case .fixedOffset: "the fixed offset of the export"
      case .assumedUTC: "assumed"
      }
    return "\(zone.id) (\(how))"
  }

  var json: JSONValue {
    .object(["id": .string(zone.id), "method": .string(method.rawValue)])
  }
}
