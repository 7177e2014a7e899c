import Catalogue
import ReactorTerminal
import TapePlayer

/// The tape of a session, and what goes with it.
@MainActor
struct SessionTape {
  /// What the first line of every tape of a session says.
  nonisolated static let title = "A session of showroom"

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
    // A tape takes the place of an earlier one only where its copy is whole.
    if beginning.cars == .copied { try copy.prepare(store) }
    do {
      let writer = writer(Size(width: 80, height: 24), .dark, isASCII: false, at: .zero)
      try write(writer.tape(at: .zero))
    } catch {
      copy.discard()
      throw error
    }
    if beginning.cars == .copied {
      try copy.keep()
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
      size: size, title: Self.title,
      environment: beginning.variables(copy: copy.name, theme: theme, isASCII: isASCII), at: time)
  }

  /// Writes the tape, as far as it is. Where that fails, what was there before stays.
  func write(_ text: String) throws(SessionRecording.Failure) {
    let code = FileWriting.replace(path, with: Array(text.utf8), permissions: 0o600)
    if code != 0 { throw SessionRecording.Failure(path: path, reason: systemReason(code)) }
  }
}
