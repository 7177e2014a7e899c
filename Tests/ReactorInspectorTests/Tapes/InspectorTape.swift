import Foundation
import ReactorTerminal
import ShowroomTestSupport
import TapePlayer
import Testing

@testable import ReactorCounter
@testable import ReactorInspector
@testable import ReactorTesting
@testable import car_page

/// A tape in `Resources/inspector`, played with the counter or with the car of the article.
@MainActor
struct InspectorTape {
  nonisolated static let folder = Checkout.resources.appendingPathComponent("inspector", isDirectory: true)

  private let name: String
  private let tape: Tape

  init(_ name: String) throws {
    self.name = name
    tape = try Tape(contentsOf: Self.folder.appendingPathComponent("\(name).tape").path)
  }

  /// The pictures that the tape writes.
  var pictures: [String] {
    tape.commands.compactMap { if case .screenshot(let file) = $0.action { file.path } else { nil } }
  }

  /// Plays the tape, and writes its files in a folder. `Set Theme` and `Env ASCII` apply to the window.
  @discardableResult
  func play(in folder: TemporaryFolder) async throws -> ScreenSnapshot {
    let theme = Theme.all.first { $0.name == tape.settings.theme } ?? .dark
    let options = Player.Options(folder: folder.path)
    return try await tape.play(theme: theme, externalWork: .none, options: options) { window in
      window.isASCII = tape.settings.environment.contains { $0.name == "ASCII" }
      window.root.content = NavigationStack(root: name == "car" ? car(window) : counter(window))
      Inspector.install(in: window, options: .init(folder: folder.path))
      FrameCheck.watch(window)
    }
  }

  private func counter(_ window: Window) -> Screen {
    let view = CounterView()
    view.reactor = CounterReactor(clock: window.clock)
    return view
  }

  private func car(_ window: Window) -> Screen {
    let view = CarView()
    view.reactor = CarReactor(clock: window.clock)
    return view
  }
}

/// A file of the repository that must equal one that a test makes. `RECORD_SNAPSHOTS=1` writes it.
struct KeptFile {
  private let url: URL

  /// A file.
  ///
  /// - Parameter path: The path from the top of the repository.
  init(_ path: String) {
    url = Checkout.resources.deletingLastPathComponent().appendingPathComponent(path)
  }

  func expect(_ text: String?, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let text = try #require(text, sourceLocation: sourceLocation)
    if SnapshotFile.isRecording { try text.write(to: url, atomically: true, encoding: .utf8) }
    // A comparison of two pictures would be an unreadable message.
    let isFresh = try? String(contentsOf: url, encoding: .utf8) == text
    #expect(
      isFresh == true, "\(url.lastPathComponent) is outdated: run make inspector-pictures",
      sourceLocation: sourceLocation)
  }
}
