import Glibc
import ReactorFiles
import ReactorTerminal
import TapePlayer

/// The commands of every page of the pane.
extension InspectorPane {
  nonisolated static let commands = Commands<InspectorPane>("Inspector") {
    Command(resume, .enter, title: "Resume", help: "Shows the present state again.") {
      $0.view.epochs.resume()
    }
    .shown { $0.view.travel.position != .present }
    Command("inspector.search", "/", title: "Search", help: "Finds epochs that contain the text.") {
      $0.view.beginSearch()
    }
    Command("inspector.filter", "f", title: "Filter", help: "Chooses the kinds of epochs that are listed.") {
      $0.view.show($0.view.filter)
      $0.view.filter.list.focus()
    }
    Command("inspector.pause", "p", title: "Pause", help: "Pauses recording, or resumes it.") {
      $0.view.log.isPaused.toggle()
      $0.view.showPosition()
    }
    .titled { $0.view.log.isPaused ? "Record" : "Pause" }
    Command(clear, "c", title: "Clear", help: "Removes the recorded epochs.") { $0.view.clear() }
    Command("inspector.saveTest", "t", title: "Save test", help: "Writes the marked epochs as a test.") {
      $0.view.save { $0.saveTest(of: $1) }
    }
    Command("inspector.saveTape", "T", title: "Save tape", help: "Writes the marked epochs as a tape.") {
      $0.view.save { $0.saveTape(of: $1) }
    }
    Command("inspector.side", "w", title: "Move pane", help: "Moves the inspector to another side of the screen.") {
      $0.view.sideChanged()
    }
    Command(
      "inspector.leave", .escape, .tab, .backTab, title: "Program",
      help: "Returns to the program; the inspector stays open."
    ) { $0.view.window?.leaveDock() }
    Command("inspector.close", "q", title: "Close", help: "Closes the inspector.") { $0.view.closed() }
  }

  /// The command that returns to the present.
  nonisolated static let resume: CommandID = "inspector.resume"
  /// The command that clears the recording.
  nonisolated static let clear: CommandID = "inspector.clear"

  private func clear() {
    epochs.resume()
    epochs.table.marked = []
    travel.forgetReactor()
    log.clear()
    update()
  }

  private func show(_ page: View) {
    tabs.selectedIndex = tabs.tabs.firstIndex { $0.content === page } ?? 0
  }

  // MARK: Searching

  private func beginSearch() {
    show(epochs)
    search.isHidden = false
    setNeedsLayout()
    search.field.focus()
  }

  /// Hides the search field and returns to the list of epochs.
  func endSearch() {
    search.isHidden = true
    setNeedsLayout()
    epochs.table.focus()
  }

  /// Goes to the list of epochs.
  func showEpochs() {
    show(epochs)
    epochs.table.focus()
  }

  // MARK: Saving

  /// Writes the marked epochs, if there are any.
  private func save(_ write: (InspectorPane, [Int]) -> Void) {
    let marked = epochs.table.marked.sorted()
    if marked.isEmpty { warn("Mark epochs with m, then save them") } else { write(self, marked) }
  }

  private func saveTape(of marked: [Int]) {
    write(log.tape(of: marked, size: programSize, title: TapeWriter.title), to: "session", ".tape")
  }

  /// The size of the program, which occupies the rest of the window.
  private var programSize: Size {
    guard let size = window?.size else { return .zero }
    return edge == .trailing
      ? Size(width: size.width - frame.width, height: size.height)
      : Size(width: size.width, height: size.height - frame.height)
  }

  private func saveTest(of marked: [Int]) {
    guard let lane = travel.onlyLane ?? reactor(of: marked) else { return warn("The marked epochs contain no action") }
    do {
      // The file name must not contain the space that separates the type from the number of a second reactor of that
      // type.
      let name = log.lanes[lane].name.filter { $0 != " " }
      write(try log.testCode(of: marked, lane: lane), to: "\(name)SessionTests", ".swift")
    } catch {
      warn("\(error)")
    }
  }

  /// Returns the reactor of the first action or mutation in some epochs.
  private func reactor(of numbers: [Int]) -> Int? {
    numbers.lazy.compactMap { self.log.epoch($0) }.flatMap(\.items).first { item in
      switch item.kind {
      case .action, .mutation: true
      default: false
      }
    }?.lane
  }

  /// Writes a file under an unused name. Only the owner can read it, because it contains typed text.
  private func write(_ text: String, to name: String, _ ending: String) {
    var (file, number) = (name + ending, 1)
    while access("\(folder)/\(file)", F_OK) == 0 {
      number += 1
      file = "\(name)\(number)\(ending)"
    }
    let code = FileWriting.replace("\(folder)/\(file)", with: Array(text.utf8), permissions: 0o600)
    if code == 0 {
      window?.toast("Saved \(file)", kind: .success, topic: "inspector")
    } else {
      warn("\(file) could not be written: \(systemReason(code))")
    }
  }

  private func warn(_ text: String) { window?.toast(text, kind: .warning, topic: "inspector") }
}
