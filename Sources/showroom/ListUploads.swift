import ArgumentParser
import ShowroomCatalog
import ShowroomCommands
import ShowroomSettings
import ShowroomUploads
import SystemPackage

/// Lists, resumes, cancels or removes uploads.
struct ListUploads: Subcommand {
  /// The alternatives to listing uploads.
  enum Action: String, EnumerableFlag {
    case resume, cancel, discard, remove, verify, history

    static func help(for value: Action) -> ArgumentHelp? {
      switch value {
      case .resume: "Resume interrupted and failed uploads; with IDs, only those uploads, including canceled ones."
      case .cancel: "Cancel uploads and keep partial uploads, so that they can be resumed."
      case .discard: "Cancel uploads and delete partial uploads at the destination."
      case .remove: "Remove uploads from the queue. Uploaded files remain at the destination."
      case .history: "List the files that have been uploaded, the latest first."
      case .verify: "Read all uploaded files back and compare them with what was uploaded."
      }
    }
  }

  static let configuration = CommandConfiguration(
    commandName: "uploads", abstract: "List the uploads; resume, cancel, remove or verify them.",
    discussion: "The exit status is 0 only if the command succeeded for every upload.")

  @Argument(help: "The IDs of uploads, as listed by showroom uploads.") var ids: [Upload.ID] = []

  @Flag(exclusivity: .exclusive) var action: Action?

  @Option(
    help:
      "With --resume, what to do if the file exists at the destination: fail, replace, keep-both, or skip if it is the same file."
  )
  var onDuplicate: DuplicatePolicy?

  @Option(help: "With --verify and --history, the ID of a car. Can be repeated.", completion: ShellCompletion.car)
  var car: [Car.ID] = []

  @Option(help: "With --history, words in the name, location or destination.") var search: String?

  @Option(help: "The output format: text or json.") var format = SheetFormat.text

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    switch action {
    case nil where !ids.isEmpty:
      throw ValidationError("Specify what to do with the uploads: --resume, --cancel, --discard or --remove.")
    case .verify where !ids.isEmpty, .history where !ids.isEmpty:
      throw ValidationError("--verify and --history take no upload IDs. Use --car to select the files of a car.")
    case .cancel where ids.isEmpty, .discard where ids.isEmpty, .remove where ids.isEmpty:
      throw ValidationError("Specify at least one upload by its ID, as listed by showroom uploads.")
    default: break
    }
    if !car.isEmpty, action != .verify, action != .history {
      throw ValidationError("--car requires --verify or --history.")
    }
    if search != nil, action != .history { throw ValidationError("--search requires --history.") }
    if onDuplicate != nil, action != .resume { throw ValidationError("--on-duplicate requires --resume.") }
  }

  @MainActor
  func run(in context: CommandContext) async throws -> Int32 {
    let store = try CatalogStore(directory: context.settings.dataDirectory)
    defer { store.close() }
    let dependencies = UploadDependencies(context, store: store)
    defer {
      StandardInputFile.removeUnused(in: FilePath(context.settings.dataDirectory.path), dependencies.queue.uploads)
    }
    let command = UploadsCommand(format: format)
    let ending: UploadsCommand.Ending
    switch action {
    case nil:
      let count = try command.list(dependencies.queue, to: context.output, isASCII: context.settings.isASCII)
      if count == 0 { try context.errorOutput.write("No uploads.\n") }
      return 0
    case .resume:
      let areDone = try await command.resume(
        ids, onDuplicate: onDuplicate, with: dependencies, to: context.output, progress: context.errorOutput,
        isASCII: context.settings.isASCII)
      return areDone ? 0 : 1
    case .verify:
      let data = context.settings.dataDirectory.path
      let isDefault = data == UserDirectories(environment: context.environment).data.path
      let verification = UploadVerification(format: format, cars: car, dataDirectory: isDefault ? nil : data)
      return try await verification.run(dependencies, to: context.output, errorOutput: context.errorOutput) ? 0 : 1
    case .history:
      let history = UploadHistory(format: format, cars: car, search: search ?? "")
      let count = try history.write(
        dependencies.attachments, to: context.output, isASCII: context.settings.isASCII)
      if count == 0 { try context.errorOutput.write("No uploaded files.\n") }
      return 0
    case .cancel: ending = .cancel
    case .discard: ending = .discard
    case .remove: ending = .remove
    }
    let areEnded = try await command.end(
      ids, as: ending, with: dependencies, to: context.output, errorOutput: context.errorOutput)
    return areEnded ? 0 : 1
  }
}
