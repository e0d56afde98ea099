// Follows every link of a site that DocC has built: `follow-links SITE`. DocC itself says nothing of a
// relative link to a file, which leads nowhere on the site.

import Foundation

/// A page of the site, as its JSON has it.
struct Page {
  /// `/documentation/daymarkpipeline/semantics`.
  var path: String
  var anchors: Set<String> = []
  /// Where links of the page lead: a path of the site with its anchor, or an address.
  var destinations: [String] = []
  /// Links that DocC could not follow.
  var unresolved: [String] = []

  init(path: String, document: Any) {
    self.path = path
    collect(document)
  }

  private mutating func collect(_ value: Any) {
    if let members = value as? [String: Any] {
      if let anchor = members["anchor"] as? String { anchors.insert(anchor) }
      switch members["type"] as? String {
      case "topic", "section": destinations += (members["url"] as? String).map { [$0] } ?? []
      case "link":
        let destination = (members["destination"] ?? members["url"]) as? String
        destinations += destination.map { [$0] } ?? []
      case "unresolvable":
        let title = members["title"] as? String ?? "?"
        // Symbols of the standard library, which DocC itself mentions, have no pages here.
        if !title.hasPrefix("Swift.") { unresolved.append(title) }
      default: break
      }
      for member in members.values { collect(member) }
    } else if let elements = value as? [Any] {
      for element in elements { collect(element) }
    }
  }
}

func pages(of site: String) throws -> [Page] {
  let data = site + "/data"
  let names = FileManager.default.enumerator(atPath: data)?.compactMap { $0 as? String } ?? []
  return try names.filter { $0.hasSuffix(".json") }.sorted().map { name in
    let document = try JSONSerialization.jsonObject(
      with: Data(contentsOf: URL(fileURLWithPath: "\(data)/\(name)")))
    return Page(path: "/" + name.dropLast(".json".count), document: document)
  }
}

/// The links that lead nowhere, each with its page.
func deadLinks(of pages: [Page]) -> [String] {
  let anchors = Dictionary(uniqueKeysWithValues: pages.map { ($0.path, $0.anchors) })
  return pages.flatMap { page in
    let dead = page.destinations.filter { destination in
      if destination.hasPrefix("https://") || destination.hasPrefix("http://") { return false }
      let parts = destination.split(separator: "#", maxSplits: 1).map(String.init)
      guard let path = parts.first, let known = anchors[path] else { return true }
      return parts.count == 2 && !known.contains(parts[1])
    }
    return Set(dead + page.unresolved).sorted().map { "\(page.path): \($0)" }
  }
}

let site = CommandLine.arguments.dropFirst().first ?? ".build-docs/site"
let found = try pages(of: site)
let dead = deadLinks(of: found)
for link in dead { print("dead link: \(link)") }
let count = found.reduce(0) { $0 + $1.destinations.count }
print("\(found.count) pages, \(count) links, \(dead.count) dead")
exit(dead.isEmpty && count > 0 ? 0 : 1)
