import CDaymarkProcess
import DaymarkModel
import Foundation

/// The process that reads for one subject, as its run sees it.
///
/// It says its answers over a socket, and its words, as the runtime's on what ends it, through a pipe. Closing its
/// leash ends it, whatever it is doing.
final class ReaderProcess {
  private let socket: Int32
  private let words: Int32
  private let leash: Int32
  /// The longest line that can be an answer.
  private let mostBytes: UInt64
  private var lines = LineBuffer()
  /// The last words.
  private var said: [UInt8] = []

  /// - Parameters:
  ///   - make: Given the reader's ends of socket, words and leash.
  ///   - memoryBytes: The most memory of the reader, which has an answer whole before it says it.
  /// - Throws: `reader.crashed`, with the system's words, when the system has no more to give; what `make` throws.
  init(memoryBytes: UInt64, _ make: ([Int32]) throws -> Void) throws {
    var pairs: [[Int32]] = []
    defer { for pair in pairs { close(pair[1]) } }
    for open in [
      { daymark_socket_pair(&$0, false) }, { daymark_pipe(&$0) },
      { daymark_socket_pair(&$0, true) },
    ] as [(inout [Int32]) -> Int32] {
      var ends: [Int32] = [-1, -1]
      let code = open(&ends)
      guard code == 0 else {
        for pair in pairs { close(pair[0]) }
        throw WorkerProcess.unstartable(code)
      }
      pairs.append(ends)
    }
    (socket, words, leash, mostBytes) = (pairs[0][0], pairs[1][0], pairs[2][0], memoryBytes)
    try make(pairs.map { $0[1] })
  }

  deinit { for descriptor in [socket, words, leash] { close(descriptor) } }

  /// Sends bytes, and a descriptor with them.
  ///
  /// What cannot be sent is for a reader that has ended, as its answers will show.
  ///
  /// - Parameter isOverdue: Asked ten times a second while the reader takes nothing.
  func send(
    _ bytes: [UInt8], with descriptor: Int32? = nil, unless isOverdue: () throws -> Bool
  ) rethrows {
    var rest = bytes[...]
    var descriptors = [descriptor].compactMap(\.self)
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        daymark_send(socket, $0.baseAddress, $0.count, descriptors, descriptors.count)
      }
      if count > 0 {
        rest = rest.dropFirst(count)
        descriptors = []
      } else {
        guard errno == EAGAIN, try !isOverdue() else { return }
        var polled = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
        poll(&polled, 1, 100)
      }
    }
  }

  /// Waits for the next line of an answer.
  ///
  /// - Parameter isOverdue: Asked ten times a second while nothing comes.
  /// - Returns: The line without its end, empty in place of one that is too long; `nil` when the reader says no more,
  ///   or is overdue.
  func nextLine(unless isOverdue: () throws -> Bool) rethrows -> [UInt8]? {
    while true {
      if let line = lines.takeLine() { return line }
      if UInt64(lines.bytes.count) > mostBytes { return [] }
      guard try !isOverdue() else { return nil }
      var polled = [socket, words].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&polled, 2, 100) > 0 else { continue }
      if polled[0].revents != 0 {
        guard let bytes = piece(of: socket) else { return nil }
        lines.bytes += bytes
      } else if let bytes = piece(of: words) {
        said = (said + bytes).suffix(4096)
      } else {
        // It has closed its words, which would end every wait at once.
        usleep(100_000)
      }
    }
  }

  /// The next bytes; `nil` at the end.
  private func piece(of descriptor: Int32) -> [UInt8]? {
    let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
    }
    return bytes.isEmpty ? nil : bytes
  }

  /// Ends it, whatever it is doing; one that has ended by itself stays as it was.
  func end() -> WorkerEnd {
    shutdown(leash, Int32(SHUT_WR))
    // It says so at once, unless somebody has stopped whoever makes readers.
    var polled = pollfd(fd: leash, events: Int16(POLLIN), revents: 0)
    var (end, count) = (daymark_reader_end(), 0)
    if poll(&polled, 1, 10_000) > 0 {
      count = withUnsafeMutableBytes(of: &end) { read(leash, $0.baseAddress, $0.count) }
    }
    while let bytes = piece(of: words) { said += bytes }
    // Whoever makes readers has ended with this one, where nobody says how it ended.
    let isKnown = count == MemoryLayout<daymark_reader_end>.size && end.error == 0
    return WorkerEnd(
      status: isKnown ? end.status : nil, words: String(decoding: said.suffix(4096), as: UTF8.self))
  }
}

/// Bytes that nobody has looked at yet.
private struct LineBuffer {
  var bytes: [UInt8] = []
  /// So many of them have no line end among them.
  private var searched = 0

  mutating func takeLine() -> [UInt8]? {
    guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      return nil
    }
    let line = Array(bytes[..<end])
    bytes.removeFirst(end + 1)
    searched = 0
    return line
  }
}

/// How a reader ended.
struct WorkerEnd {
  /// As `waitpid` gives it; `nil` when nobody can say it.
  let status: Int32?
  /// The last words on standard error, which may be of the runtime.
  let words: String

  /// The signal that ended it; `nil` when it exited.
  var signal: String? {
    guard let number = status.map({ $0 & 0x7F }), number != 0 else { return nil }
    return signalName(number)
  }

  /// Whether it ended for want of memory.
  var isOutOfMemory: Bool {
    // The runtime's words on an allocation that failed; or the system had no memory left and chose it.
    words.contains("allocate") || signal == "SIGKILL"
  }
}
