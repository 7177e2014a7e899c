import Foundation
import ShowroomApp
import ShowroomCommands
import ShowroomDemo
import ShowroomSettings
import Testing

@testable import showroom

@Suite("The command line", .timeLimit(.minutes(20)))
@MainActor
struct UsageTests {
  @Test func `running without arguments is the same as running the command that opens the screen`() throws {
    let shell = try Shell()

    let plan = try shell.planText()

    #expect(plan == (try shell.planText("browse")))
    #expect(plan.hasPrefix("screen(") && plan.contains("recordsInput: false") && plan.contains("isOpen: false"))
  }

  @Test func `a usage error is one message with status 2`() async throws {
    let shell = try Shell()
    #expect(
      try await shell.run("list", "--color")
        == .init(
          status: 2,
          errors: "showroom: Unknown option '--color'. See 'showroom list --help' for more information.\n"))
    #expect(
      try await shell.run("show")
        == .init(
          status: 2,
          errors: "showroom: Missing expected argument '<id> ...'. See 'showroom show --help' for more information.\n"))
    #expect(
      try await shell.run("list", "--theme", "pink")
        == .init(status: 2, errors: "showroom: --theme cannot be \"pink\". Use auto, dark, light or mono.\n"))
  }

  @Test(arguments: [
    ["list", "kia", "-hybrid"], ["changes", "-hyundai"], ["upload", "1", "-photo.jpg"], ["-hybrid"], ["list", "-kia"],
  ])
  func `a word with a leading hyphen is an unknown option, not a request for help`(arguments: [String]) async throws {
    let word = try #require(arguments.last)

    let ending = try await Shell().run(arguments)

    #expect(ending.status == 2 && ending.output.isEmpty)
    #expect(
      ending.errors.hasPrefix(
        "showroom: Unknown option '\(word)'. Write -- before a word that begins with a hyphen."))
  }

  @Test(arguments: [["--help", "list"], ["-h", "list"], ["list", "-h"], ["list", "-help"], ["help", "list"]])
  func `help is that of the command, before or after its name`(arguments: [String]) async throws {
    let answer = try await Shell().run(arguments)

    #expect(answer.status == 0 && answer.output.contains("USAGE: showroom list "))
  }

  @Test(arguments: [
    (["list", "--limit", "-5"], "--limit cannot be -5. Use a number of at least 1."),
    (["list", "--limit-rate", "-5"], "--limit-rate cannot be \"-5\". "),
    (["upload", "1", ""], "A path is empty. Specify a file or folder. See "),
    (["--fresh", "list"], "Write \"list\" first: options before a command belong to the screen. For a "),
  ])
  func `the message of an invalid argument names what is wrong`(arguments: [String], message: String) async throws {
    let answer = try await Shell().run(arguments)

    #expect(answer.errors.hasPrefix("showroom: \(message)"), "\(answer.errors)")
    #expect(answer.status == 2 && answer.output.isEmpty)
  }

  @Test func `errors never repeat control characters of the arguments`() async throws {
    let answer = try await Shell().run("\u{1B}[2J")
    #expect(answer.errors.contains("\"␛[2J\" is not a command.") && answer.status == 2)
  }

  @Test func `CR LF in a message is a line break`() {
    #expect(sanitized("The server is busy.\r\nTry again later.\r\n") == "The server is busy.\nTry again later.\n")
  }

  @Test func `without a subcommand the screen opens, with options before or after its name`() throws {
    let shell = try Shell()
    #expect(try shell.screenSettings()?.theme == .auto)
    #expect(try shell.screenSettings("--theme", "light")?.theme == .light)
    #expect(try shell.screenSettings("browse", "--theme", "light")?.theme == .light)
    #expect(try shell.screenSettings("list") == nil)
  }

  @Test(arguments: [["browse"], ["open", "car/7"], ["record", "a.cast"]])
  func `every subcommand with a screen has an inspector`(arguments: [String]) throws {
    let shell = try Shell()

    #expect(try shell.screenInspector(arguments) == .init())
    #expect(
      try shell.screenInspector(arguments + ["--inspect", "--trace", "a.json"]) == .init(isOpen: true, trace: "a.json"))
  }

  @Test func `a demo has the appearance of the arguments, before or after its name`() throws {
    let shell = try Shell()
    let tape = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).tape")
    try Data("Wait /Cars/\n".utf8).write(to: tape)
    defer { try? FileManager.default.removeItem(at: tape) }
    func appearance(_ demo: Demo?) throws -> DemoAppearance? {
      try demo?.performance(environment: shell.environment).appearance
    }

    let after = try shell.demo("demo", tape.path, "--headless", "--theme", "light", "--ascii")
    let before = try shell.demo("--theme", "mono", "demo", tape.path, "--headless")
    let unknown = try shell.demo("demo", tape.path, "--headless", "--theme", "pink")

    #expect(try appearance(after) == DemoAppearance(theme: .light, isASCII: true))
    #expect(try appearance(before) == DemoAppearance(theme: .mono))
    #expect(
      throws: SettingsError.unknownChoice(
        .option("--theme"), value: "pink", choices: ["auto", "dark", "light", "mono"])
    ) { try appearance(unknown) }
  }

  @Test(arguments: [
    ["--units", "nonsense"], ["--units=metric"], ["--data-dir", "x"], ["--theme", "dark", "--no-mouse"],
  ])
  func `an option that has no effect on a demo is an error`(options: [String]) async throws {
    let option = try #require(options.last { $0.hasPrefix("--") }).prefix { $0 != "=" }

    for arguments in [options + ["demo", "--headless"], ["demo", "--headless"] + options] {
      let answer = try await Shell().run(arguments)

      #expect(
        answer
          == .init(
            status: 2, errors: "showroom: \(option) has no effect on a demo, whose tape determines it. Remove it.\n"))
    }
  }

  @Test func `common options are accepted before and after the subcommand`() async throws {
    let shell = try Shell()
    let after = try await shell.run("list", "--units", "metric")
    #expect(after.output.contains("L/100 km"))
    #expect(try await shell.run("--units", "metric", "list") == after)
  }

  @Test func `a link opens the screen at a place, and an invalid link is an error with status 2`() async throws {
    let shell = try Shell()
    #expect(try shell.screenLink("open", "car/22/upload", "--theme", "light") == .upload(22))
    #expect(try shell.screenSettings("open", "car/22/upload", "--theme", "light")?.theme == .light)
    #expect(try shell.screenLink("open", "search?q=kia+2024") == .search("kia 2024"))
    #expect(try shell.screenLink() == nil)
    #expect(try shell.screenSettings("--fresh")?.isFresh == true && shell.screenSettings()?.isFresh == false)
    #expect(
      try await shell.run("open", "cars/22")
        == .init(
          status: 2,
          errors: "showroom: \"cars/22\" is not a link. Use car/ID, car/ID/upload, search?q=WORDS, or uploads.\n"))
    #expect(
      try shell.screenSettings("open") != nil && shell.screenLink("open") == nil, "a desktop starts it without one")
  }

  @Test func `--version and --help exit with status 0, and the help contains examples`() async throws {
    let shell = try Shell()
    #expect(try await shell.run("--version") == .init(status: 0, output: Version.showroom + "\n"))
    let help = try await shell.run("--help")
    #expect(help.status == 0 && help.output.contains("showroom list 'make:kia,hyundai year>=2020'"))
    // The text is written for 80 columns; a longer line would be broken after its first words.
    #expect(help.output.contains("  3 changes found, 130 interrupted\n"))
    #expect(help.output.contains("\nor in the configuration file ~/.config/showroom/config.toml.\n"))
    for subcommand in ["browse", "open", "list", "facets", "show", "changes", "refresh", "doctor"] {
      #expect(help.output.contains("\n  \(subcommand) "))
      #expect(try await shell.run(subcommand, "--help").output.contains("USAGE: showroom \(subcommand)"))
    }
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `completions contain subcommands, options and values`(shell name: String) async throws {
    let answer = try await Shell().run("--generate-completion-script", name)
    #expect(answer.status == 0 && answer.errors.isEmpty)
    for word in ["refresh", "doctor", "data-dir", "favorites", "mono", "metric"] {
      #expect(answer.output.contains(word), "\(word)")
    }
  }

  @Test(arguments: [("lst", "list"), ("dcotor", "doctor"), ("uplaod", "upload")])
  func `a misspelled command is an error that suggests the right one`(word: String, command: String) async throws {
    for more in [[], ["kia"], ["kia", "--format", "json"]] {
      let answer = try await Shell().run([word] + more)

      #expect(
        answer
          == .init(
            status: 2,
            errors: "showroom: \"\(word)\" is not a command: did you mean \"\(command)\"? "
              + "See 'showroom --help' for more information.\n"))
    }
    #expect(try await Shell().run("zeppelin").errors.hasPrefix("showroom: \"zeppelin\" is not a command. See "))
  }

  @Test(arguments: ["other.json", "other", "catalog.csv.gz"])
  func `a file in place of a command is the source that the screen opens`(_ name: String) throws {
    let shell = try Shell()
    try shell.write(Shell.catalog(Shell.cars), to: name)
    let path = shell.home.appendingPathComponent(name).path

    for arguments in [[path], ["browse", path], ["--theme", "light", path], [path, "--fresh"]] {
      let settings = try shell.screenSettings(arguments)
      #expect(settings?.source?.name == path && settings?.opensSource == true, "\(arguments)")
    }
    #expect(try shell.screenSettings("~/\(name)")?.source?.name == path)
    #expect(try shell.screenSettings("--source", path)?.opensSource == false)
    #expect(try shell.screenSettings()?.opensSource == false)
  }

  @Test func `an address in place of a command is the source that the screen opens`() throws {
    let settings = try Shell().screenSettings("https://example.org/vehicles.csv.zip")

    #expect(settings?.source?.name == "https://example.org/vehicles.csv.zip" && settings?.opensSource == true)
  }

  @Test(arguments: ["list", "refresh"])
  func `the name of a command is not a file, but a path to a file of that name is`(_ name: String) throws {
    let shell = try Shell()
    try shell.write(Shell.catalog(Shell.cars), to: name)
    let path = shell.home.appendingPathComponent(name).path

    #expect(try shell.planText(name).hasPrefix("command("))
    #expect(try shell.screenSettings(path)?.source?.name == path)
  }

  @Test(arguments: [
    ("missing.csv", nil, 1, "The file ~/missing.csv does not exist. Check the path."),
    ("page.csv", "<html>", 1, "~/page.csv is a web page, not a catalog. Use the address of the file itself."),
    ("empty.csv", "", 1, "~/empty.csv is empty. The catalog is unchanged."),
    (
      "header.csv", "id,make,model,year,VClass,fuelType1,comb08\n", 1,
      "~/header.csv contains no cars. The catalog is unchanged."
    ),
    ("half.json", #"{"format": "showroom-ca"#, 1, "~/half.json is not a Showroom catalog: "),
    ("notes.txt", "Dear diary,", 1, "~/notes.txt is not a catalog. "),
    ("caf\u{FFFD}.csv", nil, 2, "The argument resolves to a path that is not UTF-8, which is not supported. "),
    ("", nil, 2, "~/ is a folder. Choose a file in it."),
  ])
  func `a file that is not a catalog is reported in one line before the screen opens`(
    _ name: String, _ text: String?, _ status: Int32, _ message: String
  ) async throws {
    let shell = try Shell()
    if let text { try shell.write(text, to: name) }

    let answer = try await shell.run("~/\(name)")

    let expected = message.replacing("~/", with: name.isEmpty ? shell.home.path : shell.home.path + "/")
    #expect(answer.errors.hasPrefix("showroom: \(expected)") && answer.errors.split(separator: "\n").count == 1)
    #expect(answer.status == (name.isEmpty ? 1 : status) && answer.output.isEmpty, "\(answer)")
  }

  @Test func `a pipe is not a file to open, and is not waited for`() async throws {
    let shell = try Shell()
    let pipe = shell.home.appendingPathComponent("pipe.csv").path
    try #require(mkfifo(pipe, 0o600) == 0)

    let answer = try await shell.run(pipe)

    #expect(answer == .init(status: 1, errors: "showroom: Cannot read \(pipe): it is not a regular file.\n"))
  }

  @Test func `the source can be given only once, and not with a tape`() async throws {
    let shell = try Shell()
    let path = shell.home.appendingPathComponent("catalog.csv.gz").path

    let twice = try await shell.run(path, "--source", "other.csv")
    let taped = try await shell.run(path, "--tape-out", "\(shell.home.path)/a.tape")

    #expect(twice.status == 2 && twice.errors.contains("The source is given twice: as \(path) and with --source."))
    #expect(taped.status == 2 && taped.errors.contains("A tape does not contain the file that is opened."))
  }

  @Test func `the program ends silently if the reader closes the pipe`() async throws {
    signal(SIGPIPE, SIG_IGN)
    let pipe = Pipe()
    let errors = try Capture()
    try pipe.fileHandleForReading.close()
    let output = TextOutput(descriptor: pipe.fileHandleForWriting.fileDescriptor, columns: nil)
    #expect(try await Shell().run(["list"], output, errors.output) == 0)
    #expect(try errors.text().isEmpty)
  }

  @Test(arguments: [["list"], ["--help"], ["list", "--format", "json"]])
  func `a full disk is an error with status 1`(arguments: [String]) async throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let errors = try Capture()
    let output = TextOutput(descriptor: full.fileDescriptor, columns: nil)
    #expect(try await Shell().run(arguments, output, errors.output) == 1)
    #expect(
      try errors.text()
        == "showroom: The output could not be written because the disk is full. Free some space and try again.\n")
  }
}
