/// Returns `text` broken into lines of at most `width` columns: at line breaks and between words. A word that is wider
/// than a line is broken, after a hyphen between letters if there is one. Paths and addresses are broken at the full
/// width instead, because their hyphens do not join words.
public func wrapped(_ text: String, width: Int) -> [String] {
  guard width > 0 else { return [] }
  return text.split(omittingEmptySubsequences: false, whereSeparator: \.isLineBreak).flatMap {
    wrappedLine($0, width: width)
  }
}

extension Character {
  /// Whether the character ends a line: LF or CR LF.
  package var isLineBreak: Bool { self == "\n" || self == "\r\n" }
}

private func wrappedLine(_ line: Substring, width: Int) -> [String] {
  if displayWidth(of: line) <= width { return [String(line)] }
  var lines: [String] = []
  var current = ""
  var used = 0
  for word in line.split(separator: " ", omittingEmptySubsequences: false) {
    let columns = displayWidth(of: word)
    if used > 0, used + 1 + columns <= width {
      current += " " + word
      used += 1 + columns
      continue
    }
    if used > 0 { lines.append(current) }
    var rest = word
    used = columns
    let lastSlash = used > width ? word.lastIndex(of: "/") : nil
    while used > width {
      let isAddress = lastSlash.map { $0 >= rest.startIndex } ?? false
      let head = headOfLine(rest, width: width, isAddress: isAddress)
      lines.append(String(rest[..<head]))
      rest = rest[head...]
      used = columnCount(of: rest, limit: width)
    }
    current = String(rest)
  }
  if used > 0 || lines.isEmpty { lines.append(current) }
  return lines
}

/// Returns the number of columns of `text`, or any number above `limit` if there are more. It measures only as much as
/// necessary, so that breaking a long word takes time proportional to its length.
private func columnCount(of text: Substring, limit: Int) -> Int {
  var characterCount = limit
  while true {
    // The beginning may be narrower than its number of characters, because terminals join some of them.
    characterCount *= 2
    let beginning = text.prefix(characterCount)
    let columns = displayWidth(of: beginning)
    if columns > limit || beginning.endIndex == text.endIndex { return columns }
  }
}

/// Returns the end of the first line of a word that is wider than a line. The line contains at least one character.
private func headOfLine(_ word: Substring, width: Int, isAddress: Bool) -> String.Index {
  var used = 0
  var index = word.startIndex
  while index < word.endIndex {
    let columns = displayWidth(of: word[index])
    if used + columns > width, used > 0 { return isAddress ? index : endOfPart(word, before: index) ?? index }
    used += columns
    index = word.index(after: index)
  }
  return index
}

/// Returns the position after the last hyphen before `end` if it stands between letters; otherwise, `nil`.
private func endOfPart(_ word: Substring, before end: String.Index) -> String.Index? {
  guard let hyphen = word[..<end].dropFirst().lastIndex(of: "-") else { return nil }
  let next = word.index(after: hyphen)
  guard word[word.index(before: hyphen)].isLetter, next < word.endIndex, word[next].isLetter else { return nil }
  return next
}
