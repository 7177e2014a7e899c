/// The style sequences of a frame.
///
/// ncurses resets the foreground, the background, the character set and the attributes with up to three sequences where
/// one would suffice, and it sets the foreground and background with two. When only the selection moves, joining them
/// saves a tenth of the frame's bytes.
enum StyleSequences {
  /// Joins successive style sequences in place. Returns the number of bytes that remain.
  ///
  /// The sequence that selects ASCII, which ncurses sends with every reset, is dropped next to a style, because a frame
  /// never leaves ASCII.
  static func join(_ bytes: UnsafeMutableRawBufferPointer) -> Int {
    var (source, target) = (0, 0)
    while source < bytes.count {
      if bytes[source] == escape, let end = joinRun(bytes, from: source, to: &target) {
        source = end
      } else {
        bytes[target] = bytes[source]
        (source, target) = (source + 1, target + 1)
      }
    }
    return target
  }

  /// Joins the sequences starting at `start`. Returns the end of the last one, or `nil` if there is no style among
  /// them.
  private static func joinRun(_ bytes: UnsafeMutableRawBufferPointer, from start: Int, to target: inout Int) -> Int? {
    var (source, end) = (start, start)
    var isReset = false
    // A joined sequence is never longer than the sequences that have been read.
    var next = target + 2
    while source + 2 < bytes.count, bytes[source] == escape {
      if bytes[source + 1] == UInt8(ascii: "("), bytes[source + 2] == UInt8(ascii: "B") {
        source += 3
        continue
      }
      guard bytes[source + 1] == UInt8(ascii: "["), let last = endOfStyle(bytes, from: source + 2) else { break }
      if last == source + 2 || last == source + 3 && bytes[source + 2] == UInt8(ascii: "0") {
        isReset = true
        next = target + 2
      } else {
        if next == target + 2, isReset {
          bytes[next] = UInt8(ascii: "0")
          next += 1
        }
        if next > target + 2 {
          bytes[next] = UInt8(ascii: ";")
          next += 1
        }
        for place in source + 2..<last {
          bytes[next] = bytes[place]
          next += 1
        }
      }
      source = last + 1
      end = source
    }
    guard end > start else { return nil }
    bytes[target] = escape
    bytes[target + 1] = UInt8(ascii: "[")
    bytes[next] = UInt8(ascii: "m")
    target = next + 1
    return end
  }

  /// Returns the position of the final `m` of a style sequence, or `nil` if it is another kind of sequence.
  private static func endOfStyle(_ bytes: UnsafeMutableRawBufferPointer, from start: Int) -> Int? {
    var place = start
    while place < bytes.count, bytes[place] &- UInt8(ascii: "0") < 12 { place += 1 }
    return place < bytes.count && bytes[place] == UInt8(ascii: "m") ? place : nil
  }

  private static let escape: UInt8 = 0x1B
}
