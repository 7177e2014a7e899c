import Foundation
import ReactorTerminal
import ReactorTesting
import ShowroomTestSupport
import TapePlayer

@testable import ReactorGallery

@MainActor
struct GalleryTape {
  private let tape: Tape

  init(_ name: String) throws {
    let folder = Checkout.resources.appendingPathComponent("gallery", isDirectory: true)
    tape = try Tape(contentsOf: folder.appendingPathComponent("\(name).tape").path)
  }

  /// The files that the tape writes, in order.
  var files: [String] {
    tape.commands.compactMap { if case .screenshot(let file) = $0.action { file.path } else { nil } }
  }

  /// Plays the tape, and returns the files that it has written by their names.
  func play(size: Size? = nil, theme: Theme = .dark, isASCII: Bool = false) async throws -> [String: String] {
    let folder = try TemporaryFolder()
    let stage = HeadlessStage(
      size: size ?? tape.settings.size(), theme: theme, capabilities: Capabilities(isASCII: isASCII),
      externalWork: .none)
    FrameCheck.watch(stage.window)
    try await stage.perform {
      stage.window.installStandardCommands { [weak stage] in stage?.end() }
      Gallery.open(in: stage.window)
      _ = try await Player(tape, on: stage, options: Player.Options(folder: folder.path)).play()
    }
    return Dictionary(uniqueKeysWithValues: files.map { ($0, folder.text($0)?.withoutTapeMark ?? "") })
  }

  /// Plays the tape, and returns its screens below their names, without the empty rows at their ends.
  func screens(size: Size, theme: Theme, isASCII: Bool = false) async throws -> [Screen] {
    let texts = try await play(size: size, theme: theme, isASCII: isASCII)
    return files.map { Screen(name: $0, text: texts[$0, default: ""].trimmingCharacters(in: .newlines)) }
  }

  /// The screen at one point of a tape.
  struct Screen: Equatable {
    let name: String
    let text: String
  }
}
