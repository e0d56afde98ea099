/// A linear expression: a sum of unknown whole numbers with factors, plus a constant.
struct LinearSum: Hashable {
  /// The factor of each unknown, by the unknown's number.
  private(set) var factors: [Int: Int128] = [:]
  private(set) var constant: Int128

  init(_ constant: Int128 = 0) { self.constant = constant }

  /// Makes the expression that consists of one unknown.
  init(unknown: Int) { (factors, constant) = ([unknown: 1], 0) }

  static func + (a: LinearSum, b: LinearSum) -> LinearSum {
    var sum = a
    sum.constant += b.constant
    for (unknown, factor) in b.factors {
      let total = sum.factors[unknown, default: 0] + factor
      sum.factors[unknown] = total == 0 ? nil : total
    }
    return sum
  }

  static func - (a: LinearSum, b: LinearSum) -> LinearSum { a + b * -1 }

  static func + (a: LinearSum, b: Int128) -> LinearSum { a + LinearSum(b) }

  static func * (sum: LinearSum, factor: Int128) -> LinearSum {
    guard factor != 0 else { return LinearSum() }
    var product = sum
    product.factors = sum.factors.mapValues { $0 * factor }
    product.constant *= factor
    return product
  }

  static func >= (sum: LinearSum, bound: LinearSum) -> Formula {
    let rest = sum - bound
    return rest.factors.isEmpty ? .holds(rest.constant >= 0) : .notNegative(rest)
  }

  static func <= (sum: LinearSum, bound: LinearSum) -> Formula { bound >= sum }
  static func >= (sum: LinearSum, bound: Int128) -> Formula { sum >= LinearSum(bound) }
  static func <= (sum: LinearSum, bound: Int128) -> Formula { LinearSum(bound) >= sum }

  /// Returns the formula that two expressions are equal.
  func equals(_ other: LinearSum) -> Formula { .all([self >= other, self <= other]) }

  /// The formula that the expression, which is 0 or 1, is 1.
  var isOne: Formula { self >= 1 }
}

extension Sequence<LinearSum> {
  var total: LinearSum { reduce(LinearSum()) { $0 + $1 } }
}

/// A logical statement about unknown whole numbers.
indirect enum Formula: Hashable {
  case holds(Bool)
  /// The statement that the expression is at least 0.
  case notNegative(LinearSum)
  case every([Formula])
  case some([Formula])
  case negation(Formula)

  /// Returns the statement that all parts hold.
  static func all(_ parts: [Formula]) -> Formula {
    let rest = parts.filter { $0 != .holds(true) }
    if rest.contains(.holds(false)) { return .holds(false) }
    return rest.count == 1 ? rest[0] : rest.isEmpty ? .holds(true) : .every(rest)
  }

  /// Returns the statement that at least one part holds.
  static func any(_ parts: [Formula]) -> Formula {
    let rest = parts.filter { $0 != .holds(false) }
    if rest.contains(.holds(true)) { return .holds(true) }
    return rest.count == 1 ? rest[0] : rest.isEmpty ? .holds(false) : .some(rest)
  }

  static prefix func ! (formula: Formula) -> Formula {
    switch formula {
    case .holds(let truth): .holds(!truth)
    case .negation(let part): part
    default: .negation(formula)
    }
  }

  static func && (a: Formula, b: Formula) -> Formula { .all([a, b]) }
  static func || (a: Formula, b: Formula) -> Formula { .any([a, b]) }

  /// Returns the statement that `other` holds wherever this one does.
  func implies(_ other: Formula) -> Formula { !self || other }
}
