import ArgumentParser
import ShowroomApp
import ShowroomCommands

/// Writes the reference of commands and keys, `docs/Keys.md`.
struct Keys: Subcommand {
  static let configuration = CommandConfiguration(
    abstract: "List all commands with their default keys, as Markdown.", shouldDisplay: false)

  @OptionGroup(title: "Common options") var common: CommonOptions

  @MainActor
  func run(in context: CommandContext) async throws -> Int32 {
    try context.output.write(KeyReference(AppCommands.bindings).markdown)
    return 0
  }
}
