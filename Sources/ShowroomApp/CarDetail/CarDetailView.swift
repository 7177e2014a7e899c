import ReactorCore
import ReactorTerminal
import ShowroomCatalog
import ShowroomFormatting
import ShowroomText
import ShowroomUploads

/// The screen of one car. It scrolls if the car does not fit.
package final class CarDetailView: ReactorView<CarDetailReactor> {
  /// The commands of the screen, in the order of the hint line, which omits the last ones if there is too little space.
  nonisolated static let commands = Commands<CarDetailView>("Car") {
    Command(next, "n", "]", title: "Next", help: "Shows the next car in the list.") { _ in .next }
      .enabled { $0.state.hasNext }
    Command("car.previous", "N", "[", title: "Previous", help: "Shows the previous car in the list.") { _ in .previous }
      .enabled { $0.state.hasPrevious }
    Command("car.favorite", "f", title: "Favorite", help: "Adds the car to the favorites, or removes it.") {
      _ in .toggleFavorite
    }
    .titled { $0.state.page?.userData.isFavorite == true ? "Unfavorite" : "Favorite" }
    .enabled { $0.state.page != nil }
    Command("car.note", "e", title: "Note", help: "Edits your note on the car.") { _ in .editNote }
      .enabled { $0.state.page != nil }
    Command("car.mark", .space, title: "Mark", help: "Marks the car for a comparison, or removes its mark.") {
      _ in .toggleMark
    }
    .titled { $0.state.isMarked ? "Unmark" : "Mark" }
    .enabled { $0.state.page != nil }
    Command("car.compare", "c", title: "Compare", help: CompareMarks.compareHelp) { _ in .compare }
      .enabled { $0.state.page != nil }
    Command(reload, "r", "R", .f5, title: "Reload", help: "Reads the car again.", isHidden: true) { _ in .load }
    attachmentCommands
    Command("car.price", "p", title: "Price", help: "Sets the price of the car.") { command in
      guard let page = command.state.page else { return nil }
      return await command.view.window?.askPrice(of: page.pricedCar).map { .setPrice(page.car, $0) }
    }
    .enabled { $0.state.page != nil }
    Command("car.copyLine", "y", title: "Copy", help: "Copies a line that describes the car.") { _ in .copyLine }
      .enabled { $0.state.page != nil && $0.state.canCopy }
    Command(
      "car.copyJSON", "Y", title: "Copy as JSON", help: "Copies everything known about the car as JSON.",
      isHidden: true
    ) { _ in .copyJSON }
    .enabled { $0.state.page != nil && $0.state.canCopy }
    Command(
      "car.sheet", "P", title: "Save sheet", help: "Saves the car to a file that you can share.",
      isHidden: true
    ) { await $0.view.window?.askSheetPath(of: 1, for: $0.view.reactor?.sheets).map { .writeSheet(to: $0) } }
    .enabled { $0.state.page != nil }
    Command(
      "car.alike", "~", title: "Similar cars", help: "Lists the cars that are most like this one.", isHidden: true
    ) { _ in .findAlike }
    .enabled { $0.state.page != nil }
    Command("car.openPage", "O", title: "Open web page", help: "Opens the car's page on the source's website.") {
      _ in .openPage
    }
    .enabled { $0.state.page?.sourcePage != nil }
    Command(
      "car.years", "a", title: "Nearby years",
      help: "Ranks the car within its class: all model years, or nearby ones only."
    ) { _ in .toggleNearYears }
    .titled { $0.state.comparesNearYears ? "All years" : "Nearby years" }
    .enabled { $0.state.page?.charts?.classRanks.isEmpty == false }
  }

  // The commands that messages refer to.
  private nonisolated static let next: CommandID = "car.next"
  private nonisolated static let reload: CommandID = "car.reload"

  /// The format of numbers.
  package var formatting: CarFormatting {
    get { page.formatting }
    set {
      page.formatting = newValue
      if let state = reactor?.currentState { updateTitle(state) }
    }
  }

  let page: CarPageView
  private let scrolling: ScrollView
  private let placeholder = EmptyState()
  private var shownID: Car.ID?

  /// Creates a screen without a reactor.
  ///
  /// - Parameters:
  ///   - formatting: The format of numbers.
  ///   - timestamps: The format of dates.
  package init(formatting: CarFormatting = CarFormatting(), timestamps: TimestampFormatting = TimestampFormatting()) {
    page = CarPageView(formatting: formatting)
    page.attachments.timestamps = timestamps
    // The space bar marks the car, as it does in the list.
    scrolling = ScrollView(page, pagesWithSpace: false)
    scrolling.acceptsFocus = true
    super.init()
    addSubview(scrolling)
    addSubview(placeholder)
    placeholder.isHidden = true
  }

  package override var preferredFocus: View? { scrolling }

  package override func layoutSubviews() {
    page.showsName = !isNameInTitleBar
    page.roomHeight = bounds.height
    // In a window of another size, the row with the keyboard focus stays visible.
    if scrolling.frame.size != bounds.size { page.revealFocus() }
    scrolling.frame = bounds
    placeholder.frame = bounds
  }

  /// Loads the car when the screen appears, and again when it is uncovered.
  package override func didAppear() {
    reactor?.action.send(.load)
  }

  /// Offers to upload pasted files. Files dropped on the terminal also arrive this way.
  package override func handle(paste: Paste) -> Bool {
    reactor?.action.send(.paste(paste.text))
    return true
  }

  package override func bind(reactor: CarDetailReactor) {
    Self.commands.install(in: self)
    send(page.attachments.opened) { .openAttachment($0.id) }
    send(page.siblings.opened) { .showCar($0.id) }
    reactor.state.bind(with: self) { $0.show($1) }
    show(\.isChanging, in: self, \.holdsInput)
  }

  // MARK: State

  private func show(_ state: CarDetailReactor.State) {
    let car = state.page?.car
    if let car, car.id != shownID {
      shownID = car.id
      // A user who is going through the variants should stay at them.
      if !page.siblings.isFocused { scrolling.scroll(to: 0) }
    }
    page.areChartsLoading = state.areChartsLoading
    page.chartsFailure = state.chartsFailure?.description
    page.isMarked = state.isMarked
    page.comparesNearYears = state.comparesNearYears
    if let shown = state.page { page.page = shown }
    scrolling.isHidden = car == nil
    placeholder.isHidden = car != nil
    placeholder.content = placeholderContent(state)
    updateTitle(state)
    let position = state.position.map { "\(grouped($0 + 1))/\(grouped(state.count))" } ?? ""
    status = state.downloads.last.map { "Downloading \($0)  \(position)" } ?? position
    setNeedsLayout()
  }

  /// Whether the title bar shows the full name, so that the page need not repeat it.
  private var isNameInTitleBar: Bool {
    displayWidth(of: "Cars › \(title)  \(status)") + 2 <= bounds.width
  }

  private func updateTitle(_ state: CarDetailReactor.State) {
    switch state.content {
    case .car(let page):
      let glyphs: Theme.Glyphs = self.page.formatting.isASCII ? .ascii : .unicode
      title =
        page.name + (page.userData.isFavorite ? " \(glyphs.starFilled)" : "")
        + (state.isMarked ? " \(glyphs.checked)" : "")
    case .gone(let name): title = name ?? "Car not found"
    case .blank, .loading, .failed: if title.isEmpty { title = "Car" }
    }
  }

  private func placeholderContent(_ state: CarDetailReactor.State) -> EmptyState.Content? {
    let back = (NavigationStack.back, "Back")
    let next = state.hasNext ? [(Self.next, "Next car")] : []
    switch state.content {
    case .blank, .car: return nil
    case .loading: return EmptyState.Content(.loading, "Loading car")
    case .gone(let name):
      return EmptyState.Content(
        .empty, "\(name ?? "This car") is not in the catalog", "A refresh removed it, here or in another process.",
        [back] + next)
    case .failed(let error):
      return EmptyState.Content(.failed, "Could not load the car", "\(error)", [(Self.reload, "Retry"), back])
    }
  }
}
