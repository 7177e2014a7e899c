/// Short words that users type for the long words of a source, such as `suv` and `awd`.
enum ClassSynonyms {
  private static let synonyms: [(written: String, typed: String)] = [
    ("sport utility", "suv"), ("station wagon", "estate"), ("estate", "wagon"), ("minivan", "mpv"),
    ("4-wheel", "4wd"), ("all-wheel", "awd"), ("front-wheel", "fwd"), ("rear-wheel", "rwd"), ("suv", "sport utility"),
  ]

  /// Returns a folded text followed by the synonyms of the words in it.
  static func searchText(of folded: String) -> String {
    let added = synonyms.filter { folded.contains($0.written) && !folded.contains($0.typed) }.map(\.typed)
    return ([folded] + added).joined(separator: " ")
  }
}
