import ArgumentParser
import ReactorSpelling
import ShowroomCommands

/// The root command.
struct Showroom: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "showroom",
    abstract: "Browse real cars in the terminal.",
    discussion: """
      Without a subcommand, showroom opens the screen; with a file, it reads the file first.

      EXAMPLES
        showroom vehicles.csv.zip
        showroom list kia electric
        showroom list 'make:kia,hyundai year>=2020' --sort mpg --limit 10
        showroom list --favorites --format json
        showroom list @kias 2024 --columns make,model,year,mpg
        showroom facets make 'year>=2020 fuel:electric'
        showroom show 50044
        showroom open 'search?q=kia+2024'
        showroom refresh --source vehicles.csv.zip
        showroom changes @kias --since 2026-05-01
        showroom costs miles=12000 regular=3.50
        showroom upload 50044 papers.pdf --destination https://files.example/cars
        showroom uploads --resume
        showroom demo
        showroom record session.cast
        showroom --generate-completion-script bash

      Options can also be set by the environment variable named beside each one,
      or in the configuration file ~/.config/showroom/config.toml.

      EXIT STATUS
        0 success, 1 failure, 2 invalid arguments or no terminal,
        3 changes found, 130 interrupted
      """,
    version: Version.showroom,
    subcommands: [
      Browse.self, Open.self, List.self, CountFacets.self, Show.self, ShowChanges.self, Costs.self, UploadFiles.self,
      ListUploads.self, Refresh.self, Demo.self, Record.self, Doctor.self, Keys.self,
    ],
    defaultSubcommand: Browse.self)

  @OptionGroup(title: "Common options") var common: CommonOptions

  /// Returns the command of the arguments.
  ///
  /// Options alone are those of the default command, which the parser prepares faster than all commands: the fastest of
  /// twelve starts took 21 ms instead of 49 ms.
  static func command(for arguments: [String]) throws -> any ParsableCommand {
    // For `--help list`, the parser would print the help of the default command.
    if arguments.count > 1, ["-h", "--help"].contains(arguments[0]) {
      return try parseAsRoot(["help"] + arguments.dropFirst())
    }
    if arguments.first?.hasPrefix("-") == true, let command = try? Browse.parse(arguments), command.file == nil {
      return command
    }
    return try parseAsRoot(arguments)
  }

  /// Returns an error message if the parser would interpret a misspelled command as the default command's file.
  ///
  /// - Parameter exists: A closure that returns whether a path exists.
  static func unknownCommand(in arguments: [String], exists: (String) -> Bool) -> String? {
    guard let word = fileOfDefault(in: arguments), !isSource(word, exists: exists) else { return nil }
    let names = configuration.subcommands.map { $0._commandName }
    if names.contains(word) {
      return "Write \"\(word)\" first: options before a command belong to the screen. For a file of this name, write "
        + "./\(word)."
    }
    let guess = NearestName.of(word, among: names).map { ": did you mean \"\($0)\"?" } ?? "."
    return "\"\(word)\" is not a command\(guess) See 'showroom --help' for more information."
  }

  /// Returns the file of the default command. It is determined from the shortest prefix of the arguments that contains
  /// one, because the remaining arguments may be invalid.
  private static func fileOfDefault(in arguments: [String]) -> String? {
    guard !arguments.contains(Browse._commandName) else { return nil }
    let beginnings = arguments.indices.prefix(20).lazy.map { Array(arguments[...$0]) }
    return beginnings.compactMap { (try? parseAsRoot($0) as? Browse)?.file }.first
  }

  /// Returns whether a word looks like a file path or an address, or is the path of an existing file.
  private static func isSource(_ word: String, exists: (String) -> Bool) -> Bool {
    word.contains { "/.~".contains($0) } || !word.isEmpty && exists(word)
  }
}
