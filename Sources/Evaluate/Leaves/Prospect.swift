import DaymarkModel

/// The answers whether one thing (a day, a week) qualifies: in the four worlds that decide about a number of
/// them, and in the one that is shown.
///
/// Things are independent and more of them never lower the number, so the number in the poorest and in
/// the richest world bounds all others.
struct Prospect {
  /// Whatever the unknown turns out to be.
  var surely: Bool
  /// If all that is unknown turns out well.
  var possibly: Bool
  /// Whatever the rest turns out to be, if all that is open turns out well.
  var atBest: Bool
  /// If all that is open turns out badly, and the rest well.
  var atWorst: Bool
  /// As it is shown: surely, or by what is recorded, where only what an archive lacks is against it.
  var shown: Bool

  init(of range: ValueRange, in interval: ValueInterval) {
    let answer = interval.answer(on: range)
    shown = answer == .pass || (range.showsRecorded && interval.contains(range.recorded))
    surely = answer == .pass
    possibly = answer != .fail
    atBest = surely || (range.isOpen && possibly && interval.canBeSettledToPass(range))
    atWorst = possibly && !(range.isOpen && !surely && interval.canBeSettledToFail(range))
  }

  /// Of a number of things that is to be reached.
  ///
  /// - Parameter count: Counts the things that qualify in one world; more of them give no less.
  init(reaching required: Int, _ prospects: [Prospect], by count: ([Bool]) -> Int) {
    func reaches(_ world: (Prospect) -> Bool) -> Bool { count(prospects.map(world)) >= required }
    surely = reaches(\.surely)
    possibly = surely || reaches(\.possibly)
    atBest = surely || (possibly && reaches(\.atBest))
    atWorst = surely || (possibly && reaches(\.atWorst))
    shown = reaches(\.shown)
  }

  var answer: Outcome { surely ? .pass : possibly ? .undetermined : .fail }

  /// Settling what is open can settle an undetermined answer.
  var isHeldOpen: Bool { answer == .undetermined && (atBest || !atWorst) }
}
