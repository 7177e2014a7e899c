import ArgumentParser
import Logging
import ShowroomApp

/// What every subcommand understands, before its name or after it.
struct CommonOptions: ParsableArguments, Sendable {
  @Option(
    name: .customLong("data-dir"),
    help: .init("Where the database lives.", discussion: "SHOWROOM_DATA_DIR", valueName: "folder"),
    completion: .directory)
  var dataDirectory: String?

  @Option(
    help: .init(
      "Where a refresh takes cars from; without it, the source that was loaded last.", discussion: "SHOWROOM_SOURCE",
      valueName: "file|url"),
    completion: .file(extensions: ["json", "csv", "zip", "gz"]))
  var source: String?

  @Option(
    help: .init("auto, dark, light or mono.", discussion: "SHOWROOM_THEME; NO_COLOR makes auto mono"),
    completion: .list(ThemeChoice.allCases.map(\.rawValue)))
  var theme: String?

  @Flag(inversion: .prefixedNo, help: .init("Draw ASCII only.", discussion: "SHOWROOM_ASCII"))
  var ascii: Bool?

  @Flag(inversion: .prefixedNo, help: .init("Hear the mouse.", discussion: "SHOWROOM_NO_MOUSE"))
  var mouse: Bool?

  @Option(
    help: .init("us or metric.", discussion: "SHOWROOM_UNITS"), completion: .list(UnitSystem.allCases.map(\.rawValue)))
  var units: String?

  @Option(
    help: .init(
      "Where files are uploaded to; without it, what was chosen on the screen, or a folder beside the database.",
      discussion: "SHOWROOM_DESTINATION", valueName: "folder|url"),
    completion: .directory)
  var destination: String?

  @Option(
    help: .init("The least severe messages that are logged.", discussion: "SHOWROOM_LOG_LEVEL", valueName: "level"),
    completion: .list(Logger.Level.allCases.map(\.rawValue)))
  var logLevel: String?

  @Option(
    help: .init("The configuration file.", discussion: "SHOWROOM_CONFIG", valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var config: String?

  var request: SettingsRequest {
    var request = SettingsRequest()
    request.dataDirectory = dataDirectory
    request.source = source
    request.theme = theme
    request.isASCII = ascii
    request.hasMouse = mouse
    request.units = units
    request.destination = destination
    request.logLevel = logLevel
    request.configurationFile = config
    return request
  }
}
