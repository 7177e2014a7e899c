import ReactorTerminal
import ShowroomText
import ShowroomUploads

extension UploadView {
  /// The commands of the screen, in the order of the hint line, which omits commands from the end.
  nonisolated static let commands = Commands<UploadView>("Uploads") {
    Command(add, "a", title: "Add files", help: "Chooses more files for the car.") {
      .addFiles(selected: $0.selected?.id)
    }
    .enabled { $0.state.choice.car != nil || $0.selected != nil }
    Command(
      "uploads.cancel", "x", .delete, title: "Cancel", help: "Cancels the selected upload, or removes it from the list."
    ) { $0.selected.map { .cancel($0.id) } }
    .titled { $0.selected?.situation == .ended ? "Remove" : "Cancel" }
    .enabled { $0.selected.map { $0.situation != .elsewhere } ?? false }
    Command(
      "uploads.retry", "r", .f5, title: "Retry", help: "Retries the selected upload, or checks the destination."
    ) { .retry(selected: $0.selected?.id) }
    .titled { $0.selected?.retryTitle ?? ($0.state.choice.car == nil ? "Retry" : "Check again") }
    // The uploads of all cars have no destination in common whose status could be shown.
    .enabled { $0.state.choice.car != nil || $0.selected?.canRetry == true }
    Command("uploads.pause", "p", title: "Pause", help: "Pauses all uploads, or resumes them.") {
      _ in .togglePause
    }
    .titled { $0.state.snapshot.isPaused ? "Resume" : "Pause" }
    Command(destination, "d", title: "Destination", help: "Chooses where new uploads go.") { _ in .chooseDestination }
    Command(uploaded, "H", title: "History", help: "Lists the files that have been uploaded, and verifies them.") {
      _ in .showUploaded
    }
    Command("uploads.signIn", "i", title: "Sign in", help: "Asks for the credentials of the destination.") {
      _ in .signIn
    }
    .shown { $0.state.destinationRequiringSignIn != nil || $0.view.possibilities.contains(.signIn) }
    Command("uploads.cancelAll", "X", title: "Cancel all", help: "Cancels all uploads, after confirmation.") {
      _ in .cancelAll
    }
    .enabled { $0.view.possibilities.contains(.cancel) }
    Command("uploads.retryAll", "R", title: "Retry all", help: "Tries all failed uploads again.") { _ in .retryAll }
      .enabled { $0.view.possibilities.contains(.retry) }
    Command(
      "uploads.limitRate", "L", title: "Limit rate",
      help: "Limits the total upload rate.",
      isHidden: true
    ) {
      await $0.view.window?.prompt(
        "Limit the total upload rate", text: $0.state.snapshot.rateLimit.map(ByteFormatting.size) ?? "",
        placeholder: "Bytes per second such as 2M, or none", confirm: "Set", validate: BandwidthLimit.problem
      ).map { .limitRate($0) }
    }
    Command(
      "uploads.moveUp", "K", Key(.up, .alt), title: "Move up", help: "Moves the upload up in the queue.", isHidden: true
    ) { $0.selected.map { .move($0.id, by: -1) } }
    .enabled { $0.selected?.isUnderWay == true }
    Command(
      "uploads.moveDown", "J", Key(.down, .alt), title: "Move down", help: "Moves the upload down in the queue.",
      isHidden: true
    ) { $0.selected.map { .move($0.id, by: 1) } }
    .enabled { $0.selected?.isUnderWay == true }
    Command(
      "uploads.clear", "C", title: "Clear finished", help: "Removes finished uploads from the list; the files stay."
    ) { _ in .clearFinished }
    .enabled { $0.view.possibilities.contains(.clear) }
    Command(
      "uploads.car", "c", title: "This car only", help: "Lists the uploads of this car only, or of all cars.",
      isHidden: true
    ) { $0.state.choice.car == nil ? $0.selected.map { .setCar($0.car) } : .setCar(nil) }
    .titled { $0.state.choice.car == nil ? "This car only" : "All cars" }
    .enabled { $0.state.choice.car != nil || $0.selected != nil }
    // Closing the screen also ends the flow.
    Command(
      NavigationStack.back, .escape, "q", "h", .left, .backspace, title: "Back",
      help: "Returns to the previous screen."
    ) { _ in .close }
  }

  // The commands that messages refer to.
  nonisolated static let add: CommandID = "uploads.add"
  nonisolated static let destination: CommandID = "uploads.destination"
  nonisolated static let uploaded: CommandID = "uploads.uploaded"
}

extension CommandContext<UploadView> {
  fileprivate var selected: Upload? { view.table.selectedRow }
}

/// The commands that apply to at least one of the uploads.
struct UploadPossibilities: OptionSet {
  let rawValue: Int
  static let cancel = UploadPossibilities(rawValue: 1)
  static let retry = UploadPossibilities(rawValue: 2)
  static let clear = UploadPossibilities(rawValue: 4)
  static let signIn = UploadPossibilities(rawValue: 8)

  /// Determines the commands that apply to `uploads`.
  init(_ uploads: [Upload]) {
    self = []
    for upload in uploads {
      if upload.isUnderWay || upload.situation == .stuck { insert(.cancel) }
      if upload.isWaitingToRetry || upload.situation == .stuck { insert(.retry) }
      if upload.isClearable { insert(.clear) }
      if upload.failure?.cause == .unauthorized { insert(.signIn) }
    }
  }

  init(rawValue: Int) { self.rawValue = rawValue }
}

extension Upload {
  /// The title of the command that retries the upload; `nil` if there is nothing to retry.
  fileprivate var retryTitle: String? {
    guard canRetry else { return nil }
    return isWaitingToRetry ? "Retry now" : state == .interrupted || hasPart ? "Resume" : "Retry"
  }

  /// The title of the command that opens the upload; `nil` if there is nothing to open.
  var openTitle: String? {
    switch state {
    case .failed(let failure) where failure.isDuplicate: "Resolve"
    case .failed(let failure) where failure.cause == .unauthorized: "Sign in"
    case .failed, .retrying, .discarding(.some): "Details"
    case .interrupted: "Resume"
    default: nil
    }
  }
}
