import Catalogue
import Foundation
import ReactorTerminal
import Testing

@testable import ShowroomApp

@Suite("A configuration file")
struct ConfigurationTests {
  let directories = UserDirectories(environment: ["HOME": "/home/me"])

  func parse(_ text: String) throws(SettingsError) -> Configuration {
    try Configuration(
      parsing: text, url: URL(fileURLWithPath: "/c.toml"), directories, commands: ["cars.refresh", "app.quit"])
  }

  func sentence(_ text: String) -> String {
    do throws(SettingsError) {
      _ = try parse(text)
      return "accepted"
    } catch {
      return error.description
    }
  }

  @Test("binds commands to keys, with the dot quoted or not, to one key, several or none")
  func keys() throws {
    let quoted = try parse("[keys]\n\"cars.refresh\" = [\"ctrl+r\", \"f5\"]\n\"app.quit\" = \"x\"")
    #expect(quoted.keymap == Keymap(["cars.refresh": [.control("r"), .f5], "app.quit": ["x"]]))
    #expect(try parse("[keys]\ncars.refresh = []").keymap == Keymap(["cars.refresh": []]))
    #expect(try parse("keys.app.quit = \"x\"").keymap == Keymap(["app.quit": ["x"]]))
  }

  @Test("is refused with its line for a syntax error")
  func syntax() {
    #expect(sentence("theme = \"dark\"\n\nmouse = = true").hasPrefix("/c.toml:3: this is not TOML: "))
    #expect(sentence("theme = \"dark").hasPrefix("/c.toml:1: this is not TOML: "))
  }

  @Test("is refused with its line for a setting that there is not")
  func unknownSetting() {
    #expect(
      sentence("# first\n\ntheme = \"dark\"\ncolour = true")
        == "/c.toml:4: there is no setting \"colour\"; there are theme, ascii, mouse, source, units, destination, "
        + "concurrent-uploads, ca-file, log-level, synchronized-output, keys.")
  }

  @Test("is refused with its line for a value of the wrong kind")
  func wrongTypes() {
    #expect(sentence("\nascii = \"yes\"") == "/c.toml:2: ascii is true or false, without quotes.")
    #expect(sentence("theme = 3") == "/c.toml:1: theme is a text: write it in quotes, theme = \"…\".")
    #expect(
      sentence("ascii = true\nkeys = \"r\"")
        == "/c.toml:2: keys is a table: write [keys] and under it \"command.name\" = [\"r\", \"f5\"].")
    #expect(
      sentence("[keys]\n\"app.quit\" = [\"q\", 1]")
        == "/c.toml:2: the keys of \"app.quit\" are a list of texts: write [\"r\", \"f5\"], or [] for none.")
  }

  @Test("is refused with its line for a value that there is not")
  func wrongValues() {
    #expect(
      sentence("mouse = true\ntheme = \"pink\"")
        == "/c.toml:2: theme cannot be \"pink\": write auto, dark, light or mono.")
    #expect(
      sentence("destination = \"ftp://host/x\"")
        == "/c.toml:1: destination names no destination: \"ftp://host/x\" begins with ftp://; a destination is a folder, or "
        + "begins with https://, http://, dav+https://, tus+https:// or s3://.")
    #expect(sentence("destination = \"\"") == "/c.toml:1: destination is empty: give it a value, or leave it out.")
    #expect(
      sentence("\nconcurrent-uploads = 9")
        == "/c.toml:2: concurrent-uploads is a number from 1 to 8, without quotes.")
    #expect(sentence("source = \"\"") == "/c.toml:1: source is empty: give it a value, or leave it out.")
  }

  @Test("is refused with its line for a key that there is not, also in a list over several lines")
  func wrongKeys() {
    #expect(
      sentence("[keys]\n# quit\n\"app.quit\" = [\n  \"q\",\n  \"hyper+q\",\n]")
        == "/c.toml:3: \"hyper+q\" is not a key: write a character (\"r\", \"?\"), a name (\"enter\", \"f5\", \"page-up\") or "
        + "either with \"ctrl+\", \"alt+\" or \"shift+\" before it.")
  }

  @Test("is refused with its line for a command that there is not, and told the one that was meant")
  func unknownCommands() {
    #expect(
      sentence("[keys]\n\"app.quit\" = \"q\"\n\"cars.refesh\" = \"r\"")
        == "/c.toml:3: there is no command \"cars.refesh\"; did you mean \"cars.refresh\"?")
    #expect(
      sentence("[keys]\nfly = \"r\"") == "/c.toml:2: there is no command \"fly\"; there are app.quit, cars.refresh.")
  }

  @Test("is refused when it is no text")
  func noText() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("config-\(UUID().uuidString).toml")
    defer { try? FileManager.default.removeItem(at: url) }
    func sentence(_ bytes: [UInt8]) throws -> String {
      try Data(bytes).write(to: url)
      do throws(SettingsError) {
        _ = try Configuration(reading: url, directories, commands: [])
        return "accepted"
      } catch {
        return error.description
      }
    }
    #expect(
      try sentence(Array("ascii = true\n\0".utf8)) == "\(url.path):2: there is a NUL byte; this is not a text file.")
    #expect(try sentence([0x0A, 0x0A, 0xB0, 0xA1]) == "\(url.path):3: the text is not UTF-8; save the file as UTF-8.")
    #expect(
      try sentence([UInt8](repeating: 0x20, count: 70_000))
        == "The configuration file \(url.path) cannot be read: it is larger than 64 KB.")
  }

  @Test(arguments: ["[.]", "[[", "["])
  func `brackets without a name are a sentence, not the end of the program`(text: String) {
    #expect(sentence(text).hasPrefix("/c.toml:1: this is not TOML: "))
  }

  @Test(.timeLimit(.minutes(1)))
  func `a pipe is no configuration, and is not waited for`() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("config-\(UUID().uuidString).toml")
    try #require(mkfifo(url.path, 0o600) == 0)
    defer { try? FileManager.default.removeItem(at: url) }

    #expect(throws: SettingsError.unreadable(path: url.path, reason: "it is not a file")) {
      try Configuration(reading: url, directories, commands: [])
    }

    #expect(try Configuration(reading: URL(fileURLWithPath: "/dev/null"), directories, commands: []) != nil)
  }

  @Test func `two commands of a screen on one key are named`() throws {
    func shared(_ text: String) throws -> [String] {
      let keymap = try Configuration(
        parsing: "[keys]\n" + text, url: URL(fileURLWithPath: "/c.toml"), directories, commands: CommandNames.all
      ).keymap
      return keymap.sharedKeys.map(\.description)
    }

    #expect(
      try shared("\"cars.sort\" = \"x\"\n\"cars.refresh\" = [\"r\", \"x\"]")
        == ["The key x is bound to cars.refresh and cars.sort: give one of them another key."])
    #expect(try shared("\"list.up\" = \"x\"\n\"cars.sort\" = \"x\"").count == 1)
    #expect(try shared("\"car.follow\" = \"x\"\n\"cars.sort\" = \"x\"") == [])
    #expect(try shared("\"cars.sort\" = [\"x\", \"x\"]") == [])
  }

  @Test("may be absent")
  func absent() throws {
    let nowhere = URL(fileURLWithPath: "/nowhere/config.toml")
    #expect(try Configuration(reading: nowhere, directories, commands: []) == nil)
  }

  @Test("has an example, each line of which is accepted as it stands")
  func example() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
    let text = try String(contentsOf: root.appendingPathComponent("Resources/config.example.toml"), encoding: .utf8)
    let url = URL(fileURLWithPath: "/c.toml")
    let untouched = try Configuration(parsing: text, url: url, directories, commands: CommandNames.all)
    #expect(untouched.theme == nil && untouched.keymap == Keymap())

    let taken = text.replacing(/(?m)^# (?=("[a-z]+\.[a-zA-Z]+"|[a-z-]+) = )/, with: "")
    let all = try Configuration(parsing: taken, url: url, directories, commands: CommandNames.all)
    // The lines show the defaults.
    let defaults = try Settings(SettingsRequest(), environment: ["HOME": "/nowhere"])
    #expect(all.theme == defaults.theme && all.isASCII == defaults.isASCII && all.hasMouse == defaults.hasMouse)
    #expect(all.units == defaults.units && all.logLevel == defaults.logLevel)
    #expect(all.concurrentUploads == defaults.concurrentUploads && all.destination != nil)
    #expect(all.caFile == "/own-ca.pem")
    #expect(all.synchronizedOutput == defaults.synchronizedOutput && all.source != nil)
    #expect(all.keymap.overrides.keys.sorted() == ["app.quit", "cars.refresh", "cars.search"])
  }
}
