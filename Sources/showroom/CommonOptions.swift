import ArgumentParser
import Logging
import ReactorInspector
import ShowroomCatalog
import ShowroomSettings

/// The options of every subcommand.
struct CommonOptions: ParsableArguments, Sendable {
  @Option(
    name: .customLong("data-dir"),
    help: .init("The folder of the database.", discussion: "SHOWROOM_DATA_DIR", valueName: "folder"),
    completion: .directory)
  var dataDirectory: String?

  @Option(
    help: .init(
      "The source of the catalog. The default is the source of the last refresh.", discussion: "SHOWROOM_SOURCE",
      valueName: "file|url"),
    completion: .file(extensions: Self.sourceFiles))
  var source: String?

  /// The file extensions that shells complete as sources.
  static let sourceFiles = ["csv", "gz", "json", "zip"]

  @OptionGroup var appearance: AppearanceOptions

  @Flag(inversion: .prefixedNo, help: .init("Enable mouse input.", discussion: "SHOWROOM_NO_MOUSE"))
  var mouse: Bool?

  @Option(
    help: .init("The units: us or metric.", discussion: "SHOWROOM_UNITS"),
    completion: .list(UnitSystem.allCases.map(\.rawValue)))
  var units: String?

  @Option(
    help: .init(
      "The destination of uploads. The default is the one chosen on the screen, or a folder beside the database.",
      discussion: "SHOWROOM_DESTINATION", valueName: "folder|url"),
    completion: .directory)
  var destination: String?

  @Option(
    parsing: .unconditional,
    help: .init(
      "The maximum total upload rate in bytes per second, such as 500k or 2M, or none.",
      discussion: "SHOWROOM_LIMIT_RATE", valueName: "rate"))
  var limitRate: String?

  @Option(
    help: .init("The minimum log level.", discussion: "SHOWROOM_LOG_LEVEL", valueName: "level"),
    completion: .list(Logger.Level.allCases.map(\.rawValue)))
  var logLevel: String?

  @Option(
    help: .init("The configuration file.", discussion: "SHOWROOM_CONFIG", valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var config: String?

  /// Returns whether an option, such as `--units` or `--no-mouse`, is one of these.
  static func contains(_ option: String) -> Bool {
    [[option], [option, "value"]].contains { (try? parse($0)) != nil }
  }

  var request: SettingsRequest {
    var request = SettingsRequest()
    request.dataDirectory = dataDirectory
    request.source = source
    request.theme = appearance.theme
    request.isASCII = appearance.ascii
    request.hasMouse = mouse
    request.units = units
    request.destination = destination
    request.rateLimit = limitRate
    request.logLevel = logLevel
    request.configurationFile = config
    return request
  }
}

/// The options of all commands that draw a screen. The parser assigns values that precede a subcommand to the
/// subcommand's group of the same type.
struct AppearanceOptions: ParsableArguments, Sendable {
  @Option(
    help: .init("The color theme: auto, dark, light or mono.", discussion: "SHOWROOM_THEME; NO_COLOR makes auto mono"),
    completion: .list(ThemeChoice.allCases.map(\.rawValue)))
  var theme: String?

  @Flag(inversion: .prefixedNo, help: .init("Draw with ASCII characters only.", discussion: "SHOWROOM_ASCII"))
  var ascii: Bool?
}

/// The options of the inspector, a debugger for the screen.
struct InspectorArguments: ParsableArguments {
  @Flag(help: "Open the inspector beside or below the screen. F12 opens and closes it at any time.") var inspect = false

  @Option(
    help: .init(
      "Write a trace of what the program does: .json for Perfetto, .redux.json or .jsonl.", valueName: "file.json"),
    completion: .file(extensions: ["json", "jsonl"]))
  var trace: String?

  var options: Inspector.Options { Inspector.Options(isOpen: inspect, trace: trace) }

  func validate() throws {
    do { try options.check() } catch { throw ValidationError("\(error)") }
  }
}
