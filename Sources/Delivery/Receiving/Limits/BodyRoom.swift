import Synchronization

/// A limit on the bytes of all bodies in progress, in total and for each address.
final class BodyRoom: Sendable {
  private struct Bytes: Sendable {
    var all = 0
    var byName: [String: Int] = [:]
  }

  private let most: Int
  private let mostOfOne: Int
  private let taken = Mutex(Bytes())

  init(_ most: Int, ofOne mostOfOne: Int) { (self.most, self.mostOfOne) = (most, mostOfOne) }

  /// Returns the share of a new body, under the name of its sender's address.
  func share(of name: String) -> Share { Share(of: self, name) }

  /// The bytes of one body.
  final class Share: Sendable {
    private let room: BodyRoom
    private let name: String
    private let taken = Mutex(0)

    fileprivate init(of room: BodyRoom, _ name: String) { (self.room, self.name) = (room, name) }

    func take(_ bytes: Int) throws(Refusal) {
      let isRoom = room.taken.withLock { taken in
        let own = taken.byName[name, default: 0]
        guard taken.all + bytes <= room.most, own + bytes <= room.mostOfOne else { return false }
        taken.all += bytes
        taken.byName[name] = own + bytes
        return true
      }
      guard isRoom else { throw .busy }
      taken.withLock { $0 += bytes }
    }

    func end() {
      let bytes = taken.withLock { taken in
        defer { taken = 0 }
        return taken
      }
      room.taken.withLock { taken in
        taken.all -= bytes
        let own = taken.byName[name, default: 0] - bytes
        taken.byName[name] = own > 0 ? own : nil
      }
    }
  }
}
