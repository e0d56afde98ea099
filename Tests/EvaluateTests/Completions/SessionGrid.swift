import DaymarkModel

/// A few possible sessions: for each answer of the leaves that some session could bring about, one
/// that does.
struct SessionGrid {
  private let leaves: [(value: DayValue, test: ActivityTest, sum: ActivitySum, bounds: [Int])]

  init(_ leaves: [Leaf]) {
    self.leaves = leaves.compactMap { leaf in
      guard case .activities(let sum, let test) = leaf.value else { return nil }
      return (leaf.value, test, sum, leaf.comparison.bounds)
    }
  }

  /// Whether a session has all that is asked about.
  func isWhole(_ session: KnownSession) -> Bool { completions(of: session).first?.isEmpty ?? true }

  /// The ways to fill what a recorded session lacks; one empty way when nothing is asked that it lacks.
  func completions(of session: KnownSession) -> [[ActivityField: Int]] {
    let fitting = leaves.filter { $0.test.fitsKind(of: session) }
    let asked = fitting.flatMap { leaf in
      leaf.test.requirements.keys.flatMap(\.fields) + [leaf.sum.field].compactMap { $0 }
    }
    let lacking = Set(asked).filter { session.value($0) == nil }
    guard !lacking.isEmpty else { return [[:]] }
    return distinct(sessions(like: session, filling: lacking)).map { filled in
      filled.values.filter { lacking.contains($0.key) }
    }
  }

  /// Lists of sessions that could come on a day: none, those that make each small sum, and very many.
  func moreSessions() -> [[KnownSession]] {
    let asked = Set(
      leaves.flatMap { leaf in
        leaf.test.requirements.keys.flatMap(\.fields) + [leaf.sum.field].compactMap { $0 }
      })
    let kinds = Set(leaves.map { $0.test.kinds?.min { $0.rawValue < $1.rawValue } ?? .walk })
    let indoors = [false, true].filter { indoor in
      leaves.contains { ($0.test.isIndoor ?? false) == indoor }
    }
    let possible = kinds.sorted { $0.rawValue < $1.rawValue }.flatMap { kind in
      indoors.flatMap { indoor in
        sessions(
          like: KnownSession(kind: kind, isIndoor: indoor, values: [:]), filling: asked)
      }
    }
    let useful = distinct(possible).filter { effect(of: [$0]).contains { $0 > 0 } }
    var lists: [[KnownSession]] = [[]]
    var seen: Set<[Int]> = [effect(of: [])]
    var next = 0
    while next < lists.count, lists.count < 60 {
      for session in useful {
        let list = lists[next] + [session]
        let sum = effect(of: list)
        guard zip(sum, leaves).allSatisfy({ $0 <= ($1.bounds.max() ?? 0) + $1.sum.grid }),
          seen.insert(sum).inserted
        else { continue }
        lists.append(list)
      }
      next += 1
    }
    return lists
      + useful.suffix(2).map { session in
        var many = session
        many.times = 1000
        return [many]
      }
  }

  private func effect(of sessions: [KnownSession]) -> [Int] {
    leaves.map { $0.value.amount(on: KnownPeriod.Day(sessions: sessions)) ?? 0 }
  }

  private func distinct(_ sessions: [KnownSession]) -> [KnownSession] {
    var seen: Set<[Int]> = []
    return sessions.filter { seen.insert(effect(of: [$0])).inserted }
  }

  private func sessions(
    like session: KnownSession, filling fields: Set<ActivityField>
  ) -> [KnownSession] {
    var sessions = [session]
    var open = fields
    // Distance before time, which a pace then gives.
    for field in [ActivityField.distanceMeters] + ActivityField.allCases
    where fields.contains(field) {
      sessions = sessions.flatMap { session in
        guard session.values[field] == nil else { return [session] }
        return values(of: field, in: session).map { value in
          var filled = session
          filled.values[field] = value
          return filled
        }
      }
      // One that no leaf asks for, as far as it is filled, stands for all such.
      open.remove(field)
      let tests = leaves.map { leaf in
        var test = leaf.test
        test.requirements = test.requirements.filter { open.isDisjoint(with: $0.key.fields) }
        return test
      }
      let isAskedFor = sessions.map { session in tests.contains { $0.fits(session) } }
      let other = isAskedFor.firstIndex(of: false)
      sessions = sessions.indices.filter { isAskedFor[$0] || $0 == other }.map { sessions[$0] }
      // Several leaves may ask for so much that not everything can be tried.
      if leaves.count > 1, sessions.count > 60 {
        let stride = (sessions.count + 59) / 60
        sessions = sessions.indices.filter { $0 % stride == 0 }.map { sessions[$0] }
      }
    }
    return sessions
  }

  private func values(of field: ActivityField, in session: KnownSession) -> [Int] {
    let half = field.half
    var values: Set<Int> = field == .averageBPM || field == .maximumBPM ? [] : [half * 2]
    var isRatio = false
    for leaf in leaves {
      if leaf.sum.field == field {
        values.formUnion(
          stride(from: 0, through: (leaf.bounds.max() ?? 0) * leaf.sum.perUnit + 2 * half, by: half)
        )
        values.insert(half * 200_000)
      }
      for (quantity, comparison) in leaf.test.requirements where quantity.fields.contains(field) {
        switch quantity {
        case .pace, .speed:
          isRatio = true
          // What fits may be between what the other requirements name.
          values.formUnion(stride(from: 0, through: 12 * half, by: half))
          values.insert(half * 200_000)
          if field == .distanceMeters, let seconds = session.values[.activeSeconds] {
            for bound in comparison.bounds {
              let even =
                quantity == .pace ? seconds * 1000 / bound * 1_000_000 : seconds / 1_000_000 * bound
              values.formUnion([even - half / 5, even, even + 1, even + half / 5])
            }
          } else if field == .activeSeconds, let meters = session.value(.distanceMeters) {
            for bound in comparison.bounds where bound > 0 {
              let even =
                quantity == .pace
                ? meters / 1_000_000_000 * bound + meters % 1_000_000_000 / 1_000_000 * bound / 1000
                : meters / bound * 1_000_000
              values.formUnion([even - even / 10, even, even + 1, even + even / 10])
            }
          }
        default:
          for bound in comparison.bounds {
            let bound = quantity == .duration ? bound * 60 : bound
            // One micro-unit more is more, and is rounded away.
            values.formUnion([bound - half, bound, bound + 1, bound + half])
          }
        }
      }
    }
    // Over no time there is no pace.
    let least = isRatio && field == .activeSeconds ? 1 : 0
    return values.filter { $0 >= least }.sorted()
  }
}

extension ActivityField {
  /// Half of the step of these tests: of a kilometer, a minute, a kilocalorie, a meter, a beat.
  fileprivate var half: Int {
    switch self {
    case .distanceMeters: 500_000_000
    case .activeSeconds: 30_000_000
    default: 500_000
    }
  }
}

extension ActivitySum {
  /// The step of sums in these tests.
  fileprivate var grid: Int { self == .distance ? 1_000_000_000 : 1_000_000 }

  /// Of the field in one of the sum.
  fileprivate var perUnit: Int { self == .duration ? 60 : 1 }
}
