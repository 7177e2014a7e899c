import ArgumentParser
import ShowroomCatalog
import ShowroomCommands
import ShowroomFormatting
import ShowroomSettings
import SystemPackage

/// A subcommand that requires no screen.
protocol Subcommand: ParsableCommand, Sendable {
  /// The options shared by all subcommands.
  var common: CommonOptions { get }

  /// Runs the subcommand.
  ///
  /// - Returns: The exit status.
  /// - Throws: An error whose description is a message for the user.
  @MainActor
  func run(in context: CommandContext) async throws -> Int32
}

/// The settings and outputs of a subcommand.
struct CommandContext: Sendable {
  let settings: Settings
  let environment: [String: String]
  let output: TextOutput
  let errorOutput: TextOutput

  /// Returns the path in an argument byte for byte, because the parser repairs names that are not valid UTF-8.
  func path(of argument: String) -> FilePath {
    guard argument.contains("\u{FFFD}"), let bytes = ProcessArguments.bytes(of: argument) else {
      return FilePath(argument)
    }
    return FilePath(platformString: bytes)
  }

  var formatting: CarFormatting { CarFormatting(units: settings.units, ascii: settings.isASCII) }

  /// Reads the cars that were marked on the screen in the last session.
  func markedCars() -> [Car.ID] { SessionFile(settings.sessionFile).load().marked }
}
