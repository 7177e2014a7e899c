import Catalogue
import Foundation
import ReactorTerminal
import TapePlayer

/// The tape of a session, and what goes with it.
@MainActor
struct SessionTape {
  private let path: String
  private let beginning: SessionBeginning
  private let copy: CatalogueCopy

  /// Makes the files. One that would be lost is not overwritten; an earlier session's are.
  init(_ path: String, _ beginning: SessionBeginning, _ store: CatalogueStore) throws {
    self.path = path
    self.beginning = beginning
    copy = CatalogueCopy(beside: path)
    if beginning.cars == .copied { try copy.check(store) }
    let hasOldCopy = copy.isKnown
    // The tape first, so that the copy belongs to one, whatever becomes of the program.
    let writer = writer(Size(width: 80, height: 24), .dark, isASCII: false, at: .zero)
    try write(writer.tape(at: .zero))
    if beginning.cars == .copied {
      try copy.write(store)
    } else if hasOldCopy {
      copy.remove()
    }
  }

  /// What writes the tape of a session in `window`, which begins now.
  func writer(for window: Window) -> TapeWriter {
    writer(window.size, window.theme, isASCII: window.capabilities.isASCII, at: window.time)
  }

  private func writer(_ size: Size, _ theme: Theme, isASCII: Bool, at time: Duration) -> TapeWriter {
    TapeWriter(
      size: size, title: "A session of showroom",
      environment: beginning.variables(copy: copy.name, theme: theme, isASCII: isASCII), at: time)
  }

  /// Writes the tape, as far as it is.
  func write(_ text: String) throws(SessionRecording.Failure) {
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    } catch {
      throw SessionRecording.Failure(path: path, reason: error.localizedDescription)
    }
  }
}
