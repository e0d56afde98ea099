import DaymarkModel

/// The positions of the columns of Strava's `activities.csv`.
///
/// Their names are in the account's language and several stand twice, but their order is the same: the
/// first seven, then some of the first block, then the name of the activity's file, and behind it a
/// second block of raw values, which has grown over the years. (Positions behind the file's name: an
/// export of 94 columns in English, and one in German.)
struct StravaColumns {
  static let date = 1
  static let type = 3
  static let elapsed = 5
  static let distance = 6

  /// The name of the activity's file.
  let file: Int
  private let count: Int

  /// - Parameters:
  ///   - file: Where a row has the name of its file; `nil` when no row of the document has one.
  ///   - count: How many columns there are.
  init(file: Int?, count: Int) {
    self.count = count
    self.file = file ?? (count <= 12 ? count - 1 : 12)
  }

  /// Whether the second block is there.
  var hasRawValues: Bool { count > file + 1 }
  /// The column of the first block; until 2020 it was not there.
  var maximumHeartRate: Int? { file == 12 ? 7 : nil }

  // MARK: The second block

  var rawElapsed: Int { file + 3 }
  var movingTime: Int { file + 4 }
  var rawDistance: Int { file + 5 }
  var elevationGain: Int { file + 8 }
  var rawMaximumHeartRate: Int { file + 18 }
  var averageHeartRate: Int { file + 19 }
  var calories: Int { file + 22 }
  var englishType: Int { file + 32 }
  var totalSteps: Int { file + 73 }

  // MARK: Finding the file's name

  /// The field of a row that is the name of an activity's file: `activities/101.fit.gz`.
  static func file(in row: CSVRow) -> Int? {
    (8..<max(8, row.count)).first { isFile(row[$0]) }
  }

  private static func isFile(_ field: ArraySlice<UInt8>) -> Bool {
    guard field.starts(with: "activities/".utf8), !field.contains(UInt8(ascii: " ")) else {
      return false
    }
    let name = MemberPath(String(decoding: field, as: UTF8.self)).withoutGzip
    return activityFileExtensions.contains { name.hasSuffix(".\($0)") }
  }
}
