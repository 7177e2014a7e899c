import Foundation
import Logging
import ReactorTerminalCore
import ShowroomCatalog

extension Settings {
  /// Resolves all settings. Reads the configuration file but changes nothing. An empty variable counts as unset.
  ///
  /// - Parameters:
  ///   - request: The command-line options.
  ///   - environment: The environment variables of the process.
  ///   - commands: The commands to which the configuration file may assign keys, with their default keys.
  ///   - executable: The program, relative to which bundled files are located.
  /// - Throws: ``SettingsError`` for the first invalid value.
  package init(
    _ request: SettingsRequest, environment: [String: String],
    commands: @autoclosure @escaping @Sendable () -> [KeyBinding],
    executable: URL = ResourceLocator.runningExecutable
  ) throws(SettingsError) {
    try UserDirectories.check(environment)
    let directories = UserDirectories(environment: environment)
    let choices = Choices(environment: environment)
    let file = try Self.configuration(request, choices, directories) { Set(commands().map(\.id)) }
    self.commands = commands

    func choice<Value: CaseIterable & RawRepresentable<String>>(
      _ typed: String?, _ option: String, _ variable: String, _ configured: Value?
    ) throws(SettingsError) -> Value? {
      guard let (text, origin) = choices.text(typed, option, variable) else { return configured }
      return try SettingValue.choice(text, origin)
    }

    theme = try choice(request.theme, "--theme", "SHOWROOM_THEME", file.theme) ?? .auto
    let chosenUnits = try choice(request.units, "--units", "SHOWROOM_UNITS", file.units)
    units = chosenUnits ?? .us
    logLevel = try choice(request.logLevel, "--log-level", "SHOWROOM_LOG_LEVEL", file.logLevel) ?? .info
    let asciiVariable = try choices.flag("SHOWROOM_ASCII")
    let chosenCharacters = request.isASCII ?? asciiVariable ?? file.isASCII
    isASCII = chosenCharacters ?? false
    let noMouseVariable = try choices.flag("SHOWROOM_NO_MOUSE")
    let chosenMouse = request.hasMouse ?? noMouseVariable.map { !$0 } ?? file.hasMouse
    hasMouse = chosenMouse ?? true
    configured = ScreenSetting.configured(
      theme: theme, units: chosenUnits, isASCII: chosenCharacters, hasMouse: chosenMouse)
    opensSource = request.opened != nil
    if let opened = request.opened {
      source = try SettingValue.source(opened, .argument, directories)
    } else if let (text, origin) = choices.text(request.source, "--source", "SHOWROOM_SOURCE") {
      source = try SettingValue.source(text, origin, directories)
    } else {
      source = file.source
    }
    if let (text, origin) = choices.text(request.destination, "--destination", "SHOWROOM_DESTINATION") {
      destination = try SettingValue.destination(text, origin, directories)
    } else {
      destination = file.destination
    }
    if let (text, origin) = choices.text(nil, "", "SHOWROOM_CONCURRENT_UPLOADS") {
      concurrentUploads = try SettingValue.number(text, origin, in: Self.uploadCounts)
    } else {
      concurrentUploads = file.concurrentUploads ?? 2
    }
    if let (text, origin) = choices.text(request.rateLimit, "--limit-rate", "SHOWROOM_LIMIT_RATE") {
      rateLimit = try SettingValue.rate(text, origin)
    } else {
      rateLimit = file.rateLimit
    }
    if let (text, origin) = choices.text(nil, "", "SHOWROOM_CA_FILE") {
      caFile = try SettingValue.path(text, origin, directories).path
    } else {
      caFile = file.caFile
    }
    if let (text, origin) = choices.text(request.dataDirectory, "--data-dir", "SHOWROOM_DATA_DIR") {
      dataDirectory = try SettingValue.path(text, origin, directories)
    } else {
      dataDirectory = directories.data
    }
    synchronizedOutput = file.synchronizedOutput ?? true
    keymap = file.keymap
    configurationFile = file.url
    logFile = directories.state.appendingPathComponent("showroom.log")
    // Marks and seen changes belong to the cars of one database.
    sessionFile = (dataDirectory.path == directories.data.path ? directories.state : dataDirectory)
      .appendingPathComponent("session.json")
    isFresh = request.isFresh
    resources = ResourceLocator(environment: environment, executable: executable)
  }

  /// Reads the configuration file. A file specified explicitly must exist; the default one is optional.
  private static func configuration(
    _ request: SettingsRequest, _ choices: Choices, _ directories: UserDirectories,
    _ commands: () -> Set<CommandID>
  ) throws(SettingsError) -> Configuration {
    if let (text, origin) = choices.text(request.configurationFile, "--config", "SHOWROOM_CONFIG") {
      let url = try SettingValue.path(text, origin, directories)
      guard let file = try Configuration(reading: url, directories, commands: commands()) else {
        throw .unreadable(path: url.path, reason: "the file does not exist")
      }
      return file
    }
    let usual = directories.configuration.appendingPathComponent("config.toml")
    return try Configuration(reading: usual, directories, commands: commands()) ?? Configuration()
  }
}

/// The values found on the command line or, if absent there, in the environment.
private struct Choices {
  let environment: [String: String]

  func text(_ typed: String?, _ option: String, _ variable: String) -> (String, SettingOrigin)? {
    if let typed { return (typed, .option(option)) }
    return environment[variable].flatMap { $0.isEmpty ? nil : ($0, .variable(variable)) }
  }

  func flag(_ variable: String) throws(SettingsError) -> Bool? {
    guard let text = environment[variable], !text.isEmpty else { return nil }
    return try SettingValue.flag(text, .variable(variable))
  }
}

/// The command-line options as typed; `nil` for each absent option.
package struct SettingsRequest: Sendable, Hashable {
  /// `--data-dir`.
  package var dataDirectory: String?
  /// `--source`.
  package var source: String?
  /// The file or address that the screen opens instead of `--source`.
  package var opened: String?
  /// `--theme`.
  package var theme: String?
  /// `--ascii`, `--no-ascii`.
  package var isASCII: Bool?
  /// `--mouse`, `--no-mouse`.
  package var hasMouse: Bool?
  /// `--log-level`.
  package var logLevel: String?
  /// `--config`.
  package var configurationFile: String?
  /// `--units`.
  package var units: String?
  /// `--destination`.
  package var destination: String?
  /// `--limit-rate`.
  package var rateLimit: String?
  /// `--fresh`.
  package var isFresh = false

  /// Creates a request without options.
  package init() {}
}
