/// The description of the search language, for the help and the documentation. Codes are enclosed in backticks.
package enum QueryGuide {
  /// A line of the description.
  package struct Line: Sendable {
    /// The examples, or the name of a field.
    package let codes: [String]
    package let meaning: String
  }

  /// Examples of queries.
  package static let examples = [
    Line(
      codes: ["kia electric"], meaning: "cars that contain both words, in make, model, year, class, fuel or your note"),
    Line(codes: [#""model 3""#], meaning: "the phrase"),
    Line(
      codes: ["-tesla"], meaning: "cars that do not contain the word; works for filters, too (`-fuel:diesel`)"),
    Line(codes: ["make:kia,hyundai"], meaning: "one of several texts in a field"),
    Line(
      codes: [#"class:"compact cars""#, "fuel:hybrid"],
      meaning: """
        a whole value: not `Subcompact Cars`, and not plug-in hybrids; with `=` instead of `:`, text that is not a \
        whole value matches nothing
        """),
    Line(codes: [#"trans:"automatic, 8-speed""#], meaning: #"text with a comma; `""` inside quotes is a quote"#),
    Line(
      codes: ["year>=2020", "mpg>40", "co2<150", "cyl=4"],
      meaning: "a comparison; the operators are `<`, `<=`, `>`, `>=`, `:` and `=`"),
    Line(codes: ["year:2015..2020", "mpg:40.."], meaning: "a range; either end may be left out"),
    Line(codes: ["mpg:20..<30"], meaning: "a range without its upper bound"),
    Line(codes: ["cyl:4,6", "year:2019,2021"], meaning: "one of several whole numbers"),
    Line(codes: ["fav:yes", "note:no", "files:yes", "marked:yes"], meaning: "a property"),
  ]

  /// The fields that can be filtered.
  package static let fields = CarField.filtered.map {
    Line(codes: [$0.id], meaning: $0.definition.filter?.meaning ?? "")
  }
}
