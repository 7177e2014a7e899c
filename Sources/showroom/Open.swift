import ArgumentParser

/// Opens the screen at a place.
struct Open: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Open the screen at a car, a search or the uploads.",
    discussion: """
      LINKS
        car/ID            a car's page, by the ID that showroom list shows
        car/ID/upload     the choice of files to upload to the car
        'search?q=WORDS'  the list, searched; + stands for a space, %2B for a plus
        uploads           the queue of uploads

      Each may begin with showroom://. Going back leads to the list. A car that the \
      catalogue does not have is said to be missing, and the list is shown. What is \
      no link ends with status 2.
      """)

  @Argument(
    help: "Where to begin.", completion: .list(["car/", "search?q=", "uploads"]))
  var link: String

  @OptionGroup(title: "Common options") var common: CommonOptions
}
