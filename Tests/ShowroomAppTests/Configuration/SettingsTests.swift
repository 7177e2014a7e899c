import Catalogue
import Foundation
import Logging
import ReactorTerminal
import Testing
import Uploads

@testable import ShowroomApp

@Suite("Settings")
struct SettingsTests {
  /// A home folder that may hold a configuration file.
  let home = FileManager.default.temporaryDirectory.appendingPathComponent("settings-tests-\(UUID().uuidString)")

  /// The settings of a call; `environment` and `configuration` on top of a home folder.
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

  @Test("have defaults that need nothing")
  func defaults() throws {
    let settings = try settings()
    #expect(settings.dataDirectory.path == home.path + "/.local/share/showroom")
    #expect(settings.logFile.path == home.path + "/.local/state/showroom/showroom.log")
    #expect(settings.source == nil && settings.theme == .auto && settings.units == .us && settings.logLevel == .info)
    #expect(!settings.isASCII && settings.hasMouse && settings.synchronizedOutput)
    #expect(settings.keymap == Keymap() && settings.configurationFile == nil)
    #expect(settings.destination == nil && settings.concurrentUploads == 2 && settings.caFile == nil)
  }

  @Test func `a path that is not UTF-8 is refused: it would be another folder`() {
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

    // What bytes that are not UTF-8 are read as.
    #expect(refused(["HOME": "/home/\u{FFFD}"]) == .notUTF8(.variable("HOME")))
    #expect(refused(["XDG_DATA_HOME": "/\u{FFFD}"]) == .notUTF8(.variable("XDG_DATA_HOME")))
    #expect(refused([:]) { $0.dataDirectory = "/\u{FFFD}" } == .notUTF8(.option("--data-dir")))
    #expect(refused([:]) { $0.source = "\u{FFFD}.csv" } == .notUTF8(.option("--source")))
    #expect(refused([:]) { $0.destination = "/\u{FFFD}" } == .notUTF8(.option("--destination")))
    #expect(refused([:]) { $0.configurationFile = "/\u{FFFD}" } == .notUTF8(.option("--config")))
    #expect(refused(["OTHER": "\u{FFFD}"]) == nil)
    #expect(
      "\(SettingsError.notUTF8(.option("--data-dir")))"
        == "--data-dir leads to a path that is not UTF-8, which is not supported: rename the folder, or choose another."
    )
  }

  @Test("follow the XDG folders, but not relative ones")
  func folders() throws {
    let settings = try settings(["XDG_DATA_HOME": "/data", "XDG_STATE_HOME": "state"])
    #expect(settings.dataDirectory.path == "/data/showroom")
    #expect(settings.logFile.path == home.path + "/.local/state/showroom/showroom.log")
  }

  @Test("take the theme from the option, then the variable, then the file")
  func theme() throws {
    let file = "theme = \"mono\""
    #expect(try settings(configuration: file).theme == .mono)
    #expect(try settings(["SHOWROOM_THEME": "light"], configuration: file).theme == .light)
    #expect(try settings(["SHOWROOM_THEME": "light"], configuration: file) { $0.theme = "dark" }.theme == .dark)
    #expect(try settings(["SHOWROOM_THEME": ""], configuration: file).theme == .mono)
  }

  @Test("take the units from the option, then the variable, then the file")
  func units() throws {
    let file = "units = \"metric\""
    #expect(try settings(configuration: file).units == .metric)
    #expect(try settings(["SHOWROOM_UNITS": "us"], configuration: file).units == .us)
    #expect(try settings(["SHOWROOM_UNITS": "us"]) { $0.units = "metric" }.units == .metric)
  }

  @Test("take the log level from the option, then the variable, then the file")
  func logLevel() throws {
    let file = "log-level = \"error\""
    #expect(try settings(configuration: file).logLevel == .error)
    #expect(try settings(["SHOWROOM_LOG_LEVEL": "debug"], configuration: file).logLevel == .debug)
    #expect(try settings(["SHOWROOM_LOG_LEVEL": "debug"]) { $0.logLevel = "trace" }.logLevel == .trace)
  }

  @Test("take yes and no from the option, then the variable, then the file")
  func flags() throws {
    #expect(try settings(configuration: "ascii = true").isASCII)
    #expect(try !settings(["SHOWROOM_ASCII": "0"], configuration: "ascii = true").isASCII)
    #expect(try settings(["SHOWROOM_ASCII": "0"]) { $0.isASCII = true }.isASCII)
    #expect(try !settings(configuration: "mouse = false").hasMouse)
    #expect(try settings(["SHOWROOM_NO_MOUSE": "no"], configuration: "mouse = false").hasMouse)
    #expect(try !settings(["SHOWROOM_NO_MOUSE": "1"]).hasMouse)
    #expect(try settings(["SHOWROOM_NO_MOUSE": "1"]) { $0.hasMouse = true }.hasMouse)
    #expect(try !settings(configuration: "synchronized-output = false").synchronizedOutput)
  }

  @Test("take the source from the option, then the variable, then the file, whose relative paths start beside it")
  func source() throws {
    let file = "source = \"cars.csv\""
    let beside = URL(fileURLWithPath: home.path + "/.config/showroom/cars.csv")
    #expect(try settings(configuration: file).source?.name == beside.path)
    let variable = ["SHOWROOM_SOURCE": "https://example.org/cars.csv"]
    #expect(try settings(variable, configuration: file).source?.name == "https://example.org/cars.csv")
    #expect(try settings(variable) { $0.source = "~/cars.csv" }.source?.name == home.path + "/cars.csv")
  }

  @Test("take the destination of uploads from the option, then the variable, then the file, as sources are taken")
  func destination() throws {
    let file = "destination = \"cars\""
    #expect(try settings(configuration: file).destination == .folder(home.path + "/.config/showroom/cars"))
    let variable = ["SHOWROOM_DESTINATION": "dav+https://example.org/cars"]
    #expect("\(try settings(variable, configuration: file).destination as Any)".contains("example.org/cars"))
    #expect(try settings(variable) { $0.destination = "~/cars" }.destination == .folder(home.path + "/cars"))
  }

  @Test("take how many uploads run at once, and whom to trust, from the variable, then the file")
  func uploads() throws {
    let file = "concurrent-uploads = 3\nca-file = \"ca.pem\""
    let settings = try settings(configuration: file)
    #expect(settings.concurrentUploads == 3 && settings.caFile == home.path + "/.config/showroom/ca.pem")
    let variables = ["SHOWROOM_CONCURRENT_UPLOADS": "8", "SHOWROOM_CA_FILE": "/ca.pem"]
    let changed = try self.settings(variables, configuration: file)
    #expect(changed.concurrentUploads == 8 && changed.caFile == "/ca.pem")
  }

  @Test("take the data directory from the option, then the variable")
  func dataDirectory() throws {
    let variable = ["SHOWROOM_DATA_DIR": "/one"]
    #expect(try settings(variable).dataDirectory.path == "/one")
    #expect(try settings(variable) { $0.dataDirectory = "/two" }.dataDirectory.path == "/two")
  }

  @Test("read the file that is named, which has to be there")
  func configurationFile() throws {
    #expect(try settings(configuration: "ascii = true") { $0.configurationFile = "/dev/null" }.isASCII == false)
    #expect(throws: SettingsError.unreadable(path: "/nowhere.toml", reason: "there is no such file")) {
      try settings(["SHOWROOM_CONFIG": "/nowhere.toml"])
    }
  }

  @Test("draw in a named theme whatever NO_COLOR says, and in mono when nothing is named")
  func noColor() throws {
    let noColor = ["NO_COLOR": "1"]
    #expect(ThemeChoice.auto.theme(environment: noColor) == .mono)
    #expect(ThemeChoice.light.theme(environment: noColor) == .light)
    #expect(ThemeChoice.auto.theme(environment: ["COLORFGBG": "0;15"]) == .light)
    #expect(ThemeChoice.auto.theme(environment: [:]) == .dark)
  }

  @Test("refuse what cannot be, naming where it was said")
  func refusals() {
    func sentence(_ environment: [String: String] = [:], _ change: @escaping (inout SettingsRequest) -> Void = { _ in })
      -> String
    {
      do {
        _ = try settings(environment, change)
        return ""
      } catch {
        return "\(error)"
      }
    }
    #expect(sentence { $0.theme = "pink" } == "--theme cannot be \"pink\": write auto, dark, light or mono.")
    #expect(sentence(["SHOWROOM_UNITS": "si"]) == "SHOWROOM_UNITS cannot be \"si\": write us or metric.")
    #expect(sentence(["SHOWROOM_ASCII": "maybe"]) == "SHOWROOM_ASCII cannot be \"maybe\": write 1 or 0, yes or no.")
    #expect(
      sentence(["SHOWROOM_CONCURRENT_UPLOADS": "nine"])
        == "SHOWROOM_CONCURRENT_UPLOADS cannot be \"nine\": write a number from 1 to 8.")
    #expect(
      sentence { $0.destination = "https://me:secret@example.org" }
        == "--destination names no destination: The destination on example.org holds a user or a password; leave them out "
        + "and put them into ~/.netrc or the environment.")
    #expect(sentence { $0.dataDirectory = "" } == "--data-dir is empty: give it a value, or leave it out.")
    #expect(
      sentence { $0.source = "ftp://example.org/x" }
        == "--source names no source: \"ftp://example.org/x\" is neither a file nor a web address; give a path, or an "
        + "address that begins with https://.")
  }
}

extension SettingsTests {
  private func settings(
    _ environment: [String: String], _ change: (inout SettingsRequest) -> Void
  ) throws -> Settings {
    try settings(environment, configuration: nil, change)
  }
}
