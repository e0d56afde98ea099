import ArgumentParser
import DaymarkModel

/// The number of subjects of a run that may be damaged or failed, absolute or in percent.
enum Tolerance: ExpressibleByArgument, CustomStringConvertible {
  case subjects(Int)
  /// A share of all subjects.
  ///
  /// - Units: percent, 0 to 100.
  case share(Quantity)

  init?(argument: String) {
    if argument.hasSuffix("%") {
      let digits = argument.dropLast().split(separator: " ").joined()
      guard let share = Quantity(decimalText: digits), share >= .zero, share <= Quantity(100)
      else { return nil }
      self = .share(share)
    } else {
      guard let count = Int(argument), count >= 0 else { return nil }
      self = .subjects(count)
    }
  }

  /// Whether the tolerance allows this number of all subjects.
  func allows(_ count: Int, of total: Int) -> Bool {
    switch self {
    case .subjects(let most): count <= most
    // The products are compared without rounding, so that 1 % of 250 allows two subjects.
    case .share(let share):
      Int64(count) * 100 * Quantity(1).microUnits <= share.microUnits * Int64(total)
    }
  }

  /// The tolerance as a user writes it, for example `5` or `1%`.
  var description: String {
    switch self {
    case .subjects(let count): "\(count)"
    case .share(let share): "\(share)%"
    }
  }
}
