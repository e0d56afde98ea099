import CDaymarkProbes
import DaymarkIngest
import DaymarkModel
import Foundation

/// What an archive does to the process that reads it.
///
/// The archive is a file of one line, `daymark poison NAME`; one named `probe-` and a number tries that probe.
enum Poison: String {
  case trap, abort, overflow, spin, allocate, garbage, babble, silence, exit
  /// Answers for another subject.
  case impostor
  /// Has whatever its process reads later be the archive itself.
  case turn

  /// What an archive names; `nil` of one that harms nobody.
  static func name(ofArchiveAt path: String, in files: any InputFiles) -> String? {
    let descriptor = try? files.open(nil, of: path, at: InputLocation(file: path))
    guard let descriptor else { return nil }
    defer { files.close(descriptor) }
    let head = [UInt8](unsafeUninitializedCapacity: 64) { buffer, count in
      count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
    }
    let words = head.split(separator: UInt8(ascii: " "))
    guard words.count == 3, words[0].elementsEqual("daymark".utf8),
      words[1].elementsEqual("poison".utf8)
    else { return nil }
    return String(decoding: words[2], as: UTF8.self)
  }

  /// Does what a name says; ends the process if the system lets a probe do what it tries.
  static func act(_ name: String) {
    if name.hasPrefix("probe-"), let number = Int32(name.dropFirst(6)) {
      if daymark_probe(number) { Foundation.exit(9) }
    } else {
      Poison(rawValue: name)?.act()
    }
  }

  private func act() {
    switch self {
    case .trap: _ = [Int]()[Int(getpid())]
    case .abort: Foundation.abort()
    case .overflow: _ = descend(1)
    case .spin: while true { _ = getpid() }
    case .allocate:
      // 10 GB, touched, so that they are there.
      var blocks: [[UInt8]] = []
      for _ in 0..<160 { blocks.append([UInt8](repeating: 1, count: 64 << 20)) }
      print(blocks.count)
    case .garbage: print("{\"progress\":", terminator: "\n\n")
    case .babble:
      // Wherever the answers go.
      for descriptor in 0..<20 as Range<Int32> {
        _ = "no answer\n".withCString { Glibc.write(descriptor, $0, 10) }
      }
    case .silence: sleep(3600)
    case .impostor:
      let line =
        #"{"subject":{"daymarkReading":14,"program":"\#(daymarkVersion)","subject":"good-0"}}"#
        + "\n"
      _ = line.withCString { Glibc.write(0, $0, strlen($0)) }
    case .turn: PoisonedWorker.isTurned = true
    case .exit: Foundation.exit(0)
    }
  }
}

/// Calls itself until the stack ends.
private func descend(_ depth: Int) -> Int {
  guard depth > 0 else { return 0 }
  var block = [depth, depth + 1]
  block[0] = descend(depth + block[1] % 7)
  return block[0] + block[1]
}
