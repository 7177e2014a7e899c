/// Keys as a terminal sends them in application cursor mode.
enum TerminalKey: String {
  case up = "\u{1B}OA"
  case down = "\u{1B}OB"
  case home = "\u{1B}OH"
  case end = "\u{1B}OF"
  case pageUp = "\u{1B}[5~"
  case enter = "\r"
  case escape = "\u{1B}"
  case space = " "
  case controlC = "\u{3}"
  case controlL = "\u{C}"
  case controlU = "\u{15}"
  case controlZ = "\u{1A}"
  case wheelUp = "\u{1B}[<64;10;5M"

  var bytes: [UInt8] { Array(rawValue.utf8) }
}
