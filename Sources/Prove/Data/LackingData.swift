import DaymarkModel

extension DataUnknowns {
  /// Requires that this data is what is left of other data of which nothing is lacking.
  ///
  /// A day that is whole here is as it is there, but for figures that sessions lose; past an end there may be less; a
  /// damaged day may be anything. ``GivenPeriod/isPart(of:)`` says the same of given days.
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

  /// Tells the solver what follows from ``requirePart(of:)``, which it would have to find for each day by trying: what a
  /// day surely has it has when nothing is lacking and, where missing data is not read as zero, what it has then it may
  /// have now.
  func tellBounds(by whole: DataUnknowns) {
    for key in rangeKeys {
      guard let own = knownRange(key), let all = whole.knownRange(key) else { continue }
      // Taken as it stands, the lowest or the mean rate of a part of a day may be above that of all of it.
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
      // Before its end a log that has nothing of a day says that there was nothing.
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
  /// Whether what a day surely has of it may grow where something is lost.
  fileprivate var mayGainByLoss: Bool {
    if case .activities(let sum, let test) = self { test.gainsByLoss(of: sum) } else { false }
  }

  /// Whether the most that a day may have of it may shrink where something is lost.
  fileprivate var mayShrinkByLoss: Bool {
    switch self {
    case .activities(let sum, let test): test.shrinksByLoss(of: sum)
    // Of two amounts of which either will do, one that lacks is taken to be nothing.
    case .weighted(let sum): sum.takesEither
    default: false
    }
  }
}
