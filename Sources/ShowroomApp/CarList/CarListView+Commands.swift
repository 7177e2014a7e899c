import ReactorCore
import ReactorTerminal
import ShowroomCatalog
import ShowroomFormatting

extension CarListView {
  /// The commands of the list. Commands that apply only in some situations come first, so that the hint line has space
  /// for them.
  nonisolated static let commands = Commands<CarListView>("Cars") {
    Command("cars.fold", .left, "h", title: CarTable.fold.title, help: CarTable.fold.help) {
      $0.view.table.selectModel().map { .setUnfolded($0, false) }
    }
    .shown { $0.view.table.isSelectionUnfolded == true }
    Command(
      "cars.unfold", .right, "l", title: CarTable.unfold.title, help: CarTable.unfold.help, isHidden: true
    ) { $0.view.table.selectModel().map { .setUnfolded($0, true) } }
    .shown { $0.view.table.isSelectionUnfolded == false }
    Command(
      "cars.cancelRefresh", "x", title: "Cancel refresh", help: "Cancels the refresh and leaves the catalog unchanged."
    ) { _ in .cancelRefresh }
    .shown { $0.state.isRefreshing }
    .hintedFirst()
    Command(suggestion, .tab, title: "Use suggestion", help: "Searches for the suggested word.") {
      $0.state.suggestion.map { .setQuery($0) }
    }
    .shown { $0.state.suggestion != nil }
    Command(
      "cars.questions", .tab, title: "Search ideas", help: "Suggests searches that have results."
    ) { _ in .offerQuestions }
    .shown { $0.view.query.field.isFocused && $0.state.query.text.isEmpty && $0.state.listing.isComplete }
    Command(
      clear, .escape, title: "Back", help: "Closes the facets, then clears the search and the favorites filter."
    ) { $0.state.unwinding?.action }
    .titled { $0.state.unwinding?.title ?? "Back" }
    .shown { $0.state.unwinding != nil }
    // During a refresh, the hint for `x` is already shown.
    .hinted { !$0.state.isRefreshing }
    Command(changes, "w", title: "What changed", help: "Shows what the latest refresh changed.") { _ in
      .showChanges
    }
    .hinted { $0.state.lastRefresh?.hasChanges == true && !$0.state.isRefreshing }
    Command("cars.search", "/", title: "Search", help: "Finds cars by words and filters.") { $0.view.enterSearch() }
    Command("cars.favorite", "f", title: "Favorite", help: "Adds the selected car to the favorites, or removes it.") {
      $0.view.table.selectedRow.map { .toggleFavorite($0.favored) }
    }
    .enabled { $0.view.table.selectedCar != nil }
    Command("cars.sort", "s", title: "Sort", help: "Chooses the field that the list is sorted by.") {
      await $0.view.window?.chooseOrder($0.state.sort, $0.view.formatting).map { .sort(CarField(named: $0)) }
    }
    Command(refresh, "r", "R", .f5, title: "Refresh", help: "Reads the catalog from its source again.") {
      _ in .refresh
    }
    Command("cars.compare", "c", title: "Compare", help: CompareMarks.compareHelp) { command in
      let table = command.view.table
      // Without marked cars, the variants of a model are compared.
      if command.state.marked.isEmpty, case .model(let car) = table.selectedID { return .compareVariants(of: car) }
      return .compare(selected: table.selectedCar)
    }
    Command("cars.upload", "u", title: "Upload", help: "Uploads files to the selected car.") {
      $0.view.table.selectedCar.map { .upload($0) }
    }
    .enabled { $0.view.table.selectedCar != nil }
    Command("cars.price", "p", title: "Price", help: "Sets the price of the selected car.", isHidden: true) { command in
      guard let car = command.view.table.selectedRow?.car.car else { return nil }
      return await command.view.window?.askPrice(of: car).map { .setPrice(car, $0) }
    }
    .enabled { $0.view.table.selectedCar != nil }
    Command(
      "cars.models", "m", title: "Fold models",
      help: "Shows one row per model and year; commands act on its first variant.",
      isHidden: true
    ) { _ in .toggleFolding }
    .titled { $0.state.isFolded ? "Unfold models" : "Fold models" }
    Command(
      "cars.facets", "#", title: "Facets", help: "Shows how many cars have each value; choosing one filters the list."
    ) { .setFacetsShown(!$0.state.areFacetsShown) }
    Command(
      "cars.preview", "v", title: "Preview", help: "Shows or hides the page of the selected car beside the list."
    ) { $0.view.panes.togglePreview() }
    Command("cars.columns", "C", title: "Columns", help: "Chooses the columns, their order and their widths.") {
      await $0.view.table.chooseColumns()
    }
    Command(
      "cars.saveView", .control("s"), title: "Save view",
      help: "Saves the search, the order and the columns under a name."
    ) {
      await $0.view.window?.prompt(
        "Save this view as", placeholder: "Name, used as @name", confirm: "Save", validate: SavedView.problem(ofTyped:)
      ).map { .saveView($0) }
    }
    Command("cars.views", "V", title: "Views", help: "Opens a saved view.") { _ in .offerViews(.open) }
    Command("cars.deleteView", title: "Delete a view", help: "Deletes a saved view.") { _ in .offerViews(.delete) }
    Command(
      "cars.copyLine", "y", title: "Copy", help: "Copies a line that describes the selected car.", isHidden: true
    ) { $0.view.table.selectedCar.map { .copyLine($0) } }
    .enabled { $0.view.table.selectedCar != nil }
    Command("cars.unmarkAll", title: "Unmark all", help: "Unmarks all cars.") { _ in .clearMarks }
      .enabled { !$0.state.marked.isEmpty }
    Command("cars.export", "E", title: "Export", help: "Writes the listed or marked cars to a CSV or JSON file.") {
      await $0.view.window?.askExport(
        listed: $0.state.listing.count, marked: $0.state.marked.count, for: $0.view.reactor
      ).map { .export(to: $0.path, cars: $0.cars) }
    }
    .disabled {
      $0.state.listing.isComplete && !$0.state.marked.isEmpty
        ? nil : $0.state.reasonToDisable(ifEmpty: "There are no cars to export.")
    }
    Command(
      "cars.sheet", "P", title: "Save sheet",
      help: "Saves the marked cars, or the selected one, to a file that you can share.", isHidden: true
    ) { command in
      let marked = command.state.marked
      let cars = marked.isEmpty ? command.view.table.selectedCar.map { [$0] } ?? [] : marked
      guard !cars.isEmpty else { return nil }
      return await command.view.window?.askSheetPath(of: cars.count, for: command.view.reactor?.sheets)
        .map { .writeSheet(cars, to: $0) }
    }
    .disabled { $0.state.marked.isEmpty && $0.state.matchCount == 0 ? "There are no cars to save." : nil }
    Command(
      "cars.alike", "~", title: "Similar cars", help: "Finds the cars that are most like the selected one.",
      isHidden: true
    ) { $0.view.table.selectedCar.map { .findAlike($0) } }
    .enabled { $0.state.listing.isComplete && $0.state.shownListing.count > 0 }
    Command(
      "cars.plot", "X", title: "Plot", help: "Plots the listed cars as dots by two numeric fields.", isHidden: true
    ) { .plot(selecting: $0.view.table.selectedCar) }
    .disabled { $0.state.reasonToDisable(ifEmpty: "There are no cars to plot.") }
    Command(favoritesOnly, "F", title: "Favorites only", help: "Lists favorites only, or all cars again.") {
      _ in .toggleFavoritesOnly
    }
    Command("cars.reverse", "S", title: "Reverse order", help: "Reverses the order of the list.", isHidden: true) {
      _ in .reverseSort
    }
    // In a filtered list, every row is a match.
    Command(
      "cars.nextMatch", "n", title: "Next match", help: "Goes to the next car; the first one follows the last.",
      isHidden: true
    ) { $0.view.table.cycleSelection(by: 1) }
    .enabled { !$0.state.query.isEmpty }
    Command(
      "cars.previousMatch", "N", title: "Previous match",
      help: "Goes to the previous car; the last one precedes the first.", isHidden: true
    ) { $0.view.table.cycleSelection(by: -1) }
    .enabled { !$0.state.query.isEmpty }
  }

  // The commands that messages refer to.
  nonisolated static let suggestion: CommandID = "cars.suggestion"
  nonisolated static let clear: CommandID = "cars.clear"
  nonisolated static let changes: CommandID = "cars.changes"
  nonisolated static let refresh: CommandID = "cars.refresh"
  nonisolated static let favoritesOnly: CommandID = "cars.favoritesOnly"
}
