import ReactorTerminal
import ReactorTesting
import Testing

@testable import ReactorTerminalCore

/// The tests that draw with ncurses, one after the other, because it has one current terminal.
@Suite(.serialized) enum WireTests {}

/// A check of the bytes that ncurses writes for every frame of a window.
///
/// - They contain no sequence that no frame may contain.
/// - After them, the terminal's cursor is where the window has it.
/// - Of the rows between which the cursor has moved, the one that it left is painted first, so that what follows the
///   cursor, such as a screen reader, finds the new row last.
@MainActor
final class WireCheck {
  private(set) var frames = 0
  private(set) var offences: [String] = []
  private let device = HeadlessTerminal()
  private let surface: NcursesSurface
  private var pen = TerminalPen()
  private var former: Point?

  init() throws {
    surface = try NcursesSurface(device: device, term: "xterm-256color")
  }

  func close() { surface.close() }

  /// Checks the frames of a window from now on.
  func watch(_ window: Window) {
    window.frameDrawn.subscribe { [weak self, weak window] in
      guard let self, let window else { return }
      check(window)
    }.disposed(by: window.disposeBag)
  }

  private func check(_ window: Window) {
    if device.size != window.size {
      device.resize(to: window.size)
      surface.resize(to: window.size)
      former = nil
    }
    pen.size = window.size
    surface.present(window.grid, cursor: window.cursor)
    offences += FrameBytes.offences(in: device.bytes)
    pen.take(device.bytes)
    device.clearBytes()
    if let cursor = window.cursor?.position {
      if pen.position != cursor {
        offences.append("frame \(frames): the cursor is at \(pen.position), not at \(cursor)")
      }
      if let left = former?.y, left != cursor.y, let end = pen.lastPaint[left], let start = pen.firstPaint[cursor.y],
        end > start
      {
        offences.append("frame \(frames): row \(cursor.y) is painted before row \(left) is complete")
      }
    }
    former = window.cursor?.position
    frames += 1
  }
}

/// Where a terminal of type `xterm` has its cursor, and in which order it paints rows.
private struct TerminalPen {
  var size = Size.zero
  private(set) var position = Point.zero
  /// The places in the bytes of the last frame at which the painting of a row began and ended.
  private(set) var firstPaint: [Int: Int] = [:]
  private(set) var lastPaint: [Int: Int] = [:]
  private var saved = Point.zero
  private var region: ClosedRange<Int>?
  /// The columns of the last character, which can be repeated.
  private var lastColumns = 1

  mutating func take(_ bytes: [UInt8]) {
    (firstPaint, lastPaint) = ([:], [:])
    var scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)[...]
    while let scalar = scalars.popFirst() {
      let place = scalars.startIndex
      switch scalar {
      case "\r": position.x = 0
      case "\n": moveDown()
      case "\u{8}": position.x = max(0, min(position.x, size.width - 1) - 1)
      case "\t": position.x = min((position.x / 8 + 1) * 8, size.width - 1)
      case "\u{1B}": escape(&scalars, place)
      default: paint(columns(of: scalar), place)
      }
    }
  }

  private func columns(of scalar: Unicode.Scalar) -> Int {
    switch ScalarClass.of(scalar.value) {
    case .wide: 2
    case .narrow, .regional, .replaced: 1
    case .mark, .selector, .joiner: 0
    }
  }

  private mutating func paint(_ columns: Int, _ place: Int) {
    guard columns > 0 else { return }
    if position.x + columns > size.width {
      position.x = 0
      moveDown()
    }
    if firstPaint[position.y] == nil { firstPaint[position.y] = place }
    lastPaint[position.y] = place
    position.x += columns
    lastColumns = columns
  }

  private mutating func moveDown() {
    if position.y == region?.upperBound ?? size.height - 1 { return }
    position.y = min(position.y + 1, size.height - 1)
  }

  private mutating func escape(_ scalars: inout ArraySlice<Unicode.Scalar>, _ place: Int) {
    switch scalars.popFirst() {
    case "(", ")": _ = scalars.popFirst()
    case "7": saved = position
    case "8": position = saved
    case "M" where position.y != region?.lowerBound ?? 0: position.y = max(position.y - 1, 0)
    case "[":
      var text = ""
      while let next = scalars.first, ("\u{20}"..."\u{3F}").contains(next) {
        text.unicodeScalars.append(next)
        scalars.removeFirst()
      }
      let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
      if let final = scalars.popFirst(), !text.hasPrefix("?") { control(final, numbers, place) }
    default: break
    }
  }

  private mutating func control(_ final: Unicode.Scalar, _ numbers: [Int], _ place: Int) {
    let number = max(numbers.first ?? 0, 1)
    // A character in the last column leaves the cursor there.
    if "ABCDGd".unicodeScalars.contains(final) { position.x = min(position.x, size.width - 1) }
    switch final {
    case "A": position.y = max(position.y - number, 0)
    case "B": position.y = min(position.y + number, size.height - 1)
    case "C": position.x = min(position.x + number, size.width - 1)
    case "D": position.x = max(position.x - number, 0)
    case "G": position.x = min(number, size.width) - 1
    case "d": position.y = min(number, size.height) - 1
    case "H":
      let column = numbers.count > 1 ? max(numbers[1], 1) : 1
      position = Point(x: min(column, size.width) - 1, y: min(number, size.height) - 1)
    case "L", "M": position.x = 0
    case "b": for _ in 0..<number { paint(lastColumns, place) }
    case "r":
      region = numbers.count > 1 && numbers[1] > number ? number - 1...numbers[1] - 1 : nil
      position = .zero
    default: break
    }
  }
}
