/// The manual page of a program with subcommands.
///
/// Commands and options come from the program's own definitions; the language of queries, exit statuses, variables and
/// files from the guide to the command line.
struct ManualPage {
  let help: CommandHelp
  let guide: Guide
  let version: String
  /// The date of the sources, such as 2026-11-21.
  let date: String

  /// The section of options that all commands share.
  private static let commonOptions = "Common options"
  /// The section of the guide that describes in full what the help summarizes.
  private static let exitStatus = "Exit status"

  private var program: String { help.commandName }
  private var commands: [CommandHelp] {
    (help.subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
  }

  /// Returns the page in the format of man(7).
  ///
  /// - Throws: ``ManualError`` if the guide lacks a section that the page quotes.
  func text() throws -> String {
    var page = Roff()
    page.line(".TH \(program.uppercased()) 1 \(date) \"\(program) \(version)\" \"User Commands\"")
    page.section("Name")
    page.line("\(program) \\- \(Roff.escape(Self.phrase(help.abstract ?? "")))")
    page.section("Synopsis")
    for command in commands { synopsis(of: command, on: &page) }
    page.section("Description")
    let discussion = Discussion(help.discussion ?? "")
    for case .paragraph(let text) in discussion.blocks { page.paragraph(Roff.escape(text)) }
    page.section("Commands")
    for command in commands { write(command, on: &page) }
    page.section(Self.commonOptions)
    let others = commands.filter { $0.arguments(in: Self.commonOptions).isEmpty }.map { Roff.bold($0.commandName) }
    let except = others.isEmpty ? "" : " except " + others.joined(separator: " and ")
    page.paragraph("All commands\(except) accept these options, before or after the name of the command.")
    write(help.arguments(in: Self.commonOptions), on: &page)
    page.paragraph("All commands accept these options:")
    write(help.arguments(in: nil), on: &page)
    try write("Queries", on: &page)
    try write(Self.exitStatus, on: &page)
    page.section("Environment")
    try writeVariables(of: "Settings", on: &page)
    try writeVariables(of: "Other variables", on: &page)
    try write("Configuration file", on: &page)
    try write("Files", on: &page)
    for case .lines(let title, let lines) in discussion.blocks where title != Self.exitStatus.uppercased() {
      page.section(title)
      page.literal(lines)
    }
    page.section("See also")
    page.paragraph(
      "The guides to the command line, keys, tapes and uploads are in the folder \\fBshare/doc/\(program)\\fR beside the "
        + "folder of the program.")
    return page.text
  }

  private func synopsis(of command: CommandHelp, on page: inout Roff) {
    page.line(".SY \"\(program) \(command.commandName)\"")
    for argument in command.visibleArguments where !isShared(argument) {
      let name = argument.names?.first.map { Roff.bold($0.text) }
      let value = argument.kind == .flag ? nil : Roff.italic(argument.valueName ?? "")
      let parts = [name, value].compactMap { $0 }.joined(separator: "\\~") + (argument.isRepeating ? "\\~...\\&" : "")
      page.line(argument.isOptional ? "[\(parts)]" : parts)
    }
    page.line(".YS")
  }

  /// Returns whether an argument belongs to all commands.
  private func isShared(_ argument: CommandHelp.Argument) -> Bool {
    argument.sectionTitle == Self.commonOptions
      || argument.sectionTitle == nil
        && help.arguments(in: nil).contains { $0.names?.first?.text == argument.names?.first?.text }
  }

  private func write(_ command: CommandHelp, on page: inout Roff) {
    page.subsection("\(program) \(command.commandName)")
    page.paragraph(Roff.escape(command.abstract ?? ""))
    for block in Discussion(command.discussion ?? "").blocks {
      switch block {
      case .paragraph(let text): page.paragraph(Roff.escape(text))
      case .lines(let title, let lines):
        page.paragraph(Roff.escape(title.capitalizedSentence + ":"))
        page.literal(lines)
      }
    }
    write(command.visibleArguments.filter { !isShared($0) }, on: &page)
  }

  /// Writes arguments; those with the same meaning, such as a flag and its inversion, together.
  private func write(_ arguments: [CommandHelp.Argument], on page: inout Roff) {
    for argument in arguments {
      let group = argument.abstract == nil ? [argument] : arguments.filter { $0.abstract == argument.abstract }
      guard group.first?.names?.first?.text == argument.names?.first?.text else { continue }
      let value = argument.kind == .flag ? "" : Roff.italic(argument.valueName ?? "")
      let names = group.flatMap { $0.names ?? [] }.map { Roff.bold($0.text) }.joined(separator: ", ")
      page.item([names, value].filter { !$0.isEmpty }.joined(separator: " "), Self.meaning(of: argument))
    }
  }

  private static func meaning(of argument: CommandHelp.Argument) -> String {
    var text = Roff.escape(argument.abstract ?? "")
    if let discussion = argument.discussion?.split(separator: "\n").joined(separator: " ") {
      // A variable is no sentence.
      text += discussion.hasSuffix(".") ? " \(Roff.escape(discussion))" : " (\(Roff.escape(discussion)))"
    }
    if let value = argument.defaultValue, argument.kind == .option { text += " The default is \(Roff.bold(value))." }
    return text
  }

  /// Writes a section of the guide.
  private func write(_ name: String, on page: inout Roff) throws {
    page.section(name)
    for block in try guide.section(name) {
      switch block {
      case .paragraph(let text): page.paragraph(Roff.inline(text))
      case .item(let text): page.item("\\(bu", Roff.inline(text))
      case .code(let lines): page.literal(lines)
      case .table(let header, let rows):
        for row in rows { page.item(Roff.inline(row[0]), Self.description(row, header)) }
      }
    }
  }

  /// Writes the paragraphs of a section of the guide, and the variables of its table with their meaning.
  private func writeVariables(of section: String, on page: inout Roff) throws {
    for block in try guide.section(section) {
      switch block {
      case .table(let header, let rows):
        guard let tag = header.firstIndex(of: "variable"), let meaning = header.firstIndex(of: "meaning") else {
          throw ManualError.column("variable", section: section)
        }
        for row in rows where !row[tag].isEmpty { page.item(Roff.inline(row[tag]), Roff.inline(row[meaning])) }
      case .paragraph(let text): page.paragraph(Roff.inline(text))
      case .item, .code: break
      }
    }
  }

  /// Returns the cells of a row after the first; all but the second with their headings.
  private static func description(_ row: [String], _ header: [String]) -> String {
    let more = zip(header, row).dropFirst(2).filter { !$1.isEmpty }
    return ([Roff.inline(row[1])] + more.map { "\(Roff.inline($0)): \(Roff.inline($1))" }).joined(separator: "; ")
  }

  /// Returns a sentence as the phrase of a name section: without a capital letter and a period.
  private static func phrase(_ sentence: String) -> String {
    let text = sentence.hasSuffix(".") ? sentence.dropLast() : sentence[...]
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}

/// The discussion of a command: paragraphs, and lines below a title in capitals.
struct Discussion {
  enum Block {
    case paragraph(String)
    case lines(title: String, [String])
  }

  let blocks: [Block]

  init(_ text: String) {
    blocks = text.split(separator: "\n\n").map { block in
      let lines = block.split(separator: "\n").map(String.init)
      guard let first = lines.first, lines.count > 1, lines.dropFirst().allSatisfy({ $0.hasPrefix("  ") }) else {
        return .paragraph(lines.joined(separator: " "))
      }
      return .lines(title: first, lines.dropFirst().map { String($0.dropFirst(2)) })
    }
  }
}

extension String {
  /// The text with a capital first letter and small ones after it.
  fileprivate var capitalizedSentence: String { prefix(1).uppercased() + dropFirst().lowercased() }
}
