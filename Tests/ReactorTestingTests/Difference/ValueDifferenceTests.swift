import ReactorCore
import Testing

@MainActor
@Suite struct ValueDifferenceTests {
  struct Car { var make = "Kia"; var year = 2020; var tags: [String] = [] }
  struct Garage { var cars: [Car] = []; var owner: String?; var prices: [String: Int] = [:]; var mode = Mode.open }
  enum Mode { case open, closed(since: Int, by: String), sold(Car) }
  final class Engine {}

  private func text<Value>(_ expected: Value, _ actual: Value) -> String {
    ValueDifference(expected: ValueTree(expected), actual: ValueTree(actual)).lines.joined(separator: "\n")
  }

  @Test func `equal values have no difference`() {
    #expect(text(Garage(cars: [Car()]), Garage(cars: [Car()])) == "")
  }

  @Test func `a deep difference shows only the path to it`() {
    #expect(
      text(
        Garage(cars: [Car(), Car(make: "BMW"), Car(make: "Audi")], owner: "ada"),
        Garage(cars: [Car(), Car(make: "BMW", year: 2021), Car(make: "Audi")], owner: "ada"))
          == """
            Garage(
              cars: [
                … 1 more is equal
                Car(
          -       year: 2020
          +       year: 2021
                  … 2 more are equal
                )
                … 1 more is equal
              ]
              … 3 more are equal
            )
          """)
  }

  @Test func `elements that were added, removed, or moved are matched like lines of text`() {
    #expect(
      text(["a", "b", "c", "d"], ["a", "c", "d", "e"])
        == """
          [
            … 1 more is equal
        -   "b"
            … 2 more are equal
        +   "e"
          ]
        """)
  }

  @Test func `differences of optionals, dictionaries, and cases are shown`() {
    #expect(
      text(Garage(owner: nil, prices: ["a": 1, "b": 2]), Garage(owner: "ada", prices: ["a": 1, "b": 3, "c": 4]))
        == """
          Garage(
        -   owner: nil
        +   owner: "ada"
            prices: [
        -     "b": 2
        +     "b": 3
        +     "c": 4
              … 1 more is equal
            ]
            … 2 more are equal
          )
        """)
    #expect(
      text(Mode.closed(since: 1, by: "x"), .closed(since: 2, by: "x"))
        == """
          .closed(
        -   since: 1
        +   since: 2
            … 1 more is equal
          )
        """)
    #expect(text(Mode.open, .sold(Car())) == "- .open\n+ .sold(Car(make: \"Kia\", year: 2020, tags: []))")
  }

  @Test func `a value too long for one line is shown on several`() {
    let tags = (1...12).map { "a rather long tag number \($0)" }
    let lines = ValueDifference.lines(of: ValueTree(Car(tags: tags)), mark: "+")
    #expect(lines.prefix(4) == ["+ Car(", "+   make: \"Kia\"", "+   year: 2020", "+   tags: ["])
    #expect(lines.suffix(3) == ["+     \"a rather long tag number 12\"", "+   ]", "+ )"])
  }

  @Test func `the difference of texts with 50,000 lines takes linear time, and shows a few lines`() {
    let text = (1...50_000).map { "line \($0)" }
    let (first, second) = (text.map { $0 + "a" }, text.map { $0 + "b" })

    let lines = ValueDifference(expected: ValueTree(first), actual: ValueTree(second)).lines

    #expect(lines.count == 44)
    #expect(lines[1] == #"-   "line 1a""#)
    #expect(lines[2] == #"+   "line 1b""#)
    #expect(lines[41] == "-   … 49,980 more lines")
    #expect(lines[42] == "+   … 49,980 more lines")
  }

  @Test func `one line that was added to many is found`() {
    let text = (1...40_000).map { "line \($0)" }
    var longer = text
    longer.insert("new", at: 20_000)

    #expect(
      self.text(text, longer)
        == """
          [
            … 20,000 more are equal
        +   "new"
            … 20,000 more are equal
          ]
        """)
  }

  @Test func `the difference of many elements that differ in a property is truncated`() {
    let cars = (1...20_000).map { Car(year: $0) }

    let lines = ValueDifference(
      expected: ValueTree(cars), actual: ValueTree(cars.map { Car(year: $0.year + 1) })
    ).lines

    #expect(lines.count == 401)
    #expect(lines.last == "  … 99,602 more lines")
  }

  @Test func `long texts show the part that differs`() {
    let (before, after) = (String(repeating: "a", count: 200_000), String(repeating: "z", count: 200_000))
    let around = (start: String(repeating: "a", count: 39), end: String(repeating: "z", count: 39))

    #expect(
      text(before + "기" + after, before + "아" + after)
        == "- … \(around.start)a기\(around.end)z …\n+ … \(around.start)a아\(around.end)z …")
    #expect(text(before, after).count < 1_000)
    #expect(text(before, after).contains("… 199,602 more characters"))
  }

  @Test func `an unexpected value is truncated, regardless of its size`() {
    let lines = ValueDifference.lines(of: ValueTree((1...20_000).map { "line \($0)" }), mark: "+")

    #expect(lines.count == 21)
    #expect(lines.last == "+   … 19,982 more lines")
  }

  @Test func `values without == are compared by their parts, and objects by identity`() {
    func areEqual<Value>(_ left: Value, _ right: Value) -> Bool { ValueEquality.areEqual(left, right) }
    #expect(areEqual(Car(), Car()))
    #expect(!areEqual(Car(), Car(year: 1)))
    #expect(areEqual(1, 1))
    #expect(areEqual(Double.nan, Double.nan), "An unchanged value must not be reported.")
    #expect(areEqual([1: Double.nan], [1: Double.nan]))
    #expect(!areEqual(Double.nan, 1))
    let engine = Engine()
    #expect(areEqual(engine, engine))
    #expect(!areEqual(engine, Engine()))
    #expect(areEqual(Set([1, 2, 3]), Set([3, 2, 1])))
  }

  @Test func `texts that depend on the run are replaced before a long value is truncated`() {
    func text(_ folder: String) -> String {
      let detail = ValueTree.Detail.repeatable(replacing: [folder: "/demo"], mostCharacters: 20)
      return ValueTree(["\(folder)/\(String(repeating: "x", count: 100))"], detail: detail).inline
    }

    #expect(text("/tmp/4711") == #"["/demo/xxxxxxxxxxxxxx"…]"#)
    #expect(text("/var/folders/a-much-longer-name") == text("/tmp/4711"))
  }
}
