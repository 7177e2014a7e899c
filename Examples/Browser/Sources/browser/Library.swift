import ReactorCore

struct Book: Identifiable, Equatable, Sendable {
  let id: Int
  let title: String
  let author: String
  let year: Int
  let summary: String
}

/// A failure of the library, with a message for the user.
struct LibraryError: Error, CustomStringConvertible {
  let message: String
  var description: String { message }
}

/// A library of sixty books in memory that answers as slowly as a server, and fails now and then.
@MainActor
final class Library {
  static let pageSize = 20
  private let clock: any Clock<Duration>
  private var failingOffsets: Set<Int>

  /// - Parameter failingOffsets: the pages that fail once, by the index of their first book.
  init(clock: any Clock<Duration>, failingOffsets: Set<Int> = [40]) {
    self.clock = clock
    self.failingOffsets = failingOffsets
  }

  func signIn(name: String, password: String) async throws {
    try await clock.sleep(for: .seconds(1))
    guard password == "books" else { throw LibraryError(message: "The password is wrong.") }
  }

  /// Returns the books from an index on, at most a page of them.
  func books(from offset: Int) async throws -> [Book] {
    try await clock.sleep(for: .seconds(1))
    if failingOffsets.remove(offset) != nil { throw LibraryError(message: "The library did not answer.") }
    return Array(Self.books.dropFirst(offset).prefix(Self.pageSize))
  }

  private static let books: [Book] = {
    let authors = ["Ada Brook", "Jun Park", "Mina Ode", "Otto Lind", "Rosa Vale"]
    let subjects = [
      "Bridges", "Clouds", "Gardens", "Harbors", "Islands", "Kites", "Lanterns", "Maps", "Rivers", "Tides",
    ]
    let forms = ["A History of", "All About", "Letters on", "Notes on", "The Art of", "Without"]
    return (0..<forms.count * subjects.count).map { index in
      let subject = subjects[index % subjects.count]
      return Book(
        id: index + 1, title: "\(forms[index / subjects.count]) \(subject)", author: authors[index % authors.count],
        year: 1950 + index, summary: "Everything that is worth knowing about \(subject.lowercased()), in plain words.")
    }
  }()
}
