import Foundation
import Logging
import ReactorTerminal
import ShowroomCatalog
import ShowroomUploads
import Testing

@testable import ShowroomApp
@testable import ShowroomSettings

struct SettingsTests {
  /// A home folder, which may contain a configuration file.
  let home = FileManager.default.temporaryDirectory.appendingPathComponent("settings-tests-\(UUID().uuidString)")

  /// Resolves settings in the home folder.
  func settings(
    _ environment: [String: String] = [:], configuration: String? = nil,
    _ change: (inout SettingsRequest) -> Void = { _ in }
  ) throws -> Settings {
    defer { try? FileManager.default.removeItem(at: home) }
    if let configuration {
      let folder = home.appendingPathComponent(".config/showroom")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(configuration.utf8).write(to: folder.appendingPathComponent("config.toml"))
    }
    var request = SettingsRequest()
    change(&request)
    return try Settings(request, environment: ["HOME": home.path].merging(environment) { $1 })
  }

  @Test func `the defaults require no configuration`() throws {
    let settings = try settings()
    #expect(settings.dataDirectory.path == home.path + "/.local/share/showroom")
    #expect(settings.logFile.path == home.path + "/.local/state/showroom/showroom.log")
    #expect(settings.source == nil && settings.theme == .auto && settings.units == .us && settings.logLevel == .info)
    #expect(!settings.isASCII && settings.hasMouse && settings.synchronizedOutput)
    #expect(settings.keymap == Keymap() && settings.configurationFile == nil)
    #expect(settings.destination == nil && settings.concurrentUploads == 2 && settings.caFile == nil)
  }

  @Test func `a path that is not UTF-8 is rejected, because it would name another folder`() {
    func refused(_ environment: [String: String], _ change: (inout SettingsRequest) -> Void = { _ in })
      -> SettingsError?
    {
      do throws(SettingsError) {
        var request = SettingsRequest()
        change(&request)
        _ = try Settings(request, environment: ["HOME": "/h"].merging(environment) { $1 })
        return nil
      } catch {
        return error
      }
    }

    // The replacement for bytes that are not UTF-8.
    #expect(refused(["HOME": "/home/\u{FFFD}"]) == .notUTF8(.variable("HOME")))
    #expect(refused(["XDG_DATA_HOME": "/\u{FFFD}"]) == .notUTF8(.variable("XDG_DATA_HOME")))
    #expect(refused([:]) { $0.dataDirectory = "/\u{FFFD}" } == .notUTF8(.option("--data-dir")))
    #expect(refused([:]) { $0.source = "\u{FFFD}.csv" } == .notUTF8(.option("--source")))
    #expect(refused([:]) { $0.destination = "/\u{FFFD}" } == .notUTF8(.option("--destination")))
    #expect(refused([:]) { $0.configurationFile = "/\u{FFFD}" } == .notUTF8(.option("--config")))
    #expect(refused(["OTHER": "\u{FFFD}"]) == nil)
    #expect(
      "\(SettingsError.notUTF8(.option("--data-dir")))"
        == "--data-dir resolves to a path that is not UTF-8, which is not supported. Rename the folder or choose another one."
    )
  }

  @Test func `folders follow the XDG variables, except relative ones`() throws {
    let settings = try settings(["XDG_DATA_HOME": "/data", "XDG_STATE_HOME": "state"])
    #expect(settings.dataDirectory.path == "/data/showroom")
    #expect(settings.logFile.path == home.path + "/.local/state/showroom/showroom.log")
  }

  @Test func `each data directory has its own session, because the IDs of cars are those of its database`() throws {
    let usual = home.path + "/.local/state/showroom/session.json"
    #expect(try settings().sessionFile.path == usual)
    #expect(try settings { $0.dataDirectory = home.path + "/.local/share/showroom/" }.sessionFile.path == usual)
    #expect(try settings { $0.dataDirectory = "/cars" }.sessionFile.path == "/cars/session.json")
  }

  @Test func `the theme is that of the option, the variable or the file, in this order`() throws {
    let file = "theme = \"mono\""
    #expect(try settings(configuration: file).theme == .mono)
    #expect(try settings(["SHOWROOM_THEME": "light"], configuration: file).theme == .light)
    #expect(try settings(["SHOWROOM_THEME": "light"], configuration: file) { $0.theme = "dark" }.theme == .dark)
    #expect(try settings(["SHOWROOM_THEME": ""], configuration: file).theme == .mono)
  }

  @Test func `the units are those of the option, the variable or the file, in this order`() throws {
    let file = "units = \"metric\""
    #expect(try settings(configuration: file).units == .metric)
    #expect(try settings(["SHOWROOM_UNITS": "us"], configuration: file).units == .us)
    #expect(try settings(["SHOWROOM_UNITS": "us"]) { $0.units = "metric" }.units == .metric)
  }

  @Test func `the log level is that of the option, the variable or the file, in this order`() throws {
    let file = "log-level = \"error\""
    #expect(try settings(configuration: file).logLevel == .error)
    #expect(try settings(["SHOWROOM_LOG_LEVEL": "debug"], configuration: file).logLevel == .debug)
    #expect(try settings(["SHOWROOM_LOG_LEVEL": "debug"]) { $0.logLevel = "trace" }.logLevel == .trace)
  }

  @Test func `flags are those of the option, the variable or the file, in this order`() throws {
    #expect(try settings(configuration: "ascii = true").isASCII)
    #expect(try !settings(["SHOWROOM_ASCII": "0"], configuration: "ascii = true").isASCII)
    #expect(try settings(["SHOWROOM_ASCII": "0"]) { $0.isASCII = true }.isASCII)
    #expect(try !settings(configuration: "mouse = false").hasMouse)
    #expect(try settings(["SHOWROOM_NO_MOUSE": "no"], configuration: "mouse = false").hasMouse)
    #expect(try !settings(["SHOWROOM_NO_MOUSE": "1"]).hasMouse)
    #expect(try settings(["SHOWROOM_NO_MOUSE": "1"]) { $0.hasMouse = true }.hasMouse)
    #expect(try !settings(configuration: "synchronized-output = false").synchronizedOutput)
  }

  @Test func `the source is that of the option, the variable or the file, in this order`() throws {
    let file = "source = \"cars.csv\""
    let beside = URL(fileURLWithPath: home.path + "/.config/showroom/cars.csv")
    #expect(try settings(configuration: file).source?.name == beside.path)
    let variable = ["SHOWROOM_SOURCE": "https://example.org/cars.csv"]
    #expect(try settings(variable, configuration: file).source?.name == "https://example.org/cars.csv")
    #expect(try settings(variable) { $0.source = "~/cars.csv" }.source?.name == home.path + "/cars.csv")
  }

  @Test func `the destination is that of the option, the variable or the file, in this order`() throws {
    let file = "destination = \"cars\""
    #expect(try settings(configuration: file).destination == .folder(home.path + "/.config/showroom/cars"))
    let variable = ["SHOWROOM_DESTINATION": "dav+https://example.org/cars"]
    #expect("\(try settings(variable, configuration: file).destination as Any)".contains("example.org/cars"))
    #expect(try settings(variable) { $0.destination = "~/cars" }.destination == .folder(home.path + "/cars"))
  }

  @Test func `concurrent uploads and the CA file are those of the variable or the file, in this order`() throws {
    let file = "concurrent-uploads = 3\nca-file = \"ca.pem\""
    let settings = try settings(configuration: file)
    #expect(settings.concurrentUploads == 3 && settings.caFile == home.path + "/.config/showroom/ca.pem")
    let variables = ["SHOWROOM_CONCURRENT_UPLOADS": "8", "SHOWROOM_CA_FILE": "/ca.pem"]
    let changed = try self.settings(variables, configuration: file)
    #expect(changed.concurrentUploads == 8 && changed.caFile == "/ca.pem")
  }

  @Test func `the limit of the rate is that of the option, the variable or the file, in this order`() throws {
    let file = "limit-rate = \"3M\""
    #expect(try settings().rateLimit == nil)
    #expect(try settings(configuration: file).rateLimit == 3_000_000)
    let variable = ["SHOWROOM_LIMIT_RATE": "2M"]
    #expect(try settings(variable, configuration: file).rateLimit == 2_000_000)
    #expect(try settings(variable, configuration: file) { $0.rateLimit = "none" }.rateLimit == nil)
  }

  @Test func `the data directory is that of the option or the variable, in this order`() throws {
    let variable = ["SHOWROOM_DATA_DIR": "/one"]
    #expect(try settings(variable).dataDirectory.path == "/one")
    #expect(try settings(variable) { $0.dataDirectory = "/two" }.dataDirectory.path == "/two")
  }

  @Test func `a configuration file that is specified explicitly must exist`() throws {
    #expect(try settings(configuration: "ascii = true") { $0.configurationFile = "/dev/null" }.isASCII == false)
    #expect(throws: SettingsError.unreadable(path: "/nowhere.toml", reason: "the file does not exist")) {
      try settings(["SHOWROOM_CONFIG": "/nowhere.toml"])
    }
  }

  @Test func `a chosen theme overrides NO_COLOR, and the automatic theme respects it`() throws {
    let noColor = ["NO_COLOR": "1"]
    #expect(ThemeChoice.auto.theme(environment: noColor) == .mono)
    #expect(ThemeChoice.light.theme(environment: noColor) == .light)
    #expect(ThemeChoice.auto.theme(environment: ["COLORFGBG": "0;15"]) == .light)
    #expect(ThemeChoice.auto.theme(environment: [:]) == .dark)
  }

  @Test func `invalid values are reported with their origin`() {
    func message(_ environment: [String: String] = [:], _ change: @escaping (inout SettingsRequest) -> Void = { _ in })
      -> String
    {
      do {
        _ = try settings(environment, change)
        return ""
      } catch {
        return "\(error)"
      }
    }
    #expect(message { $0.theme = "pink" } == "--theme cannot be \"pink\". Use auto, dark, light or mono.")
    #expect(message(["SHOWROOM_UNITS": "si"]) == "SHOWROOM_UNITS cannot be \"si\". Use us or metric.")
    #expect(message(["SHOWROOM_ASCII": "maybe"]) == "SHOWROOM_ASCII cannot be \"maybe\". Use 1 or 0, yes or no.")
    #expect(
      message(["SHOWROOM_CONCURRENT_UPLOADS": "nine"])
        == "SHOWROOM_CONCURRENT_UPLOADS cannot be \"nine\". Use a number from 1 to 8.")
    #expect(
      message { $0.destination = "https://me:secret@example.org" }
        == "--destination is not a valid destination: The destination on example.org contains a user name or password; remove "
        + "it and use ~/.netrc or environment variables instead.")
    #expect(
      message { $0.rateLimit = "fast" }
        == "--limit-rate cannot be \"fast\". Use a rate of at least 1 kB per second, such as 500k or 2M, or none.")
    #expect(message { $0.dataDirectory = "" } == "--data-dir is empty. Set a value or remove it.")
    #expect(
      message { $0.source = "ftp://example.org/x" }
        == "--source is not a valid source: \"ftp://example.org/x\" is neither a file nor a web address. Enter a path, or an "
        + "address that begins with https://.")
  }
}

extension SettingsTests {
  private func settings(
    _ environment: [String: String], _ change: (inout SettingsRequest) -> Void
  ) throws -> Settings {
    try settings(environment, configuration: nil, change)
  }

  @Test func `settings that the user changed on the screen are restored`() throws {
    let settings = try settings([:]).restoring(SessionFileTests.example)

    #expect(settings.theme == .light && settings.units == .metric)
    #expect(settings.isASCII && !settings.hasMouse)
  }

  @Test func `configured settings are not replaced by those of the last session`() throws {
    let environment = [
      "SHOWROOM_THEME": "mono", "SHOWROOM_UNITS": "us", "SHOWROOM_ASCII": "no", "SHOWROOM_NO_MOUSE": "no",
    ]

    let settings = try settings(environment).restoring(SessionFileTests.example)

    #expect(settings.theme == .mono && settings.units == .us)
    #expect(!settings.isASCII && settings.hasMouse)
  }
}
