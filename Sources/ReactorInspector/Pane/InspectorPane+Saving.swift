import ReactorTerminal
import Writing

/// The marked epochs as files in the current directory: the exports of the pane.
extension InspectorPane {
  /// The commands that save files.
  enum SavingCommands: String, CommandSet, Sendable {
    case test = "inspector.saveTest"
    case tape = "inspector.saveTape"

    static let section: String? = "Inspector"

    var binding: KeyBinding {
      switch self {
      case .test: keys("t", title: "Save test")
      case .tape: keys("T", title: "Save tape")
      }
    }
  }

  func save(_ command: SavingCommands) {
    let marked = epochs.table.marked.sorted()
    guard !marked.isEmpty else { return warn("Mark epochs with m, then save them") }
    switch command {
    case .test: saveTest(of: marked)
    case .tape:
      guard let size = window?.size else { return }
      write(log.tape(of: marked, size: size, title: "A session"), to: "session.tape")
    }
  }

  private func saveTest(of marked: [Int]) {
    guard let lane = travel.onlyLane ?? reactor(of: marked) else { return warn("No reactor did anything there") }
    do {
      // The number of a second reactor of one type is no part of a file name.
      let name = log.lanes[lane].name.filter { $0 != " " }
      write(try log.testCode(of: marked, lane: lane), to: "\(name)SessionTests.swift")
    } catch {
      warn("\(error)")
    }
  }

  /// Returns the reactor of the first action or mutation of some epochs.
  private func reactor(of numbers: [Int]) -> Int? {
    numbers.lazy.compactMap { self.log.epoch($0) }.flatMap(\.items).first { item in
      switch item.kind {
      case .action, .mutation: true
      default: false
      }
    }?.lane
  }

  private func write(_ text: String, to name: String) {
    let path = (saveFolder.map { $0 + "/" } ?? "") + name
    let code = FileWriting.replace(path, with: text)
    if code == 0 {
      window?.toast("Saved \(path)", kind: .success, topic: "inspector")
    } else {
      warn("\(path) could not be written: \(systemReason(code))")
    }
  }

  private func warn(_ text: String) { window?.toast(text, kind: .warning, topic: "inspector") }
}
