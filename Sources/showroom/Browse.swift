import ArgumentParser
import ShowroomDemo

/// Opens the screen.
struct Browse: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Open the screen (the default).",
    discussion: """
      With a file, as in showroom cars.csv, the screen reads the file first, and the file \
      becomes the source of later refreshes. Before cars of another source are removed, you \
      are asked to confirm. A subcommand takes precedence over a file with the same name: \
      write ./list to open a file named list.
      """)

  @Argument(
    help: .init("The file or the address to read the cars from, in place of --source.", valueName: "file|url"),
    completion: .file(extensions: CommonOptions.sourceFiles))
  var file: String?

  @Option(
    help: .init(
      "Write the session as a tape that can be played again.",
      discussion: """
        showroom demo file.tape ends on the same screen. Input in secret fields is left out. \
        Unless your catalog is the unchanged bundled one, a copy of your database at the \
        start of the session, favorites and notes included, is written to file.sqlite \
        beside the tape. Share both files.
        """, valueName: "file.tape"),
    completion: .file(extensions: ["tape"]))
  var tapeOut: String?

  @Flag(help: "Start without the query, order, columns, position and settings of the last session.")
  var fresh = false

  @OptionGroup(title: "Inspector") var inspector: InspectorArguments

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    try OutputFile.tape.validate(tapeOut)
    if let file, common.source != nil {
      throw ValidationError("The source is given twice: as \(file) and with --source. Remove one of them.")
    }
    if file != nil, tapeOut != nil {
      throw ValidationError(
        "A tape does not contain the file that is opened. Open the file first, and then record a session without it.")
    }
  }
}

/// Opens the screen at a link.
struct Open: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Open the screen at a car, a search or the uploads.",
    discussion: """
      LINKS
        car/ID            a car, by its ID in showroom list
        car/ID/upload     the file picker for uploads to a car
        'search?q=WORDS'  the list with a query; + is a space, %2B a plus sign
        uploads           the upload queue

      Links may start with showroom://. Going back leads to the list. If the car is not \
      in the catalog, the list opens with a message. An invalid link ends with status 2.
      """)

  @Argument(
    help: "The link to open. Without one, the list opens.", completion: .list(["car/", "search?q=", "uploads"]))
  var link: String?

  @OptionGroup(title: "Inspector") var inspector: InspectorArguments

  @OptionGroup(title: "Common options") var common: CommonOptions
}

/// Opens the screen and records the session.
struct Record: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Open the screen and record the session.",
    discussion: """
      The recording is an asciicast (version 2) that asciinema can play. It contains the \
      output; with --input also the keys, except for those typed into secret fields.
      """)

  @Argument(help: .init("The recording.", valueName: "file.cast"), completion: .file(extensions: ["cast"]))
  var file: String

  @Flag(help: "Also record keys.") var input = false

  @OptionGroup(title: "Inspector") var inspector: InspectorArguments

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws { try OutputFile.recording.validate(file) }
}
