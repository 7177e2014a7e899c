import Foundation
import FoundationXML
import ShowroomCatalog
import Testing

@testable import ShowroomFormatting

@Suite
struct CarSheetTests {
  private let golf = Car(
    id: 1, make: "VW", model: "Golf", year: 2020, vehicleClass: "Compact Cars", fuel: .gasoline, fuelName: "Regular",
    displacement: 1.5, combinedMPG: 32, annualFuelCost: 1400)
  private let prius = Car(
    id: 2, make: "Toyota", model: "Prius", year: 2021, vehicleClass: "Compact Cars", fuel: .hybrid,
    fuelName: "Regular", displacement: 1.8, combinedMPG: 56, annualFuelCost: 800)

  private func sheet(
    _ cars: [(Car, UserData)], units: UnitSystem = .us, ascii: Bool = false, source: String? = nil
  ) -> CarSheet {
    CarSheet(cars, CarFormatting(units: units, ascii: ascii), source: source)
  }

  /// Returns a sheet of a car whose name and note are a text from outside.
  private func sheet(hostile text: String) -> CarSheet {
    var car = golf
    car.model = text
    return sheet([(car, UserData(note: text)), (prius, UserData())])
  }

  // MARK: Contents

  @Test func `the Markdown of one car is a table of its facts, with its note and the source`() {
    let user = UserData(note: "Quiet.\n\nAsk about *tires*", price: 21_500)

    let text = sheet([(golf, user)], source: "US EPA, edition 2025-10").text(as: .markdown)

    #expect(
      text == """
        # VW Golf 2020

        |  |  |
        |---|---|
        | Class | Compact Cars |
        | Fuel | Gasoline |
        | Fuel type | Regular |
        | Displacement | 1.5 L |
        | Model family | Golf |
        | Combined | 32 mpg |
        | Price | $21,500 |
        | Annual fuel cost | $1,400 |
        | ID | 1 |
        | Total, 5 years | $28,500 |
        | Costs assume | EPA, 15,000 mi/year |

        ## Notes

        > Quiet.
        >
        > Ask about \\*tires\\*

        Source: US EPA, edition 2025-10

        """)
  }

  @Test func `several cars stand side by side, with the best value and bars`() {
    let text = sheet([(golf, UserData(price: 20_000)), (prius, UserData(price: 23_000))]).text(as: .markdown)

    #expect(text.hasPrefix("# 2 cars compared\n\n|  | VW Golf 2020 | Toyota Prius 2021 |\n|---|---|---|\n"))
    #expect(text.contains("\n| Combined | 32 mpg ██████ | **56 mpg** ██████████ |\n"))
    #expect(text.contains("\n| Annual fuel cost | $1,400 ██████████ | **$800** ██████ |\n"))
    #expect(text.contains("\n| Pays for itself | – | after 5 years |\n"))
    #expect(!text.contains("Notes") && !text.contains("Source"))
  }

  @Test func `numbers are in the units of the screen, and bars in its characters`() {
    let text = sheet([(golf, UserData()), (prius, UserData())], units: .metric, ascii: true).text(as: .markdown)

    #expect(text.contains("\n| Combined | 7.4 L/100 km ###### | **4.2 L/100 km** ########## |\n"))
  }

  @Test func `a page is complete in itself, and marks the best value with a bar`() {
    let text = sheet([(golf, UserData()), (prius, UserData(note: "One\nTwo"))], source: "EPA").text(as: .html)

    #expect(text.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"))
    #expect(text.contains("content=\"default-src 'none'; style-src 'unsafe-inline'\""))
    #expect(
      text.contains(
        """
        <tr><th scope="row">Combined</th><td dir="auto">32 mpg<span class="bar" style="width: 57%"></span></td>\
        <td class="best" dir="auto">56 mpg<span class="bar" style="width: 100%"></span></td></tr>
        """))
    #expect(
      text.contains("<h3 dir=\"auto\">Toyota Prius 2021</h3>\n<blockquote dir=\"auto\">One<br>\nTwo</blockquote>"))
    #expect(text.hasSuffix("<footer>Source: EPA</footer>\n</body>\n</html>\n"))
    #expect(!text.contains("src=") && !text.contains("href") && !text.contains("<script"))
  }

  @Test func `a picture is well-formed, and its texts stay within its width`() throws {
    let long = String(repeating: "쏘나타 ", count: 30) + String(repeating: "w", count: 100)
    var car = prius
    car.model = long
    let text = sheet([(golf, UserData()), (car, UserData(note: long))], source: long).text(as: .svg)

    let texts = try SVGTexts(text)

    #expect(texts.found.contains { $0.text == "56 mpg" } && texts.bars > 0)
    for found in texts.found {
      let width = found.text.unicodeScalars.reduce(0) { $0 + ($1.value > 0x1100 && $1.value < 0xFFFD ? 16 : 8) }
      #expect(found.x + Double(width) <= texts.width, "\(found.text)")
      #expect(found.y < texts.height)
    }
  }

  @Test func `bars need something to be compared with`() {
    for format in CarSheetFormat.allCases {
      #expect(sheet([(golf, UserData())]).text(as: format).components(separatedBy: "class=\"bar").count == 1)
    }
    #expect(!sheet([(golf, UserData())]).text(as: .markdown).contains("█"))
  }

  @Test func `a withdrawn car says so`() {
    var car = golf
    car.isWithdrawn = true

    #expect(sheet([(car, UserData())]).text(as: .markdown).contains("\n| Withdrawn | no longer in the source |\n"))
  }

  @Test func `only a sheet with notes is private`() {
    #expect(sheet([(golf, UserData(note: "Mine"))]).containsNotes)
    #expect(!sheet([(golf, UserData(isFavorite: true, price: 1000))]).containsNotes)
  }

  // MARK: Text from outside

  private static let hostile = [
    "<script>alert(1)</script>", "a | b", "`code`", "**bold** _it_", "[x](http://a)", "&amp; \"quoted\" 'single'",
    "two\r\nlines\u{2028}three", "\u{1B}[31mred\u{7}", "\u{202E}reversed\u{200F}", "\u{FFFF}\u{0}",
    "현대 아반떼", "👩‍👩‍👧 family", "|\u{338} <\u{338}script>",
  ]

  @Test(arguments: hostile)
  func `text from outside has no meaning in HTML and SVG`(text: String) throws {
    for format in [CarSheetFormat.html, .svg] {
      let written = sheet(hostile: text).text(as: format)

      #expect(!written.contains("<script"))
      for scalar in written.unicodeScalars where scalar != "\n" {
        #expect(scalar.properties.generalCategory != .control && !scalar.properties.isBidiControl)
        #expect(!scalar.properties.isNoncharacterCodePoint)
      }
    }
    let texts = try SVGTexts(sheet(hostile: text).text(as: .svg))
    let shown = texts.found.map(\.text).joined()
    #expect(shown.contains(OutsideText.lines(of: text)[0]))
  }

  @Test(arguments: hostile)
  func `text from outside adds neither cells nor lines to a table of Markdown`(text: String) {
    let written = sheet(hostile: text).text(as: .markdown)

    let lines = written.split(separator: "\n").filter { $0.hasPrefix("|") }
    #expect(lines.count == 11)
    for line in lines {
      let scalars = Array(line.unicodeScalars)
      let bars = scalars.indices.count { scalars[$0] == "|" && ($0 == 0 || scalars[$0 - 1] != "\\") }
      #expect(bars == 4, "\(line)")
    }
    #expect(!written.contains("<s"))
  }

  @Test(arguments: [
    ("# no heading", "\\# no heading"), ("- no item", "\\- no item"), ("1. first", "1\\. first"), ("C#", "C#"),
    ("1.5 L", "1.5 L"),
    ("2-door", "2-door"), ("a*b_c`d", "a\\*b\\_c\\`d"), ("[x](y)", "\\[x\\](y)"), ("a < b & c", "a &lt; b & c"),
    ("&lt; &#60;", "&amp;lt; &amp;#60;"),
    ("a \\| b", "a \\\\\\| b"), ("~~gone~~", "\\~\\~gone\\~\\~"), ("쏘나타 🚗", "쏘나타 🚗"),
  ])
  func `characters of Markdown are escaped where they have a meaning`(text: String, escaped: String) {
    #expect(MarkdownSheet.escaped(text) == escaped)
  }
}

/// The texts of a picture with their places. Reading it fails if it is not well-formed.
private final class SVGTexts: NSObject, XMLParserDelegate {
  private(set) var found: [(x: Double, y: Double, text: String)] = []
  private(set) var width = 0.0
  private(set) var height = 0.0
  private(set) var bars = 0
  private var isInText = false

  init(_ svg: String) throws {
    super.init()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = self
    guard parser.parse() else { throw parser.parserError ?? CocoaError(.formatting) }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    func number(_ attribute: String) -> Double { attributes[attribute].flatMap(Double.init) ?? .nan }
    if name == "svg" { (width, height) = (number("width"), number("height")) }
    if name == "text" { found.append((number("x"), number("y"), "")) }
    if name == "rect", attributes["class"]?.hasPrefix("bar") == true { bars += 1 }
    isInText = name == "text"
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if isInText { found[found.count - 1].text += text }
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    isInText = false
  }
}
