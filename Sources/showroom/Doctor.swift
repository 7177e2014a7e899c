import ArgumentParser
import ShowroomApp

/// Examines the surroundings.
struct Doctor: Subcommand {
  static let configuration = CommandConfiguration(
    abstract: "Say what the program finds around it, and what is wrong there.")

  @Option(help: "text or json.") var format = SheetFormat.text

  @OptionGroup(title: "Common options") var common: CommonOptions

  @MainActor
  func run(in context: CommandContext) async throws -> Int32 {
    let doctor = DoctorCommand(context.settings, environment: context.environment, format: format)
    return try doctor.run(to: context.output, errors: context.errorOutput) ? 0 : 1
  }
}
