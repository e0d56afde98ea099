import ArgumentParser
import DaymarkModel

/// How many subjects of a run may be damaged or failed.
enum Tolerance: ExpressibleByArgument, CustomStringConvertible {
  case subjects(Int)
  /// In percent of all subjects, 0 to 100.
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

  /// Whether it allows so many of all subjects.
  func allows(_ count: Int, of total: Int) -> Bool {
    switch self {
    case .subjects(let most): count <= most
    // Without rounding: 1 % of 250 are two.
    case .share(let share):
      Int64(count) * 100 * Quantity(1).microUnits <= share.microUnits * Int64(total)
    }
  }

  /// As people write it.
  var description: String {
    switch self {
    case .subjects(let count): "\(count)"
    case .share(let share): "\(share)%"
    }
  }
}
