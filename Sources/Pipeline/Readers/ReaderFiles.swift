import CDaymarkProcess
import DaymarkDocuments
import DaymarkIngest
import DaymarkModel
import Foundation
import Synchronization

/// The archives of one subject, which a run lists and opens for a reader process.
struct ReaderInputs: Sendable {
  let listings: [ListedInput]
  private let files: any InputFiles

  /// Lists the archives of a subject with their state, without opening them.
  ///
  /// - Throws: `DaymarkError` with `file.missing` or `file.unreadable`.
  init(of request: SubjectRequest, in files: (any InputFiles)? = nil) throws {
    let files = files ?? request.systemFiles
    self.files = files
    listings = try request.archives.map { path in
      ListedInput(
        path: path, absolutePath: files.absolutePath(of: path), stamp: try files.stamp(of: path),
        files: try files.files(of: path))
    }
  }

  /// Replies to a reader that asks for a file.
  ///
  /// - Returns: Whether the reader's answer is such a question.
  func answer(
    _ answer: ReaderAnswer, of reader: ReaderProcess, unless isOverdue: () throws -> Bool
  ) rethrows -> Bool {
    let opened: Result<Int32, any Error>
    if let number = answer.file {
      opened = Result { try open(number) }
    } else if answer.scratch != nil {
      opened = Result { try files.makeScratchFile() }
    } else {
      return false
    }
    switch opened {
    case .success(let descriptor):
      defer { close(descriptor) }
      try reader.send(FileReply().bytes, with: descriptor, unless: isOverdue)
    case .failure(let error):
      let finding = (error as? DaymarkError)?.finding ?? Finding(.fileUnreadable)
      try reader.send(FileReply(failure: finding).bytes, unless: isOverdue)
    }
    return true
  }

  /// Opens a listed file for the reader and returns its descriptor.
  ///
  /// - Parameter number: The index of the file among the files of all listings.
  private func open(_ number: Int) throws -> Int32 {
    var number = number
    for listing in listings where number >= 0 {
      if number < listing.count {
        let file = listing.files?[number]
        return try files.open(
          file, of: listing.path, at: InputLocation(file: listing.path, entry: file?.name))
      }
      number -= listing.count
    }
    throw DaymarkError(.fileMissing)
  }

  /// Returns a reader's result if the archives are still those that were listed, and a failure
  /// otherwise.
  ///
  /// Half of one file and half of another could be read as anything.
  func checked(_ subject: ReadingDocument) -> ReadingDocument {
    var subject = subject
    do {
      for listing in listings where try files.stamp(of: listing.path) != listing.stamp {
        throw DaymarkError(.fileChanged, at: InputLocation(file: listing.absolutePath))
      }
    } catch {
      (subject.reading, subject.failure) = (nil, (error as? DaymarkError)?.finding)
    }
    return subject
  }
}

/// The files of a subject's archives for a reader process, which opens no file itself and asks its
/// run for each.
final class ReaderFiles: InputFiles {
  private struct Descriptors {
    /// The descriptors in use, with the index of the file of each.
    var numbers: [Int32: Int] = [:]
    /// The descriptors that were given back, by index of the file.
    ///
    /// Most files are opened several times.
    var idle: [Int: Int32] = [:]
  }

  /// The largest number of idle descriptors, which leaves room for the others.
  private static let mostIdle = 16

  private let socket: Int32
  private let ask: @Sendable (ReaderAnswer) throws -> Void
  private let inputs: [String: (listing: ListedInput, first: Int)]
  private let descriptors = Mutex(Descriptors())
  /// The lock that is held from a question to its reply.
  private let question = Mutex(())

  /// Indexes the listed archives by their paths.
  ///
  /// - Parameters:
  ///   - listings: The archives as the run listed them.
  ///   - socket: The socket that the replies come from.
  ///   - ask: Sends a question to the run.
  init(
    _ listings: [ListedInput], socket: Int32,
    ask: @escaping @Sendable (ReaderAnswer) throws -> Void
  ) {
    var (inputs, first) = ([String: (ListedInput, Int)](), 0)
    for listing in listings {
      for path in [listing.path, listing.absolutePath] where inputs[path] == nil {
        inputs[path] = (listing, first)
      }
      first += listing.count
    }
    (self.inputs, self.socket, self.ask) = (inputs, socket, ask)
  }

  private func listing(of path: String) throws -> ListedInput {
    guard let input = inputs[path] else {
      throw DaymarkError(.fileMissing, at: InputLocation(file: path))
    }
    return input.listing
  }

  func absolutePath(of path: String) -> String { inputs[path]?.listing.absolutePath ?? path }

  func stamp(of path: String) throws -> InputStamp { try listing(of: path).stamp }

  func files(of path: String) throws -> [FolderFile]? { try listing(of: path).files }

  func open(_ file: FolderFile?, of path: String, at place: InputLocation) throws -> Int32 {
    guard let input = inputs[path] else { throw DaymarkError(.fileMissing, at: place) }
    let number = input.first + (file?.number ?? 0)
    var descriptor = descriptors.withLock { $0.idle.removeValue(forKey: number) }
    if let descriptor {
      lseek(descriptor, 0, SEEK_SET)
    } else {
      do {
        descriptor = try reply(to: ReaderAnswer(file: number))
      } catch var error as DaymarkError {
        // The run knows the file by another name.
        error.finding.location = place
        throw error
      }
    }
    guard let descriptor else { throw DaymarkError(.fileUnreadable, at: place) }
    descriptors.withLock { $0.numbers[descriptor] = number }
    return descriptor
  }

  func close(_ descriptor: Int32) {
    let isKept = descriptors.withLock { state in
      guard let number = state.numbers.removeValue(forKey: descriptor),
        state.idle.count < Self.mostIdle, state.idle[number] == nil
      else { return false }
      state.idle[number] = descriptor
      return true
    }
    if !isKept { Glibc.close(descriptor) }
  }

  func makeScratchFile() throws -> Int32 { try reply(to: ReaderAnswer(scratch: true)) }

  private func reply(to answer: ReaderAnswer) throws -> Int32 {
    try question.withLock { _ in
      try ask(answer)
      return try FileReply.receive(from: socket)
    }
  }
}

/// The reply to a reader that asks for a file: the length of an encoded finding that follows, or
/// nothing with the file's descriptor.
struct FileReply {
  var failure: Finding?

  var bytes: [UInt8] {
    let finding = failure.map { Members<Finding>.finding.kind.bytes($0) } ?? []
    return withUnsafeBytes(of: UInt32(finding.count).littleEndian) { Array($0) } + finding
  }

  /// Waits for the run's reply to a question.
  ///
  /// - Returns: The descriptor of the file.
  /// - Throws: `DaymarkError` with the finding; `reader.crashed` for anything else than a reply, or
  ///   where the run closed the socket.
  static func receive(from socket: Int32) throws -> Int32 {
    var descriptor: Int32 = -1
    let head = try bytes(4, from: socket, &descriptor)
    if descriptor >= 0 { return descriptor }
    let count = head.reversed().reduce(0) { $0 << 8 | Int($1) }
    let finding = Members<Finding>.finding.kind.value(try bytes(count, from: socket, &descriptor))
    throw DaymarkError(finding ?? Finding(.readerCrashed))
  }

  private static func bytes(
    _ count: Int, from socket: Int32, _ descriptor: inout Int32
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let piece = [UInt8](unsafeUninitializedCapacity: count - bytes.count) { buffer, size in
        var found: Int32 = -1
        size = max(0, daymark_receive(socket, buffer.baseAddress, buffer.count, &found))
        if found >= 0 { descriptor = found }
      }
      if piece.isEmpty { throw DaymarkError(.readerCrashed) }
      bytes += piece
    }
    return bytes
  }
}
