import Foundation
import ShowroomTestSupport
import Testing

/// Compares the model with tmux: the same output must produce the same screen.
@Suite(.waits, .enabled(if: Tmux.path != nil, "skipped: no tmux"))
struct TerminalModelComparison {
  @Test(arguments: 1...6)
  func `random output looks the same in tmux`(_ seed: UInt64) throws {
    let output = RandomOutput(seed: seed, columns: 40, rows: 12).text(pieces: 400)
    var model = TerminalModel(columns: 40, rows: 12)
    model.feed(output.utf8)
    #expect(model.unknown.isEmpty)
    let expected = try Tmux.screen(after: output, columns: 40, rows: 12)
    #expect(model.lines == expected)
  }
}

/// Generates random output from the sequences that the model supports. Wide characters are left out, because tmux does
/// not erase the other half of a truncated one.
private struct RandomOutput: RandomNumberGenerator {
  private var state: UInt64
  private let columns: Int
  private let rows: Int

  init(seed: UInt64, columns: Int, rows: Int) {
    state = seed
    self.columns = columns
    self.rows = rows
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  func text(pieces: Int) -> String {
    var generator = self
    return (0..<pieces).map { _ in generator.piece() }.joined()
  }

  private mutating func piece() -> String {
    let count = Int.random(in: 1...6, using: &self)
    let row = Int.random(in: 1...rows, using: &self)
    let column = Int.random(in: 1...columns, using: &self)
    switch Int.random(in: 0..<18, using: &self) {
    case 0..<5:
      let alphabet: [Character] = ["a", "B", "7", "-", " ", "é", "─", "★"]
      return String((0..<count * 3).compactMap { _ in alphabet.randomElement(using: &self) })
    case 5, 6: return "\u{1B}[\(row);\(column)H"
    case 7: return "\u{1B}[\(count)\(["A", "B", "C", "D"][count % 4])"
    case 8: return "\u{1B}[\(column)G"
    case 9: return "\u{1B}[\(count % 3)K"
    case 10: return "\u{1B}[\(count)\(["X", "@", "P"][count % 3])"
    // xterm moves to the first column and ignores the sequence outside the region; tmux does not.
    case 11: return "\u{1B}[r\u{1B}[\(row)H\u{1B}[\(count)\(["L", "M"][count % 2])"
    case 12: return "\u{1B}[\(count)\(["S", "T"][count % 2])"
    case 13: return "\r\n"
    case 14: return "\u{1B}M"
    case 15: return "\u{1B}[\(min(row, rows - 1));\(rows)r"
    case 16: return "x\u{1B}[\(count)b"
    default: return count == 1 ? "\u{1B}[\(row % 2)J" : "\u{1B}[\(count)m"
    }
  }
}

private enum Tmux {
  static let path = ["/usr/bin/tmux", "/usr/local/bin/tmux"].first { Programs.exists($0) }

  static func screen(after output: String, columns: Int, rows: Int) throws -> [String] {
    let folder = try TemporaryFolder()
    try folder.write(output, to: "output")
    let socket = folder["socket"]
    func tmux(_ arguments: String...) throws -> PlainRun {
      try PlainRun([path ?? "", "-S", socket, "-f", "/dev/null"] + arguments)
    }
    defer { _ = try? tmux("kill-server") }
    // Signals the channel when everything is written, and keeps the pane open for the capture.
    let script = "stty raw -echo; cat '\(folder["output"])'; tmux -S '\(socket)' wait-for -S written; exec cat"
    _ = try tmux("-u", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", script, ";", "set", "status", "off")
    // Ends the server even if this process is killed.
    _ = try tmux(
      "run-shell", "-b", "tail --pid=\(getpid()) -f /dev/null; \(path ?? "tmux") -S '\(socket)' kill-server")
    _ = try tmux("wait-for", "written")
    let picture = try tmux("capture-pane", "-p", "-N").output
    return picture.split(separator: "\n", omittingEmptySubsequences: false).prefix(rows).map { line in
      String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}
