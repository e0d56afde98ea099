package import DaymarkModel

/// A column of a table that is written for other programs.
package struct DataColumn: Hashable, Sendable {
  /// The kinds of values.
  package enum Kind: Hashable, Sendable {
    case text, whole, flag
    /// A civil day.
    case day
    /// An instant, to the millisecond, in UTC.
    case instant
    /// An amount, to the millionth.
    case amount
  }

  /// The name; a unit stands at its end.
  package var name: String
  /// The kind of its values.
  package var kind: Kind
  /// Whether a row may have none.
  package var isOptional: Bool

  /// Makes a column.
  package init(_ name: String, _ kind: Kind, isOptional: Bool = false) {
    self.name = name
    self.kind = kind
    // One too great for the format stays empty; no person reaches it.
    self.isOptional = isOptional || kind == .amount
  }
}

/// A value in a row, of the kind of its column.
package enum DataValue: Hashable, Sendable {
  case text(String)
  case whole(Int)
  case flag(Bool)
  case day(CivilDay)
  case instant(Instant)
  case amount(Quantity)
  /// There is none.
  case none
}
