import ReactorTerminal
import Testing

@testable import TapePlayer

struct DirectiveTests {
  @Test func `extensions are comments`() throws {
    let text = """
      #! caption "The list"
      #! resize 60x20
      #! expect /kia/
      #! refute /error/   # not even once
      #! paste "one" "two"
      #! click 3,4
      #! click 3,4 2
      #! keys on
      #! keys off
      #! animate out/part.svg
      #! animate off
      #! poster
      #!/usr/bin/env showroom
      #!important
      # caption "no"
      """
    let part = TapeFile(
      path: "out/part.svg", components: ["out", "part.svg"], kind: .picture,
      position: TapePosition(file: "demo.tape", line: 10, column: 12))
    #expect(
      try actions(of: text) == [
        .caption("The list"), .resize(Size(width: 60, height: 20)), .expect(try TapePattern("kia")),
        .refute(try TapePattern("error")), .copy("one\ntwo"), .paste, .click(Point(x: 3, y: 4), count: 1),
        .click(Point(x: 3, y: 4), count: 2), .showKeys(true), .showKeys(false),
        .animate(part), .animate(nil), .poster,
      ])
  }

  @Test func `a directive ends with its line`() throws {
    #expect(try actions(of: "#! caption \"a\"\nEnter") == [.caption("a"), .press(.enter, count: 1, interval: nil)])
    #expect(
      mistake(in: "#! caption\n\"a\"") == "demo.tape:1:11: caption takes text in quotes, not the end of the line.")
  }

  @Test(arguments: [
    ("#! captoin \"a\"", "1:1: \"#! captoin\" is not a directive. Did you mean caption?"),
    ("#! frobnicate", "1:1: \"#! frobnicate\" is not a directive."),
    ("#! caption \"a\" \"b\"", "1:16: \"#! caption\" cannot be followed by the text \"b\"."),
    ("#! resize 0x0", "1:11: A size is written as columns x rows, such as 60x20, from 1x1 to 400x150."),
    ("#! resize 60", "1:11: A size is written as columns x rows, such as 60x20, from 1x1 to 400x150."),
    ("#! resize 60 x20", "1:11: A size is written as columns x rows, such as 60x20, from 1x1 to 400x150."),
    ("#! resize 999x20", "1:11: A size is written as columns x rows, such as 60x20, from 1x1 to 400x150."),
    ("#! expect kia", "1:11: expect takes a /pattern/, not \"kia\"."),
    ("#! keys", "1:8: keys takes on or off, not the end of the line."),
    ("#! keys maybe", "1:9: keys takes on or off, not \"maybe\"."),
    ("#! animate", "1:11: animate takes text in quotes, not the end of the line."),
    ("#! animate a.gif", "1:12: animate cannot write \"a.gif\". The name must end in .svg."),
    ("#! poster a.svg", "1:11: \"#! poster\" cannot be followed by \"a.svg\"."),
    ("#! click 3 4", "1:12: A position is written as column,row, such as 3,4. Expected a comma, not \"4\"."),
  ])
  func `an error in a directive is reported`(_ text: String, _ expected: String) {
    #expect(mistake(in: text) == "demo.tape:" + expected)
  }
}
