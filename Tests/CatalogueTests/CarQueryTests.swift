import Testing

@testable import Catalogue

@Suite("A query")
struct CarQueryTests {
  @Test("is taken apart into words, phrases, exclusions and filters")
  func parts() {
    let query = CarQuery.parse(#"Citroën "Model 3" -diesel make:"alfa romeo" year>=2020"#)
    #expect(
      query.words == [CarQuery.Word("citroen"), CarQuery.Word("model 3"), CarQuery.Word("diesel", isExcluded: true)])
    #expect(
      query.filters == [
        FieldFilter(.make, .contains(["alfa romeo"])),
        FieldFilter(.year, .between(lower: 2020, includesLower: true, upper: .infinity, includesUpper: true)),
      ])
    #expect(query.problems.isEmpty)
  }

  @Test(
    "with a bad filter says what is wrong and searches it as text",
    arguments: [
      ("colour:red", "There is no field \"colour\""), ("year:abc", "year takes a number"),
      ("mpg>", "mpg> needs a value."),
      ("make>kia", "make is not a number; write make:kia."), ("fav:maybe", "fav is yes or no."),
      ("year:2015..x", "year takes a number"), ("make:,", "make: needs a value."), ("mpg>1e999", "mpg takes a number"),
    ])
  func problems(text: String, sentence: String) throws {
    let query = CarQuery.parse(text)
    #expect(query.filters.isEmpty)
    #expect(query.words == [CarQuery.Word(text)])
    let problem = try #require(query.problems.first)
    #expect(problem.token == text)
    #expect(problem.description.hasPrefix(sentence), "\(problem.description)")
  }

  @Test(
    "never fails, whatever is typed",
    arguments: [
      "", " ", "\"", "\"\"", "-", "--", "-\"", ":", "::", "year:", ">=", "a:b:c", "3:1", "http://x", "-:", "\u{0}",
      "year>>2", "=<",
      "\u{202e}", "make:\"", "- kia", "year:-..-", String(repeating: "\"", count: 1001),
    ])
  func anything(text: String) {
    let query = CarQuery.parse(text)
    #expect(query.text == text)
    _ = CatalogueIndex.generated(count: 10).search(query)
  }

  @Test("marks the matches in a shown text, in the text's own characters")
  func matches() {
    func marked(_ query: String, _ text: String, field: FieldFilter.Field? = nil) -> String {
      var result = text
      for range in CarQuery.parse(query).matches(in: text, field: field).reversed() {
        result.insert("]", at: range.upperBound)
        result.insert("[", at: range.lowerBound)
      }
      return result
    }
    #expect(marked("citroen", "Citroën C4") == "[Citroën] C4")
    #expect(marked("e", "Electric Ë") == "[E]l[e]ctric [Ë]")
    #expect(marked("mod ode", "Model") == "[Mode]l")
    #expect(marked("현", "현대") == "[현]대")
    #expect(marked("-kia", "Kia") == "Kia")
    #expect(marked("make:ki", "Kia", field: .make) == "[Ki]a")
    #expect(marked("make:ki", "Kia", field: .model) == "Kia")
    #expect(marked("", "Kia") == "Kia")
  }

  @Test("of a sort is read from a command line")
  func sorts() {
    #expect(Sort(parsing: "year:desc") == Sort(.year, ascending: false))
    #expect(Sort(parsing: "MPG") == Sort(.consumption))
    #expect(Sort(parsing: "class:asc") == Sort(.vehicleClass))
    #expect(Sort(parsing: "colour") == nil)
    #expect(Sort(parsing: "year:up") == nil)
    #expect(Sort(parsing: "year:desc:asc") == nil)
  }
}
