import ArgumentParser
import ShowroomApp

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

  var formatting: CarFormatting { CarFormatting(units: settings.units, ascii: settings.isASCII) }
}
