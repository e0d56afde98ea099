import DaymarkModel

extension WorkoutTable {
  /// Returns the headings in the format's own words for a table in another language with the same
  /// order of columns; `nil` where the first row does not fit.
  func headingsByOrder(of header: [String], _ rows: [CSVRow]) -> [String]? {
    // This is a row that every reader of the document has, so that all of them decide in the same
    // way.
    let row = rows.first { $0.count == header.count && !$0.isBlank }
    guard let row,
      let order = columnOrders.first(where: { $0.count == header.count && fits(row, $0) })
    else { return nil }
    return zip(order, header).map { name, heading in
      let heading = UnitHeading(heading)
      let isUnit = field(of: name).map { heading.unit(of: $0) != nil } ?? false
      return isUnit || heading.isBracketed ? "\(name) (\(heading.word))" : name
    }
  }

  private func field(of name: String) -> LogField? {
    columns.first { $0.names.contains(name) }?.field
  }

  private func fits(_ row: CSVRow, _ order: [String]) -> Bool {
    var hasFigure = false
    let fits = order.enumerated().allSatisfy { position, name in
      let text = row.text(position)
      guard let field = field(of: name) else { return true }
      if field == .repetitions || field == .duration, !text.isEmpty { hasFigure = true }
      switch field {
      // A date in another language has passed for a date only where it also states the time of a
      // session.
      case .date:
        guard case .time(.wall)? = LogDate(text) else { return false }
        return true
      // The length of a session is written with words of the language, so only its first digit can
      // be checked.
      case .sessionDuration: return text.isEmpty || text.first?.isNumber == true
      default: return field.fits(text)
      }
    }
    return fits && hasFigure
  }
}

extension LogEntry {
  /// The reason to skip a row whose mark, in place of the set's number, is in an unknown language.
  ///
  /// - Returns: A timed rest, a note, or an unknown word; `nil` for a set.
  var skipOfForeignMark: LogRows.Skip? {
    let mark = self[.mark]
    guard LogNumber(mark, commaIsDecimal: true) == nil, SetMark(mark) == nil else { return nil }
    func isNothing(_ field: LogField) -> Bool {
      self[field].isEmpty || LogNumber(self[field], commaIsDecimal: true)?.isZero == true
    }
    guard [.repetitions, .load, .distance].allSatisfy(isNothing) else { return .unknownWord }
    return isNothing(.duration) ? .note : .restTimer
  }
}
