import ArgumentParser
import Catalogue
import ShowroomApp
import Uploads

/// Lists the queue of uploads, finishes it, or clears it.
struct ListUploads: Subcommand {
  /// What is done with uploads instead of listing them.
  enum Action: String, EnumerableFlag {
    case resume, cancel, discard, remove

    static func help(for value: Action) -> ArgumentHelp? {
      switch value {
      case .resume: "Send what was interrupted or failed; with IDs, only these, also canceled ones."
      case .cancel: "Cancel uploads; a partial upload that the destination keeps can be resumed."
      case .discard: "Cancel uploads and delete partial uploads at the destination."
      case .remove: "Remove uploads from the queue; files that are uploaded stay."
      }
    }
  }

  static let configuration = CommandConfiguration(
    commandName: "uploads", abstract: "List the uploads; resume, cancel or remove them.",
    discussion: "The status is 0 only if everything asked for was done.")

  @Argument(help: "The IDs of uploads, as showroom uploads shows them.") var ids: [UploadItem.ID] = []

  @Flag(exclusivity: .exclusive) var action: Action?

  @Option(help: "With --resume: fail, replace or keep-both, from now on, where a file of the name exists.")
  var onDuplicate: DuplicatePolicy?

  @Option(help: "text or json.") var format = UploadFormat.text

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    switch action {
    case nil where !ids.isEmpty:
      throw ValidationError("Say what to do with the uploads: --resume, --cancel, --discard or --remove.")
    case .cancel where ids.isEmpty, .discard where ids.isEmpty, .remove where ids.isEmpty:
      throw ValidationError("Name at least one upload by its ID, as showroom uploads shows it.")
    default: break
    }
    if onDuplicate != nil, action != .resume { throw ValidationError("--on-duplicate needs --resume.") }
  }

  @MainActor
  func run(in context: CommandContext) async throws -> Int32 {
    let store = try CatalogueStore(directory: context.settings.dataDirectory)
    let equipment = UploadEquipment(context, store: store)
    let command = UploadsCommand(format: format)
    let ending: UploadsCommand.Ending
    switch action {
    case nil:
      let count = try command.list(equipment.queue, to: context.output, isASCII: context.settings.isASCII)
      if count == 0 { try context.errorOutput.write("There are no uploads.\n") }
      return 0
    case .resume:
      let areDone = try await command.resume(
        ids, onDuplicate: onDuplicate, with: equipment, to: context.output, progress: context.errorOutput,
        isASCII: context.settings.isASCII)
      return areDone ? 0 : 1
    case .cancel: ending = .cancel
    case .discard: ending = .discard
    case .remove: ending = .remove
    }
    let areEnded = try await command.end(
      ids, as: ending, with: equipment, to: context.output, errorOutput: context.errorOutput)
    return areEnded ? 0 : 1
  }
}
