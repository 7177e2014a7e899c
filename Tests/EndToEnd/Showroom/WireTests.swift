import Foundation
import ShowroomTestSupport
import Testing

/// Tests that external text never controls the terminal.
@Suite(.waits, .showroom)
struct WireTests {
  private static let title = "\u{1B}]0;taken over\u{7}"
  private static let clearing = "\u{1B}[2J\u{1B}[31m"
  private static let eightBit = "\u{9B}31m"
  private static let backwards = "\u{202E}desrever"
  private static let table = """
    id,make,model,year,VClass,fuelType1,comb08
    1,Evil\(title),Red\(clearing),2020,Compact\(title) Cars,Regular Gasoline,30
    2,Evil,Csi\(eightBit)x,2021,\(backwards),Regular Gasoline,30
    3,Evil,Bell\u{7}\u{8}\u{8}\u{7F},2022,Compact Cars,Odd\(clearing) fuel,30

    """

  private func expectHarmless(_ terminal: PseudoTerminal, sourceLocation: SourceLocation = #_sourceLocation) {
    for poison in [Self.title, "\u{1B}[31m", Self.eightBit, "\u{202E}", "\u{7}", "\u{7F}"] {
      #expect(!terminal.wrote(poison), "\(poison.debugDescription)", sourceLocation: sourceLocation)
    }
    // The title is that of the screen, which can contain the text, but not as a control sequence.
    #expect(!terminal.screen.title.hasPrefix("taken over"), sourceLocation: sourceLocation)
  }

  @Test func `control sequences in a source never reach the terminal, on any screen`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(Self.table)
    let terminal = try sandbox.open(columns: 120, rows: 40)
    for row in 1...3 {
      try terminal.waitForRow(row, of: 3)
      try terminal.press(.enter)
      try terminal.wait(for: "a car's page") { $0.line(0).contains("Cars ") && $0.line(0).contains("Evil") }
      try terminal.press(.escape)
      try terminal.wait(for: "the list") { !$0.line(0).contains("Evil") }
      try terminal.press(.space)
    }
    try terminal.type("c")
    try terminal.wait(for: "the comparison") { $0.line(0).contains("Compar") }
    expectHarmless(terminal)
  }

  @Test func `control sequences in a source never reach the terminal from commands`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(Self.table)
    for arguments in [
      ["list"], ["list", "--format", "csv"], ["list", "--format", "json"], ["show", "1"], ["show", "2"],
    ] {
      let terminal = try sandbox.start(arguments)
      try terminal.waitForEnd()
      expectHarmless(terminal)
      #expect(terminal.screen.contains("Evil"))
    }
  }

  @Test func `control sequences in a paste or a file name never reach the terminal`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 5)
    let terminal = try sandbox.open(["--source", sandbox.folder["no\u{1B}]0;taken over\u{7}file.csv"]])
    try terminal.type("/\u{1B}[200~\(Self.title)\(Self.clearing)\u{1B}[201~")
    try terminal.wait(for: "an answer") { $0.contains("No matching cars") || $0.contains("taken") }
    try terminal.press(.controlU, .enter)
    try terminal.type("r")
    try terminal.wait(for: "Retry")
    expectHarmless(terminal)
  }
}
