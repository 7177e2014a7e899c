/// Short words that people type for the long ones that sources write.
enum ClassWords {
  private static let synonyms: [(written: String, typed: String)] = [
    ("sport utility", "suv"), ("station wagon", "estate"), ("estate", "wagon"), ("minivan", "mpv"),
    ("4-wheel", "4wd"), ("all-wheel", "awd"), ("front-wheel", "fwd"), ("rear-wheel", "rwd"), ("suv", "sport utility"),
  ]

  /// The folded text, with the other words for what it says added behind it.
  static func searchText(of folded: String) -> String {
    let added = synonyms.filter { folded.contains($0.written) && !folded.contains($0.typed) }.map(\.typed)
    return ([folded] + added).joined(separator: " ")
  }
}
