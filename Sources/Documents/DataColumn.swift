package import DaymarkModel

/// A column of a table that is exported for other programs.
package struct DataColumn: Hashable, Sendable {
  /// The kinds of values that a column can hold.
  package enum Kind: Hashable, Sendable {
    case text, whole, flag
    /// A civil day.
    case day
    /// An instant, to the millisecond, in UTC.
    case instant
    /// An amount, to the millionth.
    case amount
  }

  /// The name of the column, which ends with the unit if there is one.
  package var name: String
  package var kind: Kind
  /// Whether rows may have no value.
  package var isOptional: Bool

  package init(_ name: String, _ kind: Kind, isOptional: Bool = false) {
    self.name = name
    self.kind = kind
    // An amount that is too large for the format is left empty; no person reaches it.
    self.isOptional = isOptional || kind == .amount
  }
}

/// A value of a row, of the same kind as its column.
package enum DataValue: Hashable, Sendable {
  case text(String)
  case whole(Int)
  case flag(Bool)
  case day(CivilDay)
  case instant(Instant)
  case amount(Quantity)
  /// The row has no value.
  case none
}
