import ArgumentParser
import ShowroomApp
import SystemPackage

/// A command that needs no screen.
protocol Subcommand: ParsableCommand, Sendable {
  var common: CommonOptions { get }
  /// Does it.
  /// - Returns: the exit status.
  /// - Throws: whatever describes itself in a sentence.
  @MainActor
  func run(in context: CommandContext) async throws -> Int32
}

/// What a command works with.
struct CommandContext: Sendable {
  let settings: Settings
  let environment: [String: String]
  let output: TextOutput
  let errorOutput: TextOutput

  /// The file of an argument, byte for byte: a name that is not UTF-8 reaches us mended.
  func path(typed argument: String) -> FilePath {
    guard argument.contains("\u{FFFD}"), let bytes = ProcessArguments.bytes(of: argument) else {
      return FilePath(argument)
    }
    return FilePath(platformString: bytes)
  }

  var formatting: CarFormatting { CarFormatting(units: settings.units, ascii: settings.isASCII) }
}
