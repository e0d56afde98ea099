/// A comparison with a threshold, in micro-units of the unit of what is compared.
public enum Comparison: Hashable, Sendable {
  case atLeast(Quantity)
  case moreThan(Quantity)
  case atMost(Quantity)
  case lessThan(Quantity)
  /// Both bounds included.
  case between(Quantity, Quantity)

  /// The key that a rule file writes.
  public var key: String {
    switch self {
    case .atLeast: "atLeast"
    case .moreThan: "moreThan"
    case .atMost: "atMost"
    case .lessThan: "lessThan"
    case .between: "between"
    }
  }

  /// Every ``key``.
  public static let keys = ["atLeast", "moreThan", "atMost", "lessThan", "between"]
}
