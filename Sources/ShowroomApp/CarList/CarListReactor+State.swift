import ReactorCore
import ShowroomCatalog
import ShowroomFiles

extension CarListReactor {
  /// The user actions on the list.
  package enum Action: Sendable, Hashable {
    /// Refreshes the catalog from its source, unless a refresh is running. After a failure to load the cars, loads them
    /// again.
    case refresh
    /// Cancels the running refresh.
    case cancelRefresh
    /// Searches for a text.
    case setQuery(String)
    /// Remembers the text of the search. A text that begins with `@` shows the view with this name.
    case confirmQuery(String)
    /// Finds completions of the word at the caret of a query, whose position is in characters, once its cars are found.
    case complete(String, caret: Int)
    /// Offers questions, each of which is a search.
    case offerQuestions
    /// Saves the search, the order and the columns under a name.
    case saveView(String, replacing: Bool = false)
    /// Offers the saved views to choose from.
    case offerViews(ViewPurpose)
    /// Shows a saved view.
    case openView(String)
    /// Deletes a saved view.
    case deleteView(String)
    /// Selects values of a field by a filter in the text of the search.
    case select(FieldSelection, of: CarField)
    /// Counts the values of the fields with every search from now on, or no longer.
    case setFacetsShown(Bool)
    /// Shows the preview or hides it, regardless of the window's size.
    case setPreviewShown(Bool)
    /// Chooses the columns; `nil` for those that the width allows.
    case setColumns([ListColumn]?)
    /// Sorts by a field, or reverses the order if the list is sorted by it.
    case sort(CarField?)
    /// Reverses the order.
    case reverseSort
    /// Shows only favorites, or all cars again.
    case toggleFavoritesOnly
    /// Shows one row for each model, or one for each car.
    case toggleFolding
    /// Shows the variants of the model of a car below its row, or hides them.
    case setUnfolded(Car.ID, Bool)
    /// Adds a car to the favorites, or removes it.
    case toggleFavorite(Car.ID)
    /// Marks a car, or unmarks it.
    case toggleMark(Car.ID)
    /// Marks these cars and no others. Sent by the screen of a car.
    case setMarks([Car.ID])
    /// Unmarks all cars.
    case clearMarks
    /// Compares the marked cars. A single marked car is compared with the selected one.
    case compare(selected: Car.ID?)
    /// Compares the listed variants of the model of a car.
    case compareVariants(of: Car.ID)
    /// Opens a car.
    case open(Car.ID)
    /// Sets the price of a car that was typed (``TypedPrice``).
    case setPrice(Car.ID, String)
    /// Copies one line about a car.
    case copyLine(Car.ID)
    /// Selects the car that another screen has moved on to.
    case reveal(Car.ID)
    /// Uploads files to a car.
    case upload(Car.ID)
    /// Writes cars to a file whose path was typed, and asks first if that replaces one.
    case export(to: String, cars: ExportedCars = .listed, replacing: Bool = false)
    /// Writes a sheet of these cars to a file whose path was typed, and asks first if that replaces one.
    case writeSheet([Car.ID], to: String, replacing: Bool = false)
    /// Finds the cars that are most like this one.
    case findAlike(Car.ID)
    /// Shows what the latest refresh changed.
    case showChanges
    /// Shows the listed cars as dots, of which that of a car is selected.
    case plot(selecting: Car.ID?)
    /// Finds the files that pasted text names, and asks whether to upload them to a car.
    case paste(String, on: Car.ID)
    /// Uploads pasted files that the user has confirmed.
    case uploadPasted(PastedUpload)
    /// Repeats the search after a change of the catalog. Sent by the reactor itself.
    case search
  }

  /// The cars that an export contains.
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
    /// Shows the result of a search of an index, with the cars by model if models are folded.
    case setFound(CarSearch.Found, CatalogIndex, ModelList? = nil)
    case setSuggestion(String)
    case setHistory([String])
    case setProposals(QueryProposals?)
    /// Shows a view, narrowed by more words.
    case setView(SavedView, narrowedBy: String)
    case setFacets(Facets)
    case setFacetsShown(Bool)
    case setPreviewShown(Bool)
    case setColumns([ListColumn]?)
    /// Shows the cars that are most like one, in the order of likeness.
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
    /// A car was opened. The cars are those of the list, in their order.
    case opened(Car.ID, in: CarSequence)
    /// Two or more cars are to be compared, in the order in which they were marked.
    case compare([Car.ID])
    /// The user asked for the changes of the latest refresh.
    case changes
    /// The user asked for the listed cars as dots, of which that of a car is selected.
    case plot(selecting: Car.ID?)
    /// Files are to be uploaded to a car: those that were pasted, or others that the user chooses.
    case upload(to: Car.ID, files: [UploadSource] = [])
    /// A car is to be selected.
    case reveal(Car.ID)

    package var message: Message<Action>? { if case .message(let message) = self { message } else { nil } }
  }

  /// The contents of the list.
  package struct State: Sendable {
    package var listing = CarListing.empty
    /// The number of all cars.
    package var total = 0
    /// The parsed text of the search, with the problems found in it.
    package var query = CarQuery.all
    /// The probably intended query, if the text is misspelled.
    package var suggestion: String?
    /// The words of the search that no car has, if the listed cars have similar words instead.
    package var unknownWords: [String] = []
    /// The confirmed texts of searches, the oldest one first; at most ``historyLength``.
    package var history: [String] = []
    /// What the word at the caret can be completed to.
    package var proposals: QueryProposals?
    /// The car that was selected at the end of the last session, until the list is complete.
    var restoredCar: Car.ID?
    package var sort = Sort.standard
    /// Whether only favorites are shown.
    package var favoritesOnly = false
    /// Whether there is one row for each model.
    package var isFolded = false
    /// A car of each model whose variants are shown although models are folded.
    package var unfolded: Set<Car.ID> = []
    /// Whether the values of the fields are counted and shown.
    package var areFacetsShown = false
    /// The values of the fields with their counts; `nil` until they are counted.
    package var facets: CarFacets?
    /// Whether the preview is shown; `nil` for only in a large window.
    package var showsPreview: Bool?
    /// The columns that the user has chosen; `nil` for those that the width allows.
    package var columns: [ListColumn]?
    /// The marked cars, in the order in which they were marked. They stay until they are unmarked, also in later sessions.
    package var marked: [Car.ID] = []
    /// Whether the numbers were read by an earlier version of the program.
    var isOutdated = false
    /// Whether the source has changed since the cars were read from it.
    var hasSourceChanged = false
    /// Whether the cars are being loaded.
    package var isLoading = true
    /// The reason why the cars could not be loaded. The cars shown are out of date then.
    package var failure: CatalogError?
    /// Whether a refresh is running.
    package var isRefreshing = false
    /// Whether the running refresh waits for the user's approval.
    package var isAwaitingApproval = false
    package var progress: RefreshProgress?
    /// The outcome of the last refresh; `nil` before the first.
    package var lastRefresh: RefreshOutcome?
    /// The ID of the latest refresh of the loaded cars; `nil` if none is known.
    var latestRefresh: Int64?
    /// The ID of the latest refresh that an earlier session has shown; `nil` for none.
    var seenRefresh: Int64?

    /// The largest number of texts in the history.
    package static let historyLength = 100

    package init() {}

    /// Whether a refresh is running and not waiting for the user.
    var isRefreshWorking: Bool { isRefreshing && !isAwaitingApproval }

    /// Whether the rows are not those that the user has asked for, but soon will be. The name of a view is searched for
    /// when it is confirmed.
    var isSearching: Bool {
      guard failure == nil, !query.text.hasPrefix("@") else { return false }
      return listing.query.text != query.text || listing.sort != sort || listing.favoritesOnly != favoritesOnly
        || listing.isFolded != isFolded
    }

    /// Whether the cars cannot be searched or sorted, because they could not be loaded. Only the first rows of the
    /// complete list are known then.
    var isUnanswered: Bool {
      failure != nil && !listing.isComplete && (!query.text.isEmpty || favoritesOnly || sort != .standard)
    }

    /// The rows to show: none in place of those of another search.
    var shownListing: CarListing { isUnanswered ? .empty : listing }

    /// The number of cars that match the query.
    package var matchCount: Int { shownListing.count }

    /// Whether the cars, and the facets if they are shown, are those of a query.
    func hasFound(_ query: String) -> Bool {
      listing.isComplete && listing.query.text == query && (!areFacetsShown || facets?.query == query)
    }

    /// Whether the result of the query, or what is counted, depends on the marks.
    var dependsOnMarks: Bool { areFacetsShown || query.filters.contains { $0.field == .marked } }

    /// Whether the result of the query depends on data of the user.
    var dependsOnUserData: Bool {
      let fields: Set<CarField> = [.favorite, .note, .files, .price, .like]
      return favoritesOnly || !query.words.isEmpty || query.filters.contains { fields.contains($0.field) }
        || sort.fields.contains(.price)
    }
  }
}
