import Foundation
import Synchronization

/// A lock on the folder of an intake's file, which only one service can hold.
///
/// Only the service's own process knows which requests are in progress.
final class ServiceLock: Sendable {
  private let descriptor: Mutex<Int32?>

  /// The error that another service holds the lock.
  struct Held: Error, CustomStringConvertible {
    var description: String { "another service uses that folder" }
  }

  /// Locks the folder of a file until the lock is released.
  ///
  /// - Parameter file: The path of the file.
  /// - Throws: ``Held`` where another service holds the lock.
  init(beside file: String) throws {
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent().path
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw CocoaError(.fileReadNoSuchFile) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw Held()
    }
    self.descriptor = Mutex(descriptor)
  }

  deinit { release() }

  func release() {
    if let descriptor = descriptor.withLock({ $0.take() }) { close(descriptor) }
  }
}
