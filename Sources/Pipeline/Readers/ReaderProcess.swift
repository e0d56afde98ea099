import CDaymarkProcess
import DaymarkModel
import Foundation

/// The process that reads one subject's archives, seen from its run.
///
/// It sends answers over a socket and its standard error, such as the runtime's message about a
/// crash, through a pipe. Closing the third connection, its leash, ends it, whatever it is doing.
final class ReaderProcess {
  private let socket: Int32
  private let words: Int32
  private let leash: Int32
  /// The longest line in bytes that can be an answer.
  private let mostBytes: UInt64
  private var lines = LineBuffer()
  /// The last bytes of the reader's standard error.
  private var lastText: [UInt8] = []

  /// Starts a reader by `make`, connected with this process by two sockets and a pipe.
  ///
  /// - Parameters:
  ///   - make: Gets the reader's ends of the socket, the standard error and the leash, in this
  ///     order.
  ///   - memoryBytes: The largest memory of the reader, and so the longest answer, which the reader
  ///     holds complete before it sends it.
  /// - Throws: `reader.crashed`, with the system's message, where the system has no more
  ///   descriptors; the errors of `make`.
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

  /// Sends bytes, with a descriptor if one is given.
  ///
  /// Bytes that cannot be sent are dropped: the reader has ended then, as its answers will show.
  ///
  /// - Parameter isOverdue: Called ten times a second while the reader takes nothing.
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
  /// - Parameter isOverdue: Called ten times a second while nothing comes.
  /// - Returns: The line without its end, empty for a line that is too long; `nil` where the reader
  ///   has closed the socket or is overdue.
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
        lastText = (lastText + bytes).suffix(4096)
      } else {
        // The reader has closed its standard error, which would end every wait at once.
        usleep(100_000)
      }
    }
  }

  /// Reads the next bytes; `nil` at the end.
  private func piece(of descriptor: Int32) -> [UInt8]? {
    let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
    }
    return bytes.isEmpty ? nil : bytes
  }

  /// Ends the reader, whatever it is doing, and returns how it ended.
  ///
  /// A reader that has ended by itself keeps its own end.
  func end() -> ReaderEnd {
    shutdown(leash, Int32(SHUT_WR))
    // The worker reports the end at once, unless somebody has stopped it.
    var polled = pollfd(fd: leash, events: Int16(POLLIN), revents: 0)
    var (end, count) = (daymark_reader_end(), 0)
    if poll(&polled, 1, 10_000) > 0 {
      count = withUnsafeMutableBytes(of: &end) { read(leash, $0.baseAddress, $0.count) }
    }
    while let bytes = piece(of: words) { lastText += bytes }
    // Without a report the worker has ended together with its reader.
    let isKnown = count == MemoryLayout<daymark_reader_end>.size && end.error == 0
    return ReaderEnd(
      status: isKnown ? end.status : nil,
      words: String(decoding: lastText.suffix(4096), as: UTF8.self))
  }
}

/// Bytes that are not yet divided into lines.
private struct LineBuffer {
  var bytes: [UInt8] = []
  /// The number of bytes at the start that have no end of line among them.
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

/// The way in which a reader process ended.
struct ReaderEnd {
  /// The status as `waitpid` gives it; `nil` where it is unknown.
  let status: Int32?
  /// The last text on standard error, which may be the runtime's.
  let words: String

  /// The name of the signal that ended the reader; `nil` where it exited.
  var signal: String? {
    guard let number = status.map({ $0 & 0x7F }), number != 0 else { return nil }
    return signalName(number)
  }

  /// Whether the reader ended because it ran out of memory.
  var isOutOfMemory: Bool {
    // The runtime's message about a failed allocation contains "allocate". `SIGKILL` means that the
    // system itself ran out of memory and chose this process.
    words.contains("allocate") || signal == "SIGKILL"
  }
}
