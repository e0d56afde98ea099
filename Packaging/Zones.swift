// Prints every change of every zone from 1990 to 2040, and the version of the data: with all of ICU's data and with its
// zones alone the same text comes out. `make dist` compares the two.

import Foundation

let first = 631_152_000  // 1990-01-01T00:00:00Z
let last = 2_240_524_800  // 2041-01-01T00:00:00Z
// Shorter than any time for which a zone ever kept an offset.
let step = 6 * 3600

/// The zones that Foundation knows, and those that the arguments name: old names are none of the former.
let names = Set(TimeZone.knownTimeZoneIdentifiers).union(CommandLine.arguments.dropFirst()).sorted()

print("data \(TimeZone.timeZoneDataVersion)")
for name in names {
  guard let zone = TimeZone(identifier: name) else {
    print("\(name) is not known")
    continue
  }
  func offset(_ second: Int) -> Int {
    zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(second)))
  }
  var changes = ["\(offset(first))"]
  for start in stride(from: first, to: last, by: step) where offset(start) != offset(start + step) {
    var (before, after) = (start, start + step)
    while after - before > 1 {
      let middle = (before + after) / 2
      if offset(middle) == offset(start) { before = middle } else { after = middle }
    }
    changes.append("\(after):\(offset(after))")
  }
  print(name, changes.joined(separator: " "))
}
