import ArgumentParser
import ShowroomSettings

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
