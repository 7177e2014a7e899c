/// Returns `text` broken into lines of at most `width` columns: at line breaks and between words. A word that is wider
/// than a line is broken, after a hyphen between letters if there is one. Paths and addresses are broken at the full
/// width instead, because their hyphens do not join words.
public func wrapped(_ text: String, width: Int) -> [String] {
  guard width > 0 else { return [] }
  return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { wrappedLine($0, width: width) }
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
    (current, used) = (String(word), columns)
    while used > width {
      let head = headOfLine(current, width: width)
      lines.append(String(current[..<head]))
      current = String(current[head...])
      used = displayWidth(of: current)
    }
  }
  if used > 0 || lines.isEmpty { lines.append(current) }
  return lines
}

/// Returns the end of the first line of a word that is wider than a line. The line contains at least one character.
private func headOfLine(_ word: String, width: Int) -> String.Index {
  var used = 0
  var index = word.startIndex
  while index < word.endIndex {
    let columns = displayWidth(of: word[index])
    if used + columns > width, used > 0 { return endOfPart(word, before: index) ?? index }
    used += columns
    index = word.index(after: index)
  }
  return index
}

/// Returns the end of the last hyphen between letters before `end`; `nil` if there is none, or if the word is a path or
/// an address.
private func endOfPart(_ word: String, before end: String.Index) -> String.Index? {
  guard !word.contains("/"), let hyphen = word[..<end].dropFirst().lastIndex(of: "-") else { return nil }
  let next = word.index(after: hyphen)
  guard word[word.index(before: hyphen)].isLetter, next < word.endIndex, word[next].isLetter else { return nil }
  return next
}
