import ArgumentParser
import Catalogue
import ShowroomApp

/// Lists the queue of uploads, or finishes it.
struct ListUploads: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "uploads", abstract: "List the uploads, or finish those that are not done.",
    discussion: "The status is 0 only if all that was resumed is done.")

  @Flag(help: "Send what was interrupted, waits or failed.") var resume = false

  @Option(help: "text or json.") var format = UploadFormat.text

  @OptionGroup(title: "Common options") var common: CommonOptions

  @MainActor
  func run(in context: CommandContext) async throws -> Int32 {
    let store = try CatalogueStore(directory: context.settings.dataDirectory)
    let equipment = UploadEquipment(store: store, settings: context.settings, environment: context.environment)
    let command = UploadsCommand(format: format)
    if resume {
      let areDone = try await command.resume(
        with: equipment, to: context.output, progress: context.errorOutput, isASCII: context.settings.isASCII)
      return areDone ? 0 : 1
    }
    let count = try command.list(equipment.queue, to: context.output, isASCII: context.settings.isASCII)
    if count == 0 { try context.errorOutput.write("There are no uploads.\n") }
    return 0
  }
}
