import ReactorCore
import ShowroomCatalog

extension CarListReactor {
  /// The user actions on the list.
  package enum Action: Sendable, Hashable {
    /// Refreshes the catalog from its source, unless a refresh is running. If the cars could not be loaded, loads them
    /// again.
    case refresh
    /// Cancels the running refresh.
    case cancelRefresh
    /// Searches for text.
    case setQuery(String)
    /// Searches for text that the user types. When its cars have been found, finds completions of the word at the
    /// caret, whose position is in characters.
    case typeQuery(String, caret: Int)
    /// Adds the text of the search to the history. If the text begins with `@`, shows the view with this name.
    case confirmQuery(String)
    /// Offers questions that can each be answered by a search.
    case offerQuestions
    /// Saves the search, the order and the columns under a name.
    case saveView(String, replacing: Bool = false)
    /// Offers the saved views to choose from.
    case offerViews(ViewPurpose)
    /// Shows a saved view.
    case openView(String)
    /// Deletes a saved view.
    case deleteView(String)
    /// Selects values of a field by adding a filter to the text of the search.
    case select(FieldSelection, of: CarField)
    /// Shows or hides the values of the fields, which are counted in every search while they are shown.
    case setFacetsShown(Bool)
    /// Shows the preview or hides it, regardless of the window's size.
    case setPreviewShown(Bool)
    /// Chooses the columns; `nil` for those that fit the width.
    case setColumns([ListColumn]?)
    /// Sorts by a field, or reverses the order if the list is already sorted by it.
    case sort(CarField?)
    /// Reverses the order.
    case reverseSort
    /// Shows only favorites, or all cars again.
    case toggleFavoritesOnly
    /// Shows one row for each model, or one row for each car.
    case toggleFolding
    /// Shows or hides the variants of a car's model below its row.
    case setUnfolded(Car.ID, Bool)
    /// Adds a car to the favorites, or removes it from them.
    case toggleFavorite(Car.ID)
    /// Marks a car, or unmarks it.
    case toggleMark(Car.ID)
    /// Marks only these cars. Sent by a car's screen.
    case setMarks([Car.ID])
    /// Unmarks all cars.
    case clearMarks
    /// Compares the marked cars. A single marked car is compared with the selected one.
    case compare(selected: Car.ID?)
    /// Compares the listed variants of a car's model.
    case compareVariants(of: Car.ID)
    /// Opens a car.
    case open(Car.ID)
    /// Sets the price that was typed for a car (``TypedPrice``).
    case setPrice(Car, String)
    /// Copies one line about a car.
    case copyLine(Car.ID)
    /// Selects the car that another screen has moved to.
    case reveal(Car.ID)
    /// Uploads files to a car.
    case upload(Car.ID)
    /// Writes cars to a file whose path was typed. Asks for confirmation before replacing a file.
    case export(to: String, cars: ExportedCars = .listed, replacing: Bool = false)
    /// Writes a sheet of these cars to a file whose path was typed. Asks for confirmation before replacing a file.
    case writeSheet([Car.ID], to: String, replacing: Bool = false)
    /// Finds the cars most similar to this one.
    case findAlike(Car.ID)
    /// Shows what the latest refresh changed.
    case showChanges
    /// Plots the listed cars as dots, with one car selected.
    case plot(selecting: Car.ID?)
    /// Finds the files named in pasted text, and asks whether to upload them to a car.
    case paste(String, on: Car.ID)
    /// Uploads pasted files that the user has confirmed.
    case uploadPasted(PastedUpload)
    /// Repeats the search after the catalog has changed. Sent by the reactor itself.
    case search
  }

  /// The cars to export.
  package enum ExportedCars: Sendable, Hashable {
    /// The cars of the list, in its order.
    case listed
    /// The marked cars, in the order in which they were marked.
    case marked
  }

  /// The changes of the state.
  package enum Mutation: Sendable {
    case setCatalog(CatalogIndex)
    case setUserData([Car.ID: UserData])
    /// Sets the cars that have attachments.
    case setFiles(Set<Car.ID>)
    case setFailure(CatalogError?)
    case setQuery(CarQuery)
    case setSort(Sort)
    case setFavoritesOnly(Bool)
    case setFolded(Bool)
    case setUnfolded(Car.ID, Bool)
    /// Shows the result of searching an index, grouped by model if models are folded.
    case setFound(CarSearch.Found, CatalogIndex, ModelList? = nil)
    case setSuggestion(String)
    case setHistory([String])
    case setCompletions(WordCompletions?)
    /// Shows a view, narrowed with more words.
    case setView(SavedView, narrowedBy: String)
    case setFacets(Facets)
    case setFacetsShown(Bool)
    case setPreviewShown(Bool)
    case setColumns([ListColumn]?)
    /// Shows the cars most similar to a car, most similar first.
    case showAlike(Car.ID)
    case setMarked([Car.ID])
    case setRefreshing(Bool)
    case setProgress(RefreshProgress)
    /// Sets whether the source has changed since it was read.
    case setSourceChanged(Bool)
    /// Sets whether the running refresh waits for the user's approval.
    case setAwaitingApproval(Bool)
    case setOutcome(RefreshOutcome)
  }

  /// The events that the list reports to its screen and its flow.
  package enum Output: MessageOutput {
    case message(Message<Action>)
    /// An event that may lead to another screen.
    case step(CatalogStep)
    /// A car is to be selected.
    case reveal(Car.ID)

    package var message: Message<Action>? { if case .message(let message) = self { message } else { nil } }
    package var step: CatalogStep? { if case .step(let step) = self { step } else { nil } }
  }

  /// The contents of the list.
  package struct State: Sendable {
    package var listing = CarListing.empty
    /// The total number of cars.
    package var total = 0
    /// The parsed text of the search, including the problems found in it.
    package var query = CarQuery.all
    /// The query that was probably intended, if the text is misspelled.
    package var suggestion: String?
    /// The words of the search that occur in no car, if the listed cars contain similar words instead.
    package var unknownWords: [String] = []
    /// The confirmed queries, oldest first; at most ``historyLength``.
    package var history: [String] = []
    /// The completions of the word at the caret.
    package var completions: WordCompletions?
    /// The car that was selected at the end of the last session; used until the list is complete.
    var restoredCar: Car.ID?
    package var sort = Sort.standard
    /// Whether only favorites are shown.
    package var favoritesOnly = false
    /// Whether there is one row for each model.
    package var isFolded = false
    /// One car of each model whose variants are shown although models are folded.
    package var unfolded: Set<Car.ID> = []
    /// Whether the values of the fields are counted and shown.
    package var areFacetsShown = false
    /// The values of the fields with their counts; `nil` until they have been counted.
    package var facets: CarFacets?
    /// Whether the preview is shown; `nil` to show it only in a large window.
    package var showsPreview: Bool?
    /// The columns that the user has chosen; `nil` for those that fit the width.
    package var columns: [ListColumn]?
    /// The marked cars, in the order in which they were marked. They stay marked, even in later sessions, until they
    /// are unmarked.
    package var marked: [Car.ID] = []
    /// Whether the cars' numbers were read by an earlier version of the program.
    var isOutdated = false
    /// Whether the source has changed since the cars were read from it.
    var hasSourceChanged = false
    /// Whether the cars are being loaded.
    package var isLoading = true
    /// The reason why the cars could not be loaded. If set, the shown cars are out of date.
    package var failure: CatalogError?
    /// Whether a refresh is running.
    package var isRefreshing = false
    /// Whether the running refresh waits for the user's approval.
    package var isAwaitingApproval = false
    package var progress: RefreshProgress?
    /// The outcome of the last refresh; `nil` before the first.
    package var lastRefresh: RefreshOutcome?

    /// The maximum number of queries in the history.
    package static let historyLength = 100

    package init() {}

    /// The text of the search, without the name of a view that is being typed.
    var searchedText: String { query.text.hasPrefix("@") ? listing.query.text : query.text }

    /// The query, without an unfinished filter that the search ignored.
    var searchedQuery: CarQuery { listing.query.text == query.text ? listing.query : query }

    /// Whether a refresh is running and not waiting for the user.
    var isRefreshWorking: Bool { isRefreshing && !isAwaitingApproval }

    /// Whether the current rows do not yet correspond to the user's request. The name of a view is searched for when it
    /// is confirmed.
    var isSearching: Bool {
      guard failure == nil, !query.text.hasPrefix("@") else { return false }
      return listing.query.text != query.text || listing.sort != sort || listing.favoritesOnly != favoritesOnly
        || listing.isFolded != isFolded
    }

    /// Whether the facets are shown and do not yet correspond to the query.
    var areFacetsStale: Bool {
      guard areFacetsShown, failure == nil, !query.text.hasPrefix("@") else { return false }
      return facets?.query != query.text
    }

    /// Whether the cars cannot be searched or sorted, because they could not be loaded. In that case, only the first
    /// rows of the complete list are known.
    var isUnanswered: Bool {
      failure != nil && !listing.isComplete && (!query.text.isEmpty || favoritesOnly || sort != .standard)
    }

    /// The rows to show. If they belong to another search, none are shown.
    var shownListing: CarListing { isUnanswered ? .empty : listing }

    /// Returns the reason why a command that needs all listed cars is disabled: they are still loading, or there are
    /// none.
    func reasonToDisable(ifEmpty noCars: String) -> String? {
      if !listing.isComplete { return "The cars are still loading." }
      return listing.count == 0 ? noCars : nil
    }

    /// The title and the action of Esc, which resets one part of the state at a time; `nil` if there is nothing to
    /// reset, so that the enclosing views handle Esc.
    var unwinding: (title: String, action: Action)? {
      if areFacetsShown { return ("Close facets", .setFacetsShown(false)) }
      if isRefreshing { return ("Cancel refresh", .cancelRefresh) }
      if !query.text.isEmpty { return ("Clear", .setQuery("")) }
      if favoritesOnly { return ("Show all", .toggleFavoritesOnly) }
      return nil
    }

    /// The number of cars that match the query.
    package var matchCount: Int { shownListing.count }

    /// Returns whether the cars, and the facets if they are shown, belong to a query.
    func hasFound(_ query: String) -> Bool {
      listing.isComplete && listing.query.text == query && (!areFacetsShown || facets?.query == query)
    }

    /// Whether the query's result or the counts depend on the marks.
    var dependsOnMarks: Bool { areFacetsShown || query.filters.contains { $0.field == .marked } }

    /// Whether the query's result depends on user data.
    var dependsOnUserData: Bool {
      let fields: Set<CarField> = [.favorite, .note, .files, .price, .like]
      return favoritesOnly || !query.words.isEmpty || query.filters.contains { fields.contains($0.field) }
        || sort.fields.contains(.price)
    }
  }
}
