import ReactorCore
import ReactorTerminal
import ShowroomCatalog
import ShowroomSettings

extension CarListView {
  /// The commands of the list. Those that apply only at times come first, so that the hint line has room for them.
  enum Commands: String, CommandSet {
    case cancelRefresh = "cars.cancelRefresh"
    case suggestion = "cars.suggestion"
    case clear = "cars.clear"
    case search = "cars.search"
    case favorite = "cars.favorite"
    case sort = "cars.sort"
    case refresh = "cars.refresh"
    case compare = "cars.compare"
    case upload = "cars.upload"
    case facets = "cars.facets"
    case preview = "cars.preview"
    case columns = "cars.columns"
    case saveView = "cars.saveView"
    case views = "cars.views"
    case deleteView = "cars.deleteView"
    case copyLine = "cars.copyLine"
    case export = "cars.export"
    case favoritesOnly = "cars.favoritesOnly"
    case reverse = "cars.reverse"
    case nextMatch = "cars.nextMatch"
    case previousMatch = "cars.previousMatch"

    static let section: String? = "Cars"

    var binding: KeyBinding {
      switch self {
      case .cancelRefresh: keys("x", title: "Cancel refresh", help: "Stops the refresh; the catalog stays as it was.")
      case .suggestion: keys(.tab, title: "Use suggestion", help: "Searches for the word that was probably meant.")
      case .clear:
        keys(
          .escape, title: "Back",
          help: "Closes the facets, then removes search, limit to favorites and marks.")
      case .search: keys("/", title: "Search", help: "Finds cars by words and filters.")
      case .favorite: keys("f", title: "Favorite", help: "Makes the selected car a favorite, or no longer one.")
      case .sort: keys("s", title: "Sort", help: "Chooses the field that the list is sorted by.")
      case .refresh: keys("r", "R", .f5, title: "Refresh", help: "Updates the catalog from its source.")
      case .compare: keys("c", title: "Compare", help: "Shows the marked cars side by side.")
      case .upload: keys("u", title: "Upload", help: "Uploads files to the selected car.")
      case .facets:
        keys("#", title: "Facets", help: "Shows how many cars have each value; choosing one filters the list.")
      case .preview: keys("v", title: "Preview", help: "Shows or hides the page of the selected car beside the list.")
      case .columns: keys("C", title: "Columns", help: "Chooses the columns, their order and their widths.")
      case .saveView:
        keys(.control("s"), title: "Save view", help: "Saves the search, the order and the columns under a name.")
      case .views: keys("V", title: "Views", help: "Opens a saved view.")
      case .deleteView: keys(title: "Delete a view", help: "Deletes a saved view.")
      case .copyLine: keys("y", title: "Copy", help: "Copies a line that describes the selected car.", isHidden: true)
      case .export: keys("E", title: "Export", help: "Writes the listed cars to a file: CSV or JSON.")
      case .favoritesOnly: keys("F", title: "Favorites only", help: "Lists favorites only, or all cars again.")
      case .reverse: keys("S", title: "Reverse order", help: "Reverses the order of the list.", isHidden: true)
      case .nextMatch:
        keys("n", title: "Next match", help: "Goes to the next car, and from the last to the first.", isHidden: true)
      case .previousMatch:
        keys(
          "N", title: "Previous match", help: "Goes to the previous car, and from the first to the last.",
          isHidden: true)
      }
    }
  }

  func bindCommands(_ reactor: CarListReactor) {
    addCommand(Commands.cancelRefresh).map { .cancelRefresh }
      .bind(to: reactor.action).disposed(by: disposeBag)
    addCommand(Commands.suggestion).asObservable()
      .compactMap { [weak reactor] in reactor?.currentState.suggestion.map { .setQuery($0) } }
      .bind(to: reactor.action).disposed(by: disposeBag)
    addCommand(Commands.clear).asObservable()
      .compactMap { [weak reactor] in reactor.flatMap { Self.unwinding($0.currentState)?.action } }
      .bind(to: reactor.action).disposed(by: disposeBag)
    addCommand(Commands.search).bind { [weak self] in self?.enterSearch() }
      .disposed(by: disposeBag)
    addCommand(Commands.favorite).asObservable()
      .compactMap { [weak self] in self?.table.selectedID.map { .toggleFavorite($0) } }
      .bind(to: reactor.action).disposed(by: disposeBag)
    addCommand(Commands.sort)
      .bind { [weak self, weak reactor] in if let reactor { self?.chooseOrder(reactor) } }.disposed(by: disposeBag)
    addCommand(Commands.refresh).map { .refresh }
      .bind(to: reactor.action).disposed(by: disposeBag)
    addCommand(Commands.compare)
      .map { [weak self] in .compare(selected: self?.table.selectedID) }
      .bind(to: reactor.action).disposed(by: disposeBag)
    addCommand(Commands.upload).asObservable()
      .compactMap { [weak self] in self?.table.selectedID.map { .upload($0) } }
      .bind(to: reactor.action).disposed(by: disposeBag)
    addCommand(Commands.facets).asObservable()
      .compactMap { [weak reactor] in (reactor?.currentState.areFacetsShown).map { .setFacetsShown(!$0) } }
      .bind(to: reactor.action).disposed(by: disposeBag)
    addCommand(Commands.preview).asObservable()
      .compactMap { [weak self] in self?.togglePreview() }
      .bind(to: reactor.action).disposed(by: disposeBag)
    addCommand(Commands.columns)
      .bind { [weak self, weak reactor] in if let reactor { self?.chooseColumns(reactor) } }.disposed(by: disposeBag)
    addCommand(Commands.saveView)
      .bind { [weak self, weak reactor] in if let reactor { self?.nameView(reactor) } }.disposed(by: disposeBag)
    addCommand(Commands.views).map { .offerViews(.open) }
      .bind(to: reactor.action).disposed(by: disposeBag)
    addCommand(Commands.deleteView).map { .offerViews(.delete) }
      .bind(to: reactor.action).disposed(by: disposeBag)
    addCommand(Commands.copyLine).asObservable()
      .compactMap { [weak self] in self?.table.selectedID.map { .copyLine($0) } }
      .bind(to: reactor.action).disposed(by: disposeBag)
    addCommand(Commands.export)
      .bind { [weak self, weak reactor] in if let reactor { self?.chooseExport(reactor) } }.disposed(by: disposeBag)
    addCommand(Commands.favoritesOnly).map { .toggleFavoritesOnly }
      .bind(to: reactor.action).disposed(by: disposeBag)
    addCommand(Commands.reverse).map { .reverseSort }
      .bind(to: reactor.action).disposed(by: disposeBag)
    // Every row of a filtered list is a match.
    addCommand(Commands.nextMatch)
      .bind { [weak self] in self?.table.cycleSelection(by: 1) }.disposed(by: disposeBag)
    addCommand(Commands.previousMatch)
      .bind { [weak self] in self?.table.cycleSelection(by: -1) }.disposed(by: disposeBag)
  }

  /// Returns the title and the action of Esc, which resets one part of the state at a time, or `nil` if there is
  /// nothing to reset and Esc belongs to the enclosing views.
  private static func unwinding(_ state: CarListReactor.State) -> (title: String, action: CarListReactor.Action)? {
    if state.areFacetsShown { return ("Close facets", .setFacetsShown(false)) }
    if state.isRefreshing { return ("Cancel refresh", .cancelRefresh) }
    if !state.query.text.isEmpty { return ("Clear", .setQuery("")) }
    if state.favoritesOnly { return ("Show all", .toggleFavoritesOnly) }
    if !state.marked.isEmpty { return ("Unmark all", .clearMarks) }
    return nil
  }

  func updateCommands(_ state: CarListReactor.State) {
    let unwinding = Self.unwinding(state)
    command(Commands.clear)?.title = unwinding?.title ?? "Back"
    command(Commands.clear)?.isEnabled = unwinding != nil
    // During a refresh the hint of `x` is already shown.
    command(Commands.clear)?.binding.isHidden = unwinding == nil || state.isRefreshing
    command(Commands.cancelRefresh)?.isEnabled = state.isRefreshing
    command(Commands.cancelRefresh)?.binding.isHidden = !state.isRefreshing
    command(Commands.suggestion)?.isEnabled = state.suggestion != nil
    command(Commands.export)?.isEnabled = state.listing.isComplete && state.listing.count > 0
    command(Commands.suggestion)?.binding.isHidden = state.suggestion == nil
    command(Commands.nextMatch)?.isEnabled = !state.query.isEmpty
    command(Commands.previousMatch)?.isEnabled = !state.query.isEmpty
  }

  private func chooseExport(_ reactor: CarListReactor) {
    let prompt = PromptView(
      title: "Export \(counted(reactor.currentState.listing.count, "car"))", text: "cars.csv",
      placeholder: "A path that ends in .csv or .json", confirm: "Export")
    prompt.answered.asObservable().map { .export(to: $0) }.bind(to: reactor.action).disposed(by: disposeBag)
    window?.present(prompt)
  }

  private func chooseOrder(_ reactor: CarListReactor) {
    let current = reactor.currentState.sort
    let choices = Sort.offered.map { field in
      let second = current.secondary?.field == field ? current.secondary : nil
      let sort = field == current.field ? current : .natural(field)
      return SortOption(
        id: field.rawValue, title: formatting.name(of: field),
        summary: second.map { "then \($0.directionName)" } ?? sort.primary.directionName,
        isAscending: formatting.figuresAscend(in: sort), isReversible: field != .relevance)
    }
    let picker = PickerView(sortingBy: choices, current: current.field.rawValue)
    picker.chosen.asObservable()
      .compactMap { Sort.Field(rawValue: $0).map { .sort($0) } }
      .bind(to: reactor.action).disposed(by: disposeBag)
    window?.present(picker)
  }
}
