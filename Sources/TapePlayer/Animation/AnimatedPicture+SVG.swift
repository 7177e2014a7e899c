import ReactorTerminalCore

extension AnimatedPicture {
  /// Returns the picture (SVG 2 with CSS animations). It repeats and requires no scripts.
  ///
  /// Every row that changes is a strip of its contents behind a window that is one row high. One animation per row
  /// moves the strip by whole rows, so that the number of animated elements does not grow over time. Programs that do
  /// not support animations show the first screen. The same screens always produce the same bytes.
  ///
  /// - Parameter time: The duration of one repetition, measured from the start.
  func svg(endingAt time: Duration) -> String {
    let steps = max(step(at: time), (rows.compactMap { $0.last?.step }.max() ?? 0) + 1)
    let strips = rows.indices.map { y in Strip(rows[y], poster: poster.flatMap { y < $0.count ? $0[y] : nil }, y) }
    // Contents that were replaced by another change in the same step are not written.
    var numbers = [0: ""]
    var definitions: [String] = []
    for content in strips.flatMap(\.contents) where numbers[content] == nil {
      numbers[content] = "r\(definitions.count)"
      definitions.append("<g id=\"r\(definitions.count)\">\(contents[content])</g>")
    }
    let width = size.width * SVGMetrics.width
    return SVGFrame(size: size, title: title, colors: cells.colors).picture(
      head: description + ["<style>"] + cells.styles.rules + rules(strips, steps) + ["</style>"],
      cells: ["<defs>"] + definitions + ["</defs>"] + strips.flatMap { $0.elements(width: width, numbers) })
  }

  private var description: [String] {
    (title.map { ["<title>\(XMLText.escaped($0))</title>"] } ?? [])
      + (captions.isEmpty ? [] : ["<desc>\(captions.map(XMLText.escaped).joined(separator: "\n"))</desc>"])
  }

  private func rules(_ strips: [Strip], _ steps: Int) -> [String] {
    let moving = strips.filter { $0.changes.count > 1 }
    let poster = strips.compactMap(\.posterRule).joined()
    guard !moving.isEmpty || !poster.isEmpty else { return [] }
    let milliseconds = Int((Double(steps) * 1_000 / Double(frameRate)).rounded())
    var rules = [".m{animation:\(SVGMetrics.text(milliseconds))s step-end infinite}"]
    // Rows that always change together share keyframes.
    var names: [String: Int] = [:]
    for strip in moving {
      let keyframes = strip.keyframes(steps)
      if names[keyframes] == nil {
        rules.append("@keyframes k\(names.count){\(keyframes)}")
        names[keyframes] = names.count
      }
      rules.append("#s\(strip.y){animation-name:k\(names[keyframes] ?? 0)}")
    }
    return rules + ["@media(prefers-reduced-motion:reduce){.m{animation:none!important}\(poster)}"]
  }
}

/// A row of an animated picture, with its contents arranged vertically.
private struct Strip {
  let y: Int
  let changes: [AnimatedPicture.Change]
  /// The numbers of the contents, from top to bottom.
  private(set) var contents: [Int] = []
  private let poster: Int
  private var indices: [Int: Int] = [:]

  init(_ changes: [AnimatedPicture.Change], poster: Int?, _ y: Int) {
    self.y = y
    self.changes = changes
    self.poster = poster ?? changes.first?.contents ?? 0
    for content in changes.map(\.contents) + [self.poster] where indices[content] == nil {
      indices[content] = contents.count
      contents.append(content)
    }
  }

  /// Returns the elements of the row.
  ///
  /// - Parameter numbers: The names of contents. An empty name stands for an empty row.
  func elements(width: Int, _ numbers: [Int: String]) -> [String] {
    let uses = contents.enumerated().compactMap { index, content -> String? in
      guard let name = numbers[content], !name.isEmpty else { return nil }
      let top = (contents.count == 1 ? y : index) * SVGMetrics.height
      return "<use href=\"#\(name)\"" + (top == 0 ? "" : " y=\"\(top)\"") + "/>"
    }
    if contents.count == 1 { return uses }
    return [
      "<svg y=\"\(y * SVGMetrics.height)\" width=\"\(width)\" height=\"\(SVGMetrics.height)\">"
        + "<g id=\"s\(y)\" class=\"m\">" + uses.joined() + "</g></svg>"
    ]
  }

  /// Returns the keyframes, with a single rule for all times at which the same contents appear.
  func keyframes(_ steps: Int) -> String {
    var percentages: [[Int]] = Array(repeating: [], count: contents.count)
    for (change, next) in zip(changes, changes.dropFirst().map(\.step) + [steps]) {
      let start = Self.thousandths(change.step, of: steps)
      // If changes are too close together to be distinguished as percentages, the last one is shown.
      guard Self.thousandths(next, of: steps) > start, let index = indices[change.contents] else { continue }
      percentages[index].append(start)
    }
    return percentages.enumerated().filter { !$0.element.isEmpty }.map { index, starts in
      starts.map { "\(SVGMetrics.text($0))%" }.joined(separator: ",") + "{\(Self.move(to: index))}"
    }.joined()
  }

  /// Returns a step as a fraction of all steps, in thousandths of a percent.
  private static func thousandths(_ step: Int, of steps: Int) -> Int {
    steps.dividingFullWidth(min(step, steps).multipliedFullWidth(by: 100_000)).quotient
  }

  /// The rule that shows the poster; `nil` if the poster is the first of the contents.
  var posterRule: String? {
    guard let index = indices[poster], index > 0 else { return nil }
    return "#s\(y){\(Self.move(to: index))}"
  }

  private static func move(to index: Int) -> String {
    "transform:translateY(\(index == 0 ? "0" : "\(-index * SVGMetrics.height)px"))"
  }
}
