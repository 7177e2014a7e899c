import Catalogue
import ReactorCore

extension CarListReactor {
  /// What a person asks of the list.
  public enum Action: Sendable, Hashable {
    /// Bring the catalogue up to date with its source; ignored while that is under way. After the cars could not be
    /// loaded: try to load them again.
    case refresh
    /// Stop the refresh that is under way.
    case cancelRefresh
    /// Show the cars that answer what was typed.
    case setQuery(String)
    /// Order by a field; by the one that the cars are ordered by already: the other way round.
    case sort(Sort.Field)
    /// Order the other way round.
    case reverseSort
    /// Show only the cars that the user follows, or all again.
    case toggleFavouritesOnly
    /// Follow a car, or no longer.
    case toggleFavourite(Car.ID)
    /// Mark a car for comparing, or take its mark away.
    case toggleMark(Car.ID)
    /// Take all marks away.
    case clearMarks
    /// Compare the marked cars; of only one, with the selected one.
    case compare(selected: Car.ID?)
    /// A car was opened.
    case open(Car.ID)
    /// Select a car, because another screen has gone on to it.
    case reveal(Car.ID)
    /// Upload files to a car.
    case upload(Car.ID)
    /// Answer the query once more: the cars, or what the user has on them, are others now. The reactor asks for it itself.
    case search
  }

  /// A step of change.
  public enum Mutation: Sendable {
    /// The catalogue in memory is another one now.
    case setCatalogue(CatalogueIndex)
    /// What the user has on some cars.
    case setUserData([Car.ID: UserData])
    /// Why the cars cannot be loaded.
    case setFailure(CatalogueError?)
    /// What was typed.
    case setQuery(CarQuery)
    /// The order.
    case setSort(Sort)
    /// Whether only favourites are shown.
    case setFavouritesOnly(Bool)
    /// What a search of the index of a generation found.
    case setResult(SearchResult, CatalogueIndex, generation: Int)
    /// The query as it was probably meant.
    case setSuggestion(String)
    /// The marked cars.
    case setMarked([Car.ID])
    /// Whether a refresh is under way.
    case setRefreshing(Bool)
    /// How far it is.
    case setProgress(RefreshProgress)
    /// What it came to.
    case setOutcome(RefreshOutcome)
    /// Something to say in passing.
    case showToast(Notice)
    /// Something to say that stays until it is read.
    case showAlert(Failure)
    /// A car was opened.
    case opened(Car.ID)
    /// Cars are to be compared.
    case compareRequested([Car.ID])
    /// Files are to be uploaded to a car.
    case uploadRequested(Car.ID)
    /// A car is to be selected.
    case reveal(Car.ID)
  }

  /// What the list shows.
  public struct State: Sendable {
    /// The cars.
    public var listing = CarListing.empty
    /// How many cars there are in all.
    public var total = 0
    /// What was typed, understood; also what could not be understood of it.
    public var query = CarQuery.all
    /// The query as it was probably meant, where something in it is misspelled.
    public var suggestion: String?
    /// The order.
    public var sort = Sort.standard
    /// Whether only favourites are shown.
    public var favouritesOnly = false
    /// The cars marked for comparing, in the order in which they were marked; at most ``maximumMarks``.
    public var marked: [Car.ID] = []
    /// Whether the cars are being loaded.
    public var isLoading = true
    /// Why they cannot be loaded; those shown are out of date then.
    public var failure: CatalogueError?
    /// Whether a refresh is under way.
    public var isRefreshing = false
    /// How far it is.
    public var progress: RefreshProgress?
    /// What the last one came to; nil before the first.
    public var lastRefresh: RefreshOutcome?
    /// Something to say in passing.
    @Pulse public var toast: Notice?
    /// Something to say that stays until it is read.
    @Pulse public var alert: Failure?
    /// A car was opened.
    @Pulse public var opened: Opened?
    /// These cars are to be compared: two to four, in the order in which they were marked.
    @Pulse public var compareRequested: [Car.ID]?
    /// Files are to be uploaded to this car.
    @Pulse public var uploadRequested: Car.ID?
    /// This car is to be selected.
    @Pulse public var revealed: Car.ID?

    /// How many cars can be compared at once.
    public static let maximumMarks = 4

    /// No cars yet.
    public init() {}

    /// How many cars answer the query.
    public var matchCount: Int { listing.count }

    /// Whether the answer to the query depends on what the user has on cars.
    var dependsOnUserData: Bool {
      favouritesOnly || query.filters.contains { $0.field == .favourite || $0.field == .note }
    }
  }

  /// A short message.
  public struct Notice: Sendable, Hashable {
    /// What it says.
    public var text: String
    /// Whether it tells of something done, rather than of something to do.
    public var isSuccess: Bool

    /// A message.
    public init(_ text: String, isSuccess: Bool = false) {
      self.text = text
      self.isSuccess = isSuccess
    }
  }

  /// Something that failed.
  public struct Failure: Sendable, Hashable {
    /// What failed, in a few words.
    public var title: String
    /// Why, in a sentence.
    public var cause: String
    /// What tries it again.
    public var retry: Action?

    /// A failure.
    public init(_ title: String, cause: String, retry: Action? = nil) {
      self.title = title
      self.cause = cause
      self.retry = retry
    }
  }

  /// A car that was opened, and the cars around it.
  public struct Opened: Sendable {
    /// The car.
    public var id: Car.ID
    /// The cars of the list in their order, among which it is.
    public var cars: CarSequence
  }
}
