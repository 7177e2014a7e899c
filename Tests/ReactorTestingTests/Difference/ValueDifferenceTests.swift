import ReactorCore
import Testing

@testable import ReactorTesting

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

  @Test func `elements that were added, removed, or moved are matched like the lines of a text`() {
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

  @Test func `values without == are compared by their descriptions, and objects by identity`() {
    #expect(areEqual(Car(), Car()))
    #expect(!areEqual(Car(), Car(year: 1)))
    #expect(areEqual(1, 1))
    #expect(!areEqual(Double.nan, Double.nan))
    let engine = Engine()
    #expect(areEqual(engine, engine))
    #expect(!areEqual(engine, Engine()))
    #expect(areEqual(Set([1, 2, 3]), Set([3, 2, 1])))
  }
}
