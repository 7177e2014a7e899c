import Testing

@testable import ShowroomCatalog

@Suite
struct CarQueryTests {
  @Test func `a query is split into words, phrases, exclusions and filters`() {
    let query = CarQuery.parse(#"Citroën "Model 3" -diesel make:"alfa romeo" year>=2020"#)
    #expect(
      query.words == [CarQuery.Word("citroen"), CarQuery.Word("model 3"), CarQuery.Word("diesel", isExcluded: true)])
    #expect(
      query.filters == [
        FieldFilter(.make, .contains(["alfa romeo"])),
        FieldFilter(.year, .between(lower: 2020, includesLower: true, upper: .infinity, includesUpper: true)),
      ])
    #expect(query.diagnostics.isEmpty)
  }

  @Test(
    arguments: [
      ("color:red", "There is no field \"color\". The fields are make, model"), ("year:abc", "year takes a number"),
      ("mpg>", "mpg> needs a value."),
      ("make>kia", "make is not a number. Write make:kia."), ("fav:maybe", "fav must be yes or no."),
      ("year:2015..x", "year takes a number"), ("make:,", "make: needs a value."), ("mpg>1e999", "mpg takes a number"),
      ("mpg:30....40", "mpg takes a number"), ("mpg:20,30", "mpg takes a number"),
      ("mpg:20.5,30", "mpg takes a number"), ("year<2019,2021", "year takes a number"),
      ("price:20000,30000", "price takes a number"), ("mpg3>30", "There is no field \"mpg3\"."),
      ("co₂<150", "There is no field \"co₂\"."), ("mpg-city>30", "There is no field \"mpg-city\"."),
      ("year!=2020", "There is no operator !=. Write -year=2020 to exclude cars."),
      ("kw!=3", "There is no field \"kw\". The fields are make, model"),
    ])
  func `an invalid filter is described`(text: String, message: String) throws {
    let query = CarQuery.parse(text)
    #expect(query.isEmpty)
    let problem = try #require(query.diagnostics.first)
    #expect(problem.token == text)
    #expect(problem.description.hasPrefix(message), "\(problem.description)")
  }

  @Test(arguments: ["a4:b", "r8:1", "e-tron:1", "f-150=2", "rav4=1"])
  func `the name of a model before an operator is part of a word`(text: String) {
    let query = CarQuery.parse(text)

    #expect(query.words == [CarQuery.Word(text)] && query.diagnostics.isEmpty)
  }

  @Test(
    arguments: [
      ("mpg>>3", "mpg>40"), ("mpg<>3", "mpg:40"), ("mpg>=x", "mpg>=40"), ("year<<x", "year<2020"), ("cyl:x", "cyl:4"),
    ])
  func `the example in the description of an invalid number is valid`(text: String, example: String) throws {
    let problem = try #require(CarQuery.parse(text).diagnostics.first)
    #expect(problem.description.contains(" as in \(example), or a range"), "\(problem.description)")

    let query = CarQuery.parse(example)
    #expect(query.diagnostics.isEmpty && query.filters.count == 1)
  }

  @Test(
    arguments: [
      "", " ", "\"", "\"\"", "-", "--", "-\"", ":", "::", "year:", ">=", "a:b:c", "3:1", "http://x", "-:", "\u{0}",
      "year>>2", "=<",
      "\u{202e}", "make:\"", "- kia", "year:-..-", String(repeating: "\"", count: 1001),
    ])
  func `any text can be parsed`(text: String) {
    let query = CarQuery.parse(text)
    #expect(query.text == text)
    _ = CatalogIndex.generated(count: 10).search(query)
  }

  @Test func `matches are highlighted in the characters of the displayed text`() {
    func marked(_ query: String, _ text: String, field: CarField? = nil) -> String {
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

  @Test(arguments: ["kia mpg>", "kia mpg:", "kia year:2", "kia year:202", "kia year>=", "kia fav:", "mpg> kia"])
  func `a filter that is still being typed changes nothing`(text: String) {
    let query = CarQuery.parse(text)

    #expect(query.conditions == CarQuery.parse("kia").conditions)
    #expect(query.diagnostics.count == 1)
  }

  @Test(arguments: [
    ("kia mp", "No car matches \"mp\". The field mpg takes a value, as in mpg>=40."),
    ("kia mpg", "No car matches \"mpg\". The field mpg takes a value, as in mpg>=40."),
    ("kia fue", "No car matches \"fue\". The field fuel takes a value, as in fuel:electric."),
    ("kia co", "No car matches \"co\". The field co2 takes a value, as in co2<150."),
  ])
  func `a last word that may begin a field can be left out`(text: String, message: String) throws {
    let query = try #require(CarQuery.parse(text).withoutUnfinishedFilter)

    #expect(query.conditions == CarQuery.parse("kia").conditions)
    #expect(query.text == text)
    #expect(query.diagnostics.map(\.description) == [message])
  }

  @Test(arguments: ["", "kia xyz", "mpg kia", "kia mpg ", "kia \"mpg\"", "kia -mpg", "mpg>40"])
  func `a word that cannot begin a filter, or is complete, is not left out`(text: String) {
    #expect(CarQuery.parse(text).withoutUnfinishedFilter == nil)
  }

  @Test(arguments: [
    String(repeating: "mpg>900 ", count: 32) + "m", "make:zzz" + String(repeating: " ", count: 2000) + "m",
    String(repeating: "kia ", count: 32) + "m",
  ])
  func `a word beyond the limits of a query is not left out`(text: String) {
    let query = CarQuery.parse(text)

    #expect(query.diagnostics.count == 1 && query.withoutUnfinishedFilter == nil)
  }

  @Test(arguments: [
    ("mpg:30...40", "mpg:30..40"), ("year:2015...2020", "year:2015..2020"), ("mpg:30...", "mpg:30.."),
    ("mpg:...40", "mpg:..40"), ("displ:1.5...2.5", "displ:1.5..2.5"), ("year=>2020", "year>=2020"),
    ("mpg=<20", "mpg<=20"),
  ])
  func `an operator as written in other languages has the same meaning`(text: String, usual: String) {
    let query = CarQuery.parse(text)

    #expect(query.filters.count == 1 && query.diagnostics.isEmpty)
    #expect(query.conditions == CarQuery.parse(usual).conditions)
  }

  @Test(arguments: [
    ("yaer>=2020", "year", "year>=2020"), ("-feul:diesel", "fuel", "-fuel:diesel"),
    ("maek:\"alfa romeo\"", "make", "make:\"alfa romeo\""),
    ("cosnumption>30", "consumption", "consumption>30"), ("fule:electric", "fuel", "fuel:electric"),
    ("fule:", "fuel", "fuel:"), ("fiel:yes", "file", "file:yes"), ("fiel:kia", "fuel", "fuel:kia"),
  ])
  func `a misspelled field is reported with a suggestion`(text: String, field: String, suggestion: String) throws {
    let problem = try #require(CarQuery.parse(text).diagnostics.first)

    #expect(problem.description.hasSuffix("Did you mean \"\(field)\"?"))
    #expect(problem.suggestion == suggestion)
  }

  @Test(arguments: [
    ("year", Sort(.year, ascending: false)), ("year:desc", Sort(.year, ascending: false)), ("year:asc", Sort(.year)),
    ("economy", Sort(.economy, ascending: false)), ("MPG", Sort(.economy, ascending: false)),
    ("economy:asc", Sort(.economy)), ("consumption", Sort(.economy, ascending: false)),
    ("consumption:asc", Sort(.economy, ascending: false)), ("consumption:desc", Sort(.economy)),
    ("range", Sort(.range, ascending: false)), ("cost", Sort(.cost)), ("class:asc", Sort(.vehicleClass)),
  ])
  func `a sort without a direction is read in the natural order of its field`(text: String, sort: Sort) {
    #expect(Sort(parsing: text) == sort)
  }

  @Test func `the part of a query beyond 2,000 characters is reported, and no word is cut in two`() {
    let words = String(repeating: "a", count: 1996) + " mpg>40 kia"
    let query = CarQuery.parse(words)

    #expect(query.filters.isEmpty && query.words.map(\.text) == [String(repeating: "a", count: 1996)])
    #expect(
      query.diagnostics.map(\.description)
        == ["A query may have at most 2,000 characters."])
    #expect(CarQuery.parse(String(repeating: "a", count: 2000)).diagnostics.isEmpty)
  }

  @Test func `the effective text leaves out what is ignored`() {
    let query = CarQuery.parse("kia color:red year>=2020 mpg>")

    #expect(query.effectiveText == "kia year>=2020" && query.ignoredText(isTyping: true) == "color:red")
    #expect(query.ignoredText(isTyping: false) == "color:red mpg>")
    #expect(CarQuery.parse("kia  ev").effectiveText == "kia  ev")
  }

  @Test func `an unknown sort order is rejected`() {
    #expect(Sort(parsing: "year:") == nil)
    #expect(Sort(parsing: "color") == nil)
    #expect(Sort(parsing: "year:up") == nil)
    #expect(Sort(parsing: "year:desc:asc") == nil)
  }
}
