import DaymarkModel

extension DataUnknowns {
  /// Requires that this data is a part of other data from which nothing is missing.
  ///
  /// A complete day of this data is the same in the other data, except that its sessions may lack
  /// figures. Days after the end of this data may have less than in the other, and damaged days may
  /// have any data. ``GivenPeriod/isPart(of:)`` tests the same for given days.
  func requirePart(of whole: DataUnknowns) {
    for day in days.indices {
      let isDamaged = damaged[day].isOne
      for column in asked.columns {
        guard let own = figure(of: column, on: day), let all = whole.figure(of: column, on: day)
        else { continue }
        requireLess(column, own, than: all, day, isDamaged)
      }
      guard !sessions.isEmpty else { continue }
      for (own, all) in zip(sessions[day], whole.sessions[day]) {
        let isSound = Formula.all([
          !isDamaged, isPast(.records, day) <= 0, hasAnything(on: day),
        ])
        problem.require(own.exists <= all.exists)
        problem.require(isSound.implies(own.exists >= all.exists))
        let isThere = own.exists.isOne
        for (kind, choice) in own.kinds.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
          problem.require(choice <= all.kinds[kind] ?? LinearSum())
          problem.require(isThere.implies(choice.equals(all.kinds[kind] ?? LinearSum())))
        }
        problem.require(isThere.implies(own.isIndoor.equals(all.isIndoor)))
        for field in asked.sessions.fields {
          guard let figure = own.fields[field] else { continue }
          problem.require(
            figure.exists.isOne.implies(figure.recorded.equals(all.recorded(field))))
        }
      }
    }
    for (metric, share) in manualShares.sorted(by: { $0.key < $1.key }) {
      problem.require(share.equals(whole.manualShares[metric] ?? share))
    }
    for (metric, share) in lateShares.sorted(by: { $0.key < $1.key }) {
      problem.require(share.equals(whole.lateShares[metric] ?? share))
    }
    for code in asked.flags {
      guard let own = flags[code], let all = whole.flags[code] else { continue }
      problem.require(own.equals(all))
    }
  }

  /// Gives the solver conclusions from ``requirePart(of:)``, which it would otherwise try day by
  /// day.
  ///
  /// What this data certainly reaches, the complete data certainly reaches too. Unless missing data
  /// is read as zero, what the complete data certainly reaches, this data may reach.
  func tellBounds(by whole: DataUnknowns) {
    for key in rangeKeys {
      guard let own = knownRange(key), let all = whole.knownRange(key) else { continue }
      // Without a correction, the lowest or mean rate of a part of a day may exceed that of the
      // whole day.
      if key.readsMissingAsZero, key.value.unit == .beatsPerMinute { continue }
      let bounds = own.bounds.union(all.bounds).sorted()
      if !key.value.mayGainByLoss {
        problem.require(own.least <= all.least)
        for bound in bounds {
          problem.require(own.surelyReaches(bound) <= all.surelyReaches(bound))
        }
      }
      if key.readsMissingAsZero || key.value.mayShrinkByLoss { continue }
      problem.require(own.isUnbounded.isOne || all.most <= own.most)
      for bound in bounds { problem.require(all.surelyReaches(bound) <= own.mayReach(bound)) }
    }
  }

  private func requireLess(
    _ column: Column, _ own: Figure, than all: Figure, _ day: Int, _ isDamaged: Formula
  ) {
    let isPast = isPast(column.origin, day).isOne
    let isFree = Formula.any([isDamaged, own.exists <= 0])
    switch column {
    case .heartRate(.average):
      problem.require(.any([isFree, isPast, own.recorded.equals(all.recorded)]))
    case .heartRate(.min):
      problem.require(isFree || own.recorded >= all.recorded)
      problem.require(.any([isFree, isPast, own.recorded <= all.recorded]))
    case .strength, .lift, .feat:
      // A log that has nothing for a day before its end says that nothing was done.
      problem.require(.any([isDamaged, own.recorded <= all.recorded]))
      problem.require(.any([isDamaged, isPast, own.recorded >= all.recorded]))
    case .amount, .heartRate(.max), .heartMinutes:
      guard let opened = own.opened else {
        problem.require(isFree || own.recorded <= all.recorded)
        problem.require(.any([isFree, isPast, own.recorded >= all.recorded]))
        return
      }
      problem.require(isFree || opened.least <= all.recorded)
      problem.require(
        .any([isFree, isPast, opened.isUnbounded.isOne, opened.most >= all.recorded]))
    }
  }
}

extension DayValue {
  /// Whether the lower bound of a day may rise when data is lost.
  fileprivate var mayGainByLoss: Bool {
    if case .activities(let sum, let test) = self { test.gainsByLoss(of: sum) } else { false }
  }

  /// Whether the upper bound of a day may fall when data is lost.
  fileprivate var mayShrinkByLoss: Bool {
    switch self {
    case .activities(let sum, let test): test.shrinksByLoss(of: sum)
    // If either of two amounts suffices, a missing one is taken as zero.
    case .weighted(let sum): sum.takesEither
    default: false
    }
  }
}
