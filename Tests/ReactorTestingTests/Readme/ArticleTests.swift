import ShowroomTestSupport
import Testing

/// The articles and landing pages of the libraries.
@Suite("Articles")
struct ArticleTests {
  @Test(arguments: Article.all)
  func `every line of code is part of code that a test compiles`(article: Article) throws {
    for piece in try article.unknownCode { Issue.record("not in the tests:\n\(piece)") }
  }

  @Test(arguments: Article.all.filter { $0.path.contains("/From") })
  func `every spelling of a migration table is part of code that a test compiles`(article: Article) throws {
    for spelling in try article.unknownSpellings { Issue.record("not in the tests: \(spelling)") }
  }

  @Test func `the article on getting started contains every file of its package in full`() throws {
    #expect(try Article.filesMissingInGettingStarted == [])
  }

  @Test func `the articles are found`() {
    #expect(Article.all.count >= 15)
  }
}
