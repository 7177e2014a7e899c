import Foundation
import ReactorTerminal
import ShowroomCatalog
import ShowroomTestSupport
import Testing

@testable import ShowroomApp
@testable import ShowroomSettings

struct ConfigurationTests {
  let directories = UserDirectories(environment: ["HOME": "/home/me"])

  func parse(_ text: String) throws(SettingsError) -> Configuration {
    try Configuration(
      parsing: text, url: URL(fileURLWithPath: "/c.toml"), directories,
      commands: [CarListView.refresh, Window.quit])
  }

  func message(_ text: String) -> String {
    do throws(SettingsError) {
      _ = try parse(text)
      return "accepted"
    } catch {
      return error.description
    }
  }

  @Test func `commands are assigned one key, several keys or none, with the dot quoted or not`() throws {
    let quoted = try parse("[keys]\n\"cars.refresh\" = [\"ctrl+r\", \"f5\"]\n\"app.quit\" = \"x\"")
    #expect(
      quoted.keymap == Keymap([CarListView.refresh: [.control("r"), .f5], Window.quit: ["x"]]))
    #expect(try parse("[keys]\ncars.refresh = []").keymap == Keymap([CarListView.refresh: []]))
    #expect(try parse("keys.app.quit = \"x\"").keymap == Keymap([Window.quit: ["x"]]))
  }

  @Test func `a syntax error is reported with its line`() {
    #expect(message("theme = \"dark\"\n\nmouse = = true").hasPrefix("/c.toml:3: invalid TOML: "))
    #expect(message("theme = \"dark").hasPrefix("/c.toml:1: invalid TOML: "))
  }

  @Test func `an unknown setting is reported with its line`() {
    #expect(
      message("# first\n\ntheme = \"dark\"\ncolor = true")
        == "/c.toml:4: unknown setting \"color\". Known settings are theme, ascii, mouse, source, units, destination, "
        + "concurrent-uploads, limit-rate, ca-file, log-level, synchronized-output, keys.")
  }

  @Test func `a value of the wrong type is reported with its line`() {
    #expect(message("\nascii = \"yes\"") == "/c.toml:2: ascii must be true or false, without quotes.")
    #expect(message("theme = 3") == "/c.toml:1: theme must be a string: theme = \"…\".")
    #expect(
      message("ascii = true\nkeys = \"r\"")
        == "/c.toml:2: keys must be a table: [keys], followed by \"command.name\" = [\"r\", \"f5\"].")
    #expect(
      message("[keys]\n\"app.quit\" = [\"q\", 1]")
        == "/c.toml:2: the keys of \"app.quit\" must be an array of strings: [\"r\", \"f5\"], or [] for none.")
  }

  @Test func `an invalid value is reported with its line`() {
    #expect(
      message("mouse = true\ntheme = \"pink\"")
        == "/c.toml:2: theme cannot be \"pink\". Use auto, dark, light or mono.")
    #expect(
      message("destination = \"ftp://host/x\"")
        == "/c.toml:1: destination is not a valid destination: \"ftp://host/x\" begins with ftp://; enter a folder, or an "
        + "address that begins with https://, http://, dav+https://, tus+https:// or s3://.")
    #expect(message("destination = \"\"") == "/c.toml:1: destination is empty. Set a value or remove it.")
    #expect(
      message("\nconcurrent-uploads = 9")
        == "/c.toml:2: concurrent-uploads must be a number from 1 to 8, without quotes.")
    #expect(message("source = \"\"") == "/c.toml:1: source is empty. Set a value or remove it.")
  }

  @Test func `an invalid key is reported with its line, even in an array over several lines`() {
    #expect(
      message("[keys]\n# quit\n\"app.quit\" = [\n  \"q\",\n  \"hyper+q\",\n]")
        == "/c.toml:3: \"hyper+q\" is not a valid key. Use a character (\"r\", \"?\") or a name (\"enter\", \"f5\", "
        + "\"page-up\"), optionally preceded by \"ctrl+\", \"alt+\" or \"shift+\".")
  }

  @Test func `an unknown command is reported with its line and a suggestion`() {
    #expect(
      message("[keys]\n\"app.quit\" = \"q\"\n\"cars.refesh\" = \"r\"")
        == "/c.toml:3: unknown command \"cars.refesh\". Did you mean \"cars.refresh\"?")
    #expect(
      message("[keys]\nfly = \"r\"")
        == "/c.toml:2: unknown command \"fly\". Known commands are app.quit, cars.refresh.")
  }

  @Test func `a file that is not text is rejected`() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("config-\(UUID().uuidString).toml")
    defer { try? FileManager.default.removeItem(at: url) }
    func message(_ bytes: [UInt8]) throws -> String {
      try Data(bytes).write(to: url)
      do throws(SettingsError) {
        _ = try Configuration(reading: url, directories, commands: [])
        return "accepted"
      } catch {
        return error.description
      }
    }
    #expect(
      try message(Array("ascii = true\n\0".utf8))
        == "\(url.path):2: the file contains a NUL byte and is not a text file.")
    #expect(try message([0x0A, 0x0A, 0xB0, 0xA1]) == "\(url.path):3: the text is not UTF-8. Save the file as UTF-8.")
    #expect(
      try message([UInt8](repeating: 0x20, count: 70_000))
        == "Could not read the configuration file \(url.path): it is larger than 64 KB.")
  }

  @Test(arguments: ["[.]", "[[", "["])
  func `brackets without a name are an error and do not crash`(text: String) {
    #expect(message(text).hasPrefix("/c.toml:1: invalid TOML: "))
  }

  @Test(.timeLimit(.minutes(20)))
  func `a pipe is rejected without blocking`() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("config-\(UUID().uuidString).toml")
    try #require(mkfifo(url.path, 0o600) == 0)
    defer { try? FileManager.default.removeItem(at: url) }

    #expect(throws: SettingsError.unreadable(path: url.path, reason: "it is not a regular file")) {
      try Configuration(reading: url, directories, commands: [])
    }

    #expect(try Configuration(reading: URL(fileURLWithPath: "/dev/null"), directories, commands: []) != nil)
  }

  @Test func `a former name of a command is still accepted`() throws {
    let configuration = try Configuration(
      parsing: "[keys]\n\"cars.follow\" = \"x\"", url: URL(fileURLWithPath: "/c.toml"), directories,
      commands: AppCommands.ids)

    #expect(configuration.keymap == Keymap(["cars.favorite": ["x"]]))
  }

  @Test func `the keys of a former command are ignored`() throws {
    let configuration = try Configuration(
      parsing: "[keys]\n\"query.nextCandidate\" = \"y\"\nquery.previousCandidate = []\n\"cars.favorite\" = \"x\"",
      url: URL(fileURLWithPath: "/c.toml"), directories, commands: AppCommands.ids)

    #expect(configuration.keymap == Keymap(["cars.favorite": ["x"]]))
  }

  @Test func `a default key that is assigned to another command of the screen is reported`() throws {
    func taken(_ text: String) throws -> [String] {
      let keymap = try Configuration(
        parsing: "[keys]\n" + text, url: URL(fileURLWithPath: "/c.toml"), directories, commands: AppCommands.ids
      ).keymap
      return keymap.takenDefaults(of: AppCommands.bindings).map(\.description)
    }

    #expect(
      try taken("\"cars.sort\" = \"f\"")
        == [
          "The key f now runs cars.sort, so cars.favorite has no key. "
            + "Assign one to it; until then it is in the command palette."
        ])
    #expect(
      try taken("\"cars.sort\" = [\"R\", \"f5\"]")
        == ["The keys R and f5 now run cars.sort, and no longer cars.refresh, which keeps its other keys."])
    #expect(try taken("\"cars.sort\" = \"f\"\n\"cars.favorite\" = \"s\"") == [])
    #expect(try taken("\"cars.sort\" = \"s\"\n\"car.note\" = \"r\"").count == 1)
    #expect(try taken("\"list.down\" = \"f\"").isEmpty == false)
  }

  @Test func `a key assigned to two commands of a screen is reported`() throws {
    func shared(_ text: String) throws -> [String] {
      let keymap = try Configuration(
        parsing: "[keys]\n" + text, url: URL(fileURLWithPath: "/c.toml"), directories, commands: AppCommands.ids
      ).keymap
      return keymap.sharedKeys.map(\.description)
    }

    #expect(
      try shared("\"cars.sort\" = \"x\"\n\"cars.refresh\" = [\"r\", \"x\"]")
        == ["The key x is bound to cars.refresh and cars.sort. Assign a different key to one of them."])
    #expect(try shared("\"list.up\" = \"x\"\n\"cars.sort\" = \"x\"").count == 1)
    #expect(try shared("\"car.favorite\" = \"x\"\n\"cars.sort\" = \"x\"") == [])
    #expect(try shared("\"cars.sort\" = [\"x\", \"x\"]") == [])
  }

  @Test func `the configuration file is optional`() throws {
    let nowhere = URL(fileURLWithPath: "/nowhere/config.toml")
    #expect(try Configuration(reading: nowhere, directories, commands: []) == nil)
  }

  @Test func `every line of the example is valid and shows the default`() throws {
    let example = Checkout.resources.appendingPathComponent("config.example.toml")
    let text = try String(contentsOf: example, encoding: .utf8)
    let url = URL(fileURLWithPath: "/c.toml")
    let untouched = try Configuration(parsing: text, url: url, directories, commands: AppCommands.ids)
    #expect(untouched.theme == nil && untouched.keymap == Keymap())

    let taken = text.replacing(/(?m)^# (?=("[a-z]+\.[a-zA-Z]+"|[a-z-]+) = )/, with: "")
    let all = try Configuration(parsing: taken, url: url, directories, commands: AppCommands.ids)
    // The lines show the defaults.
    let defaults = try Settings(SettingsRequest(), environment: ["HOME": "/nowhere"])
    #expect(all.theme == defaults.theme && all.isASCII == defaults.isASCII && all.hasMouse == defaults.hasMouse)
    #expect(all.units == defaults.units && all.logLevel == defaults.logLevel)
    #expect(all.concurrentUploads == defaults.concurrentUploads && all.destination != nil)
    #expect(all.caFile == "/own-ca.pem")
    #expect(all.synchronizedOutput == defaults.synchronizedOutput && all.source != nil)
    #expect(all.keymap.overrides.keys.map(\.rawValue).sorted() == ["app.quit", "cars.refresh", "cars.search"])
    #expect(all.keymap.sharedKeys.isEmpty && all.keymap.takenDefaults(of: AppCommands.bindings).isEmpty)
  }
}
