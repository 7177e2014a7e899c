import ArgumentParser
import ShowroomCommands
import ShowroomSettings

/// Diagnoses the environment.
struct Doctor: Subcommand {
  static let configuration = CommandConfiguration(
    abstract: "Diagnose the environment: terminal, settings, files and catalog.")

  @Option(help: "The output format: text or json.") var format = SheetFormat.text

  @OptionGroup(title: "Common options") var common: CommonOptions

  @MainActor
  func run(in context: CommandContext) async throws -> Int32 {
    let doctor = DoctorCommand(context.settings, environment: context.environment, format: format)
    return try doctor.run(to: context.output, errors: context.errorOutput) ? 0 : 1
  }
}
