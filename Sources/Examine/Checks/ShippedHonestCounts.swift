package import DaymarkModel

/// The number of honest exports on which each check was tried, and the number that it questioned.
///
/// See Examine, "How often honest people are asked". The exports of real people are public ones,
/// which their owners shortened before publication. The generated ones come from the test of honest
/// exports, which also checks these numbers.
package let shippedHonestCounts: [ExportCheck: HonestCounts] = [
  .copied: HonestCounts(real: 1, made: 300), .writtenEarly: HonestCounts(real: 2, made: 300),
  .scattered: HonestCounts(real: 3, made: 300), .fullMinutes: HonestCounts(made: 300),
  .evenLengths: HonestCounts(made: 273), .roundNumbers: HonestCounts(made: 273),
  .muteWatch: HonestCounts(made: 273), .aboveStated: HonestCounts(made: 300),
  .oddStride: HonestCounts(made: 300), .flightsAlone: HonestCounts(made: 300),
  .backwards: HonestCounts(real: 3, made: 300), .writtenAtOnce: HonestCounts(real: 2, made: 300),
]
