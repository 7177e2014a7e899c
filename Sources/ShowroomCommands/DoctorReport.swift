import ReactorFiles
import ReactorTerminalCore

/// The report of `showroom doctor`: facts in sections, and problems.
struct DoctorReport: Sendable, Hashable {
  /// A fact for the text and JSON reports.
  struct Fact: Sendable, Hashable {
    enum Value: Sendable, Hashable {
      case text(String?)
      case number(Int?)
      case flag(Bool)
    }

    /// The name of the JSON member.
    var name: String
    /// The label in the text report.
    var label: String
    var value: Value
    /// The value in the text report, if it differs.
    var shown: String?
  }

  struct Section: Sendable, Hashable {
    var name: String
    var title: String
    var facts: [Fact]
  }

  var sections: [Section] = []
  /// The messages about problems. If there are any, the program exits with status 1.
  var problems: [String] = []

  /// The report as text.
  var text: String {
    var text = ""
    for section in sections {
      text += section.title + "\n"
      text += LabeledText(section.facts.map { ($0.label, $0.shown ?? $0.value.text) }, indentation: 2).text
    }
    if problems.isEmpty { return text + "No problems found.\n" }
    text += "Problems\n"
    for problem in problems { text += "  - \(sanitized(problem))\n" }
    return text
  }

  /// The report as a JSON object.
  var json: String {
    var document = JSONText()
    for section in sections {
      var object = JSONText()
      for fact in section.facts { fact.add(to: &object) }
      document.add(section.name, raw: object.closed())
    }
    document.add("problems", raw: "[" + problems.map(JSONText.string).joined(separator: ", ") + "]")
    return document.closed() + "\n"
  }
}

extension DoctorReport.Fact.Value {
  fileprivate var text: String {
    switch self {
    case .text(let text): text ?? "none"
    case .number(let number): number.map(grouped) ?? "unknown"
    case .flag(let flag): flag ? "yes" : "no"
    }
  }
}

extension DoctorReport.Fact {
  fileprivate func add(to object: inout JSONText) {
    switch value {
    case .text(let text): object.add(name, text)
    case .number(let number): object.add(name, number)
    case .flag(let flag): object.add(name, flag)
    }
  }
}
