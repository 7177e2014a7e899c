import Testing

@testable import ReactorTerminal

@Suite("FuzzyMatch")
struct FuzzyMatchTests {
  /// Returns the title with brackets around the letters that match; `nil` if the query does not match.
  private func marked(_ query: String, _ title: String, names: [String] = []) -> String? {
    FuzzyMatch(of: query, in: title, orIn: names).map { match in
      var bytes = Array(title.utf8)
      for range in match.ranges.reversed() {
        bytes.insert(UInt8(ascii: "]"), at: range.upperBound)
        bytes.insert(UInt8(ascii: "["), at: range.lowerBound)
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  private func ranked(_ query: String, _ titles: [String]) -> [String] {
    titles.compactMap { title in FuzzyMatch(of: query, in: title).map { (title, $0.score) } }
      .sorted { $0.1 > $1.1 }.map(\.0)
  }

  @Test(arguments: [
    ("ff", "Favorites first", "[F]avorites [f]irst"), ("fir", "Favorites first", "Favorites [fir]st"),
    ("FAV", "Favorites first", "[Fav]orites first"), ("vrt", "Favorites", "Fa[v]o[r]i[t]es"),
    ("so", "Also sort", "Also [so]rt"), ("gr", "Open GitRepository", "Open [G]it[R]epository"),
    ("first fav", "Favorites first", "[Fav]orites [first]"), ("", "Quit", "Quit"), ("   ", "Quit", "Quit"),
  ])
  func `the letters of a word match in order, preferably at the start of words`(
    query: String, title: String, expected: String
  ) {
    #expect(marked(query, title) == expected)
  }

  @Test(arguments: [("tq", "Quit"), ("xyz", "Quit"), ("quitt", "Quit"), ("fav x", "Favorites"), ("q", "")])
  func `a title that lacks a letter does not match`(query: String, title: String) {
    #expect(FuzzyMatch(of: query, in: title) == nil)
  }

  @Test(arguments: [
    ("즐겨", "Favorite 즐겨찾기", "Favorite [즐겨]찾기"), ("é", "Cafe\u{301} 한", "Caf[e\u{301}] 한"),
    ("👍", "Like 👍🏽👍", "Like 👍🏽[👍]"),
  ])
  func `characters of any length are matched as a whole`(query: String, title: String, expected: String) {
    #expect(marked(query, title) == expected)
  }

  @Test(arguments: [
    // The start of the title, the start of a word, the inside of a word, scattered letters.
    (
      "sort", ["Sort", "Resort to it", "Also sort", "Show the original report"], ["Sort", "Also sort", "Resort to it"]
    ),
    (
      "co", ["Disco", "Choose a column", "Columns", "Choose columns"], ["Columns", "Choose columns", "Choose a column"]
    ),
    ("re", ["Reverse", "Refresh"], ["Reverse", "Refresh"]),
  ])
  func `the better match has the higher score`(query: String, titles: [String], expected: [String]) {
    #expect(Array(ranked(query, titles).prefix(expected.count)) == expected)
  }

  @Test(
    arguments: [
      ("open file", "Open file", .exact), ("  OPEN  file ", "Open file", .exact), ("open", "Open file", .prefix),
      ("open fi", "Open file", .prefix), ("file", "Open file", .wordStart), ("file open", "Open file", .wordStart),
      ("fi pen", "Open file", .contiguous), ("ab", "A big cab", .contiguous), ("of", "Open file", .initials),
      ("opfi", "Open file", .initials), ("oe", "Open file", .scattered), ("open oe", "Open file", .scattered),
      ("open file", "Undo price change for Toyota Corolla Hybrid LE", .scattered),
      ("open car", "Open file", .otherName), ("", "Open file", .exact),
    ] as [(String, String, FuzzyMatch.Quality)])
  func `a query matches as its worst word does, unless the title begins with it`(
    query: String, title: String, expected: FuzzyMatch.Quality
  ) throws {
    let match = try #require(FuzzyMatch(of: query, in: title, orIn: ["Car"]))

    #expect(match.quality == expected)
  }

  @Test func `a word that occurs without gaps is emphasized there`() {
    #expect(marked("ab", "A big cab") == "A big c[ab]")
  }

  @Test func `other names match only literally, with a lower score and without emphasis`() throws {
    #expect(marked("cars", "Refresh", names: ["Cars", "cars.refresh"]) == "Refresh")
    #expect(marked("cars ref", "Refresh", names: ["Cars"]) == "[Ref]resh")
    #expect(marked("crs", "Refresh", names: ["Cars"]) == nil)

    let name = try #require(FuzzyMatch(of: "cars", in: "Refresh", orIn: ["Cars"]))
    let title = try #require(FuzzyMatch(of: "cars", in: "Compare these cars"))
    #expect(name.score < title.score)
  }

  @Test func `a long title costs no more than its first letters`() {
    let title = String(repeating: "a", count: 100_000) + "z"

    #expect(FuzzyMatch(of: String(repeating: "a", count: 100), in: title) != nil)
    #expect(FuzzyMatch(of: "z", in: title) == nil)
  }
}
