import ReactorCore
import ShowroomCatalog
import ShowroomText

/// A question that can be answered by a search, offered to users who do not know the search language yet.
struct CarQuestion: Sendable, Hashable {
  let title: String
  /// The text of the search.
  let query: String

  static let all = [
    CarQuestion(title: "New in the latest refresh", query: "new:yes"),
    CarQuestion(title: "Changed by the latest refresh", query: "changed:yes"),
    CarQuestion(title: "Hybrids under $1,000 a year", query: "fuel:hybrid cost<1000"),
    CarQuestion(title: "Electric cars with a range of 300 miles", query: "fuel:electric range>=300"),
    CarQuestion(title: "Plug-in hybrids with an electric range of 40 miles", query: "plug-in range>=40"),
    CarQuestion(title: "SUVs above 35 mpg", query: "suv mpg>35"),
    CarQuestion(title: "Pickups above 25 mpg", query: "pickup mpg>25"),
    CarQuestion(title: "Minivans above 30 mpg", query: "minivan mpg>30"),
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
