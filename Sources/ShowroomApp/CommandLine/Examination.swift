import ReactorTerminal

/// What the doctor found: facts under headings, and what is wrong.
struct Examination: Sendable, Hashable {
  /// A fact, as a person and as a program read it.
  struct Fact: Sendable, Hashable {
    enum Value: Sendable, Hashable {
      case text(String?)
      case number(Int?)
      case flag(Bool)
    }

    /// The member's name in JSON.
    var name: String
    /// What it is called in a text.
    var label: String
    /// What it is.
    var value: Value
    /// How a text says it, where that differs.
    var shown: String?
  }

  struct Section: Sendable, Hashable {
    var name: String
    var title: String
    var facts: [Fact]
  }

  var sections: [Section] = []
  /// Sentences; the program ends with status 1 when there is one.
  var problems: [String] = []

  /// Lines for a person.
  var text: String {
    var text = ""
    for section in sections {
      text += section.title + "\n"
      text += LabelledText(section.facts.map { ($0.label, $0.shown ?? $0.value.text) }, indentation: 2).text
    }
    if problems.isEmpty { return text + "No problems found.\n" }
    text += "Problems\n"
    for problem in problems { text += "  - \(neutralised(problem))\n" }
    return text
  }

  /// One JSON object.
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

extension Examination.Fact.Value {
  fileprivate var text: String {
    switch self {
    case .text(let text): text ?? "none"
    case .number(let number): number.map(grouped) ?? "unknown"
    case .flag(let flag): flag ? "yes" : "no"
    }
  }
}

extension Examination.Fact {
  fileprivate func add(to object: inout JSONText) {
    switch value {
    case .text(let text): object.add(name, text)
    case .number(let number): object.add(name, number)
    case .flag(let flag): object.add(name, flag)
    }
  }
}
