import Foundation

/// The rows that an animated picture shows at a time, read from its SVG text as a browser would.
struct ShownRows {
  private var texts: [String: String] = [:]
  private var strips: [(y: Int, id: String?, contents: [(y: Int, name: String)])] = []
  private var keyframes: [String: [(percentage: Double, offset: Int)]] = [:]
  private var names: [String: String] = [:]
  private var posters: [String: Int] = [:]
  /// The duration of one repetition, in seconds; 0 if nothing moves.
  private(set) var duration = 0.0

  init(_ svg: String) {
    for match in svg.matches(of: /<g id="(r\d+)">(.*)<\/g>/) {
      texts[String(match.1)] = match.2.matches(of: /<text[^>]*>([^<]*)</).map { String($0.1) }.joined(separator: " ")
    }
    if let match = svg.firstMatch(of: /\.m\{animation:([\d.]+)s step-end infinite\}/) {
      duration = Double(match.1) ?? 0
    }
    for match in svg.matches(of: /@keyframes (k\d+)\{((?:[^{}]*\{[^{}]*\})*)\}/) {
      keyframes[String(match.1)] = match.2.matches(of: /([^{}]*)\{transform:translateY\((-?\d+)(?:px)?\)\}/)
        .flatMap { rule -> [(percentage: Double, offset: Int)] in
          let offset = Int(rule.2) ?? 0
          return rule.1.split(separator: ",").map { (Double($0.dropLast()) ?? -1, offset) }
        }.sorted { $0.percentage < $1.percentage }
    }
    for match in svg.matches(of: /#(s\d+)\{animation-name:(k\d+)\}/) { names[String(match.1)] = String(match.2) }
    for match in svg.matches(of: /#(s\d+)\{transform:translateY\((-\d+)px\)\}/) {
      posters[String(match.1)] = Int(match.2)
    }
    for line in svg.split(separator: "\n") {
      let contents = line.matches(of: /<use href="#(r\d+)"(?: y="(\d+)")?\/>/).map {
        (y: $0.2.flatMap { Int($0) } ?? 0, name: String($0.1))
      }
      if let match = line.firstMatch(of: /<svg y="(\d+)"[^>]*><g id="(s\d+)" class="m">/) {
        strips.append((Int(match.1) ?? 0, String(match.2), contents))
      } else if let use = contents.first {
        strips.append((use.y, nil, [(0, use.name)]))
      }
    }
  }

  /// The number of elements with an animation.
  var animationCount: Int { names.count }

  /// Returns the text of each row that is not empty, at a number of seconds after the start.
  func rows(at seconds: Double) -> [String] {
    rows { id in
      let frames = names[id].flatMap { keyframes[$0] } ?? []
      let percentage = duration == 0 ? 0 : seconds / duration * 100
      return frames.last { $0.percentage <= percentage }?.offset ?? 0
    }
  }

  /// The text of each row that is not empty, where motion is not wanted.
  var poster: [String] { rows { posters[$0] ?? 0 } }

  private func rows(_ offset: (String) -> Int) -> [String] {
    strips.sorted { $0.y < $1.y }.compactMap { strip in
      let top = -(strip.id.map(offset) ?? 0)
      let text = strip.contents.first { $0.y == top }.flatMap { texts[$0.name] } ?? ""
      return text.isEmpty ? nil : text
    }
  }
}
