import Foundation

/// A command and its subcommands, as the program describes them with `--experimental-dump-help`.
struct CommandHelp: Decodable {
  /// An argument, option or flag.
  struct Argument: Decodable {
    enum Kind: String, Decodable { case positional, option, flag }

    struct Name: Decodable {
      let kind: String
      let name: String

      /// The name as a user types it.
      var text: String { kind == "long" ? "--\(name)" : "-\(name)" }
    }

    let kind: Kind
    let shouldDisplay: Bool
    let sectionTitle: String?
    let isOptional: Bool
    let isRepeating: Bool
    let names: [Name]?
    let valueName: String?
    let defaultValue: String?
    let abstract: String?
    let discussion: String?
  }

  let commandName: String
  let shouldDisplay: Bool
  let abstract: String?
  let discussion: String?
  let subcommands: [CommandHelp]?
  let arguments: [Argument]?

  /// The arguments that the help shows.
  var visibleArguments: [Argument] { arguments?.filter(\.shouldDisplay) ?? [] }

  /// The arguments of a section of the help; `nil` for those without a section.
  func arguments(in section: String?) -> [Argument] { visibleArguments.filter { $0.sectionTitle == section } }

  /// Returns the description of a program.
  ///
  /// - Throws: An error if the program does not describe itself.
  static func of(_ program: String) throws -> CommandHelp {
    struct Dump: Decodable { let command: CommandHelp }
    return try JSONDecoder().decode(Dump.self, from: output(of: program, "--experimental-dump-help")).command
  }

  /// Returns the version of a program.
  static func version(of program: String) throws -> String {
    String(decoding: try output(of: program, "--version"), as: UTF8.self).trimmingCharacters(
      in: .whitespacesAndNewlines)
  }

  private static func output(of program: String, _ argument: String) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = [argument]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw ManualError.program(program, argument) }
    return data
  }
}

/// The page cannot be generated.
enum ManualError: Error, CustomStringConvertible {
  /// The program failed.
  case program(String, String)
  /// The guide has no section of this name.
  case section(String)
  /// A table of the section has no column of this name.
  case column(String, section: String)

  var description: String {
    switch self {
    case .program(let program, let argument): "\(program) \(argument) failed."
    case .section(let name): "The guide has no section \"\(name)\"."
    case .column(let name, let section): "The tables of the section \"\(section)\" have no column \"\(name)\"."
    }
  }
}
