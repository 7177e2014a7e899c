import Foundation
import ShowroomTestSupport
import Testing

@testable import ReactorGallery

/// The pictures of the documentation, and the article that shows them.
@MainActor
struct WidgetPicturesTests {
  private static let catalog = Checkout.resources.deletingLastPathComponent()
    .appendingPathComponent("Sources/ReactorTerminal/Documentation.docc", isDirectory: true)

  @Test func `the pictures of the widgets are up to date`() async throws {
    let tape = try GalleryTape("pictures")

    let pictures = try await tape.play()

    #expect(tape.files == GalleryEntry.all.map { "\($0.title).svg" })
    for (name, picture) in pictures {
      let kept = try? String(
        contentsOf: Self.catalog.appendingPathComponent("Resources").appendingPathComponent(name), encoding: .utf8)
      // A comparison of two pictures would be an unreadable message.
      let isFresh = kept?.withoutTapeMark == picture
      #expect(isFresh, "\(name) is outdated: run make gallery-pictures")
    }
  }

  @Test func `the article has the summary and the picture of every widget`() throws {
    let article = try String(contentsOf: Self.catalog.appendingPathComponent("Widgets.md"), encoding: .utf8)

    let missing = GalleryEntry.all.filter { entry in
      !article.contains("### \(entry.title)\n\n\(entry.summary) See ``")
        || !article.contains("![\(entry.title)](Resources/\(entry.title).svg)")
    }

    #expect(missing.map(\.title) == [])
  }
}
