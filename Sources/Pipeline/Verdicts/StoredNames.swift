import DaymarkModel
import DaymarkStore
import Foundation

// What a shell offers while somebody types; where nothing can be read, there is nothing to offer.

/// The ids of the challenges in a store, ascending.
package func challengeNames(inStore path: String) -> [String] {
  ((try? Store(reading: path).challenges()) ?? []).map(\.challenge.id).sorted()
}

/// The ids of a challenge's subjects, ascending.
///
/// - Parameters:
///   - challenge: Its id, or the path of its folder, beside which the store lies.
///   - path: The store, of a challenge that is named by its id.
package func subjectNames(ofChallenge challenge: String, inStore path: String) -> [String] {
  let folder = URL(fileURLWithPath: challenge)
  let isPath = challenge.contains("/")
  let store =
    isPath ? defaultStorePath(inOutputFolder: folder.deletingLastPathComponent().path) : path
  guard let store = try? Store(reading: store),
    let id = try? isPath ? store.challengeID(ofFolder: challenge) : challenge,
    let subjects = try? store.subjects(of: id)
  else { return [] }
  return subjects.sorted()
}
