import DaymarkModel

extension WorkoutTable {
  /// The headings in the format's own words, of a table that has its columns in order and is in another
  /// language; `nil` of a table whose first row does not fit.
  func headingsByOrder(of header: [String], _ rows: [CSVRow]) -> [String]? {
    // One that every reader of the document sees first, so that all of them decide alike.
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
      // The day and the time of a session.
      case .date:
        guard case .time(.wall)? = LogDate(text) else { return false }
        return true
      // In words of the language.
      case .sessionDuration: return text.isEmpty || text.first?.isNumber == true
      default: return field.fits(text)
      }
    }
    return fits && hasFigure
  }
}

extension LogEntry {
  /// What a row is of which the mark that stands in place of the set's number is in an unknown language.
  ///
  /// - Returns: A rest that was timed, a note, or a word that is not known; `nil` of a set.
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
