/// The description of the search language, for the help and the documentation. Codes are in backticks.
package enum QueryGuide {
  /// A line of the description.
  package struct Line: Sendable {
    /// The examples, or the name of a field.
    package let codes: [String]
    package let meaning: String
  }

  /// What can be written.
  package static let examples = [
    Line(
      codes: ["kia electric"], meaning: "cars that contain both words, in make, model, year, class or fuel"),
    Line(codes: [#""model 3""#], meaning: "the phrase"),
    Line(
      codes: ["-tesla"], meaning: "cars that do not contain the word; works for filters, too (`-fuel:diesel`)"),
    Line(codes: ["make:kia,hyundai"], meaning: "one of several texts in a field"),
    Line(
      codes: [#"class:"compact cars""#, "fuel:hybrid"],
      meaning: """
        a whole value: not `Subcompact Cars`, and no plug-in hybrid; with `=` in place of `:`, a text that is no whole \
        value matches nothing
        """),
    Line(codes: [#"trans:"automatic, 8-speed""#], meaning: #"a text with a comma; `""` inside quotes is a quote"#),
    Line(
      codes: ["year>=2020", "mpg>40", "co2<150", "cyl=4"],
      meaning: "a comparison; the operators are `<`, `<=`, `>`, `>=`, `:` and `=`"),
    Line(codes: ["year:2015..2020", "mpg:40.."], meaning: "a range; either end may be left out"),
    Line(codes: ["mpg:20..<30"], meaning: "a range without its upper bound"),
    Line(codes: ["cyl:4,6", "year:2019,2021"], meaning: "one of several whole numbers"),
    Line(codes: ["fav:yes", "note:no", "files:yes"], meaning: "a property"),
  ]

  /// The fields that can be filtered.
  package static let fields = FieldFilter.Field.allCases.map { Line(codes: [$0.rawValue], meaning: $0.meaning) }
}

extension FieldFilter.Field {
  /// What the field contains.
  fileprivate var meaning: String {
    switch self {
    case .make: "manufacturer"
    case .model: "model name"
    case .vehicleClass: "vehicle class"
    case .fuel: "fuel category, such as `electric` or `plug-in hybrid`; the facets count it"
    case .fuelName: "fuel in the source's words, such as `premium` or `electricity`"
    case .drive: "driven axles"
    case .transmission: "transmission"
    case .year: "model year"
    case .mpg: "combined fuel economy in mpg or MPGe; of plug-in hybrids on both fuels"
    case .co2: "tailpipe CO₂ in g/mi"
    case .cost: "annual fuel cost in US dollars; of plug-in hybrids for both fuels"
    case .range: "electric range in miles"
    case .cylinders: "cylinders"
    case .displacement: "displacement in liters"
    case .favorite: "favorites: `yes` or `no`"
    case .note: "cars with a note: `yes` or `no`"
    case .files: "cars with attachments: `yes` or `no`"
    case .withdrawn: "cars that their source no longer lists: `yes` or `no`"
    }
  }
}
