import ReactorCore
import ShowroomCatalog
import ShowroomText

/// A question that can be answered by a search, offered to users who do not know the search language yet.
struct CarQuestion: Sendable, Hashable {
  /// The wording. It has no unit that depends on the settings, because a search is always in US units, and at most 25
  /// columns, so that it fits a window of 50 columns together with a number of cars.
  let title: String
  /// The text of the search.
  let query: String

  static let all = [
    CarQuestion(title: "New in the latest refresh", query: "new:yes"),
    CarQuestion(title: "Changed by the refresh", query: "changed:yes"),
    CarQuestion(title: "Hybrids under $1,000/year", query: "fuel:hybrid cost<1000"),
    CarQuestion(title: "Long-range electric cars", query: "fuel:electric range>=300"),
    CarQuestion(title: "Long-range plug-ins", query: "plug-in range>=40"),
    CarQuestion(title: "Fuel-efficient SUVs", query: "suv mpg>35"),
    CarQuestion(title: "Fuel-efficient pickups", query: "pickup mpg>25"),
    CarQuestion(title: "Fuel-efficient minivans", query: "minivan mpg>30"),
    CarQuestion(title: "Favorites with a note", query: "fav:yes note:yes"),
  ]
}

extension CarListReactor {
  /// Offers the questions for which there are cars.
  func offerQuestions() -> Observable<Mutation> {
    .deferred { [weak self] in
      guard let self, let index = catalog.index.value else { return .empty }
      return run { emit in
        let answers = await Self.answers(in: index)
        if answers.isEmpty { return emit.toast("None of the suggested searches matches a car.") }
        emit.choose(
          "Search ideas",
          from: answers.map { question, count in
            .init(question.title, detail: counted(count, "car"), sends: .setQuery(question.query))
          },
          actionTitle: "Search")
      }
    }
    .cancellable(id: Effect.complete, whenRunning: .cancelPrevious)
  }

  /// Returns the questions with the number of cars found for each.
  @concurrent
  private static func answers(in index: CatalogIndex) async -> [(question: CarQuestion, count: Int)] {
    CarQuestion.all.compactMap { question in
      guard let found = index.search(.parse(question.query), isCanceled: { Task.isCancelled }), found.count > 0 else {
        return nil
      }
      return (question, found.count)
    }
  }
}
