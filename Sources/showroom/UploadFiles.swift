import ArgumentParser
import ShowroomCatalog
import ShowroomCommands
import ShowroomFiles
import ShowroomSettings
import ShowroomUploads
import SystemPackage

/// Uploads files and folders to a car.
struct UploadFiles: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "upload", abstract: "Upload files and folders to a car.",
    discussion: """
      Folders are uploaded recursively; hidden files and symbolic links are skipped. A pattern without a \
      slash applies to names, and a pattern with a slash to paths in the folder. A leading slash also \
      makes it a path, and a trailing one matches folders with everything in them. A file in a folder \
      keeps its path at destinations that have folders. The destination is set by --destination, \
      SHOWROOM_DESTINATION or the configuration file; otherwise it is the one chosen on the screen or a \
      folder in the data directory. If an upload is interrupted or fails, the same command resumes it, \
      and so does showroom uploads --resume. Credentials come from SHOWROOM_UPLOAD_USER and SHOWROOM_UPLOAD_PASSWORD, SHOWROOM_UPLOAD_TOKEN, or \
      AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, which are sent only to the server of \
      the configured destination; from the file named credentials in the configuration folder; \
      or from ~/.netrc. They are never taken from arguments.
      """)

  @Argument(help: "The ID of the car, as listed by showroom list.", completion: ShellCompletion.car) var id: Car.ID

  @Argument(help: "The files and folders to upload; - for standard input.", completion: .file()) var files: [String]

  @Option(help: "The file name for standard input.") var name: String?

  @Option(
    help: "What to do if the file exists at the destination: fail, replace, keep-both, or skip if it is the same file.")
  var onDuplicate = DuplicatePolicy.fail

  @Option(help: "From folders, upload only files that match a pattern, such as '*.jpg'. Can be repeated.")
  var include: [String] = []

  @Option(help: "In folders, skip files and folders that match a pattern, such as '*.tmp'. Can be repeated.")
  var exclude: [String] = []

  @Flag(help: "Upload hidden files in folders as well.") var hidden = false

  @Flag(help: "Print what would be uploaded, and what exists at the destination. Nothing is uploaded.")
  var dryRun = false

  @Option(help: "The output format: text, or json with one line per event.") var format = SheetFormat.text

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if files.isEmpty { throw ValidationError("Specify at least one file or folder to upload.") }
    if files.contains("") { throw ValidationError("A path is empty. Specify a file or folder.") }
    let inputs = files.count { $0 == "-" }
    if inputs > 1 { throw ValidationError("Standard input can be uploaded only once.") }
    if inputs == 1, dryRun { throw ValidationError("--dry-run does not read standard input. Name files instead.") }
    if inputs == 1, inputName == nil {
      throw ValidationError("Standard input needs a name without a slash, such as --name scan.pdf.")
    }
    if inputs == 0, name != nil { throw ValidationError("--name requires - for standard input.") }
    if let pattern = (include + exclude).first(where: { !FolderFilter.isPattern($0) }) {
      throw ValidationError(
        pattern.isEmpty
          ? "A pattern of --include or --exclude is empty. Specify one such as '*.jpg'."
          : "The pattern '\(pattern)' matches no files. Specify one such as '*.jpg' or '/notes.txt'.")
    }
  }

  /// The file name for standard input, or `nil` if `--name` is missing or invalid.
  private var inputName: FilePath.Component? {
    guard let name, name.utf8.count <= 255, let component = FilePath.Component(name), component.kind == .regular else {
      return nil
    }
    return component
  }

  @MainActor
  func run(in context: CommandContext) async throws -> Int32 {
    let store = try await CatalogBootstrap.open(settings: context.settings)
    defer { store.close() }
    let dependencies = UploadDependencies(context, store: store)
    let data = FilePath(context.settings.dataDirectory.path)
    var input = try inputName.map { try StandardInputFile(named: $0, in: data) }
    defer {
      // This unlocks the file.
      input = nil
      StandardInputFile.removeUnused(in: data, dependencies.queue.uploads)
    }
    let command = UploadCommand(
      car: id, files: files.map { $0 == "-" ? input?.path ?? FilePath() : context.path(of: $0) },
      filter: FolderFilter(including: include, excluding: exclude, takesHidden: hidden), onDuplicate: onDuplicate,
      format: format)
    if dryRun {
      return try await command.plan(store, with: dependencies, to: context.output, progress: context.errorOutput)
        ? 0 : 1
    }
    let areDone = try await command.run(
      store, with: dependencies, to: context.output, progress: context.errorOutput, isASCII: context.settings.isASCII)
    return areDone ? 0 : 1
  }
}

extension UploadDependencies {
  /// Creates the dependencies of a subcommand. Without a terminal to show progress, uploads give up sooner.
  init(_ context: CommandContext, store: CatalogStore) {
    self.init(
      store: store, settings: context.settings, environment: context.environment,
      policy: context.errorOutput.isTerminal ? RetryPolicy() : .unattended)
  }
}

extension DuplicatePolicy: ExpressibleByArgument {}
