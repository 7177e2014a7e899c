import ArgumentParser
import Catalogue
import ShowroomApp
import SystemPackage
import Uploads

/// Uploads files to a car.
struct Upload: Subcommand {
  static let configuration = CommandConfiguration(
    abstract: "Upload files to a car.",
    discussion: """
      They go to the destination that --destination, SHOWROOM_DESTINATION or the \
      configuration file names; without any, to the one chosen on the screen, or to a \
      folder in the data directory. What is interrupted can be resumed: showroom \
      uploads --resume. Credentials come from SHOWROOM_UPLOAD_USER and \
      SHOWROOM_UPLOAD_PASSWORD, SHOWROOM_UPLOAD_TOKEN, AWS_ACCESS_KEY_ID and \
      AWS_SECRET_ACCESS_KEY, which are used for the server of that named destination \
      alone; from the file credentials in the configuration folder, or from ~/.netrc; \
      never from arguments.
      """)

  @Argument(help: "The car's ID, as showroom list shows it.") var id: Car.ID

  @Argument(help: "The files.", completion: .file()) var files: [String]

  @Option(help: "fail, replace or keep-both: what to do where there is a file of the name.")
  var onDuplicate = DuplicatePolicy.fail

  @Option(help: "text or json: a line for each event.") var format = UploadFormat.text

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if files.isEmpty { throw ValidationError("Name at least one file to upload.") }
  }

  @MainActor
  func run(in context: CommandContext) async throws -> Int32 {
    let store = try await CatalogueBootstrap.open(settings: context.settings)
    let equipment = UploadEquipment(context, store: store)
    let command = UploadCommand(
      car: id, files: files.map(context.path(typed:)), onDuplicate: onDuplicate, format: format)
    let areDone = try await command.run(
      store, with: equipment, to: context.output, progress: context.errorOutput, isASCII: context.settings.isASCII)
    return areDone ? 0 : 1
  }
}

extension UploadEquipment {
  /// Without a terminal nobody sees a long wait: the command fails sooner there.
  init(_ context: CommandContext, store: CatalogueStore) {
    self.init(
      store: store, settings: context.settings, environment: context.environment,
      policy: context.errorOutput.isTerminal ? RetryPolicy() : .unattended)
  }
}

extension DuplicatePolicy: ExpressibleByArgument {}
extension UploadFormat: ExpressibleByArgument {}
