import ReactorCore
import ReactorTerminal
import ShowroomCatalog
import ShowroomText

/// The notifications about refreshes, shown on all screens: the offer of a refresh when the source has changed, the
/// confirmation before cars are removed, and the offer to undo a removal.
@MainActor
package final class RefreshNotifications {
  /// The topic of all toasts about refreshes: a new toast replaces the previous one.
  static let topic = "refresh"

  /// A relay that emits when the user requests a refresh because the source has changed.
  let refreshRequested = Relay<Void>()
  private let window: Window
  private let catalog: LiveCatalog
  private let command: KeyBinding?
  private weak var question: AlertView?
  private let bag = DisposeBag()

  /// Creates the notifications and shows them in `window`.
  ///
  /// - Parameter command: The refresh command, whose key is offered when the source has changed. If `nil`, no key is
  ///   offered.
  package init(window: Window, catalog: LiveCatalog, refreshingBy command: KeyBinding? = nil) {
    self.window = window
    self.catalog = catalog
    self.command = command
    bag.collect {
      catalog.refreshQuestion.bind(with: self) { $0.ask($1) }
      catalog.approvedRefreshes.bind(with: self) { $0.offerUndo($1) }
      catalog.changedSource.unwrapped().bind(with: self) { $0.offerRefresh($1) }
    }
  }

  /// The maximum width of a file name in columns.
  private static let nameWidth = 40

  /// Reports that the source has changed, and offers the key of the refresh command.
  private func offerRefresh(_ change: ChangedSource) {
    let key = command.flatMap { window.keymap.applied(to: $0).keys.first }
    let glyphs: Theme.Glyphs = window.capabilities.isASCII ? .ascii : .unicode
    window.toast(
      "\(truncated(change.name, to: Self.nameWidth, ellipsis: glyphs.ellipsis)) has changed since it was read",
      action: key.map { key in
        Toast.Action("refresh", key: key) { [weak self] in self?.refreshRequested.send(()) }
      }, topic: "source")
  }

  private func ask(_ asked: RefreshQuestion?) {
    question?.dismiss()
    guard let asked else { return }
    let alert = AlertView(
      title: asked.title, message: asked.message, kind: .warning,
      buttons: [
        AlertButton("Keep", key: "n", role: .cancel) { [weak catalog] in catalog?.answerRefresh(false) },
        AlertButton(asked.approval, key: "y", role: .destructive) { [weak catalog] in catalog?.answerRefresh(true) },
      ])
    question = alert
    window.presentWhenIdle(alert) { [weak self, weak catalog] in
      self?.question === alert && catalog?.refreshQuestion.value != nil
    }
  }

  private func offerUndo(_ counts: RefreshCounts) {
    window.toast(
      RefreshOutcome.applied(counts).summary, kind: .success,
      action: Toast.Action("undo", key: "z") { [weak self] in self?.undo() }, topic: Self.topic,
      expired: { [weak catalog] in
        Task.immediate(executorPreference: EffectExecutor.current) { await catalog?.keepRefresh() }
      })
  }

  private func undo() {
    Task.immediate(executorPreference: EffectExecutor.current) { [window, catalog] in
      do throws(CatalogError) {
        if try await catalog.undoRefresh() {
          window.toast("Restored the previous cars", kind: .success, topic: Self.topic)
        } else {
          window.toast("Could not undo: the cars have changed since", kind: .warning, topic: Self.topic)
        }
      } catch {
        window.alert("Could not undo the refresh", "\(error)", kind: .error)
      }
    }
  }
}

extension RefreshQuestion {
  /// The number of cars that the refresh would delete.
  private var deleted: Int { loss.removed - loss.kept }

  var title: String {
    deleted > 0
      ? "Remove \(grouped(deleted)) of \(counted(loss.cars, "car"))?"
      : "Withdraw \(grouped(loss.kept)) of \(counted(loss.cars, "car"))?"
  }

  /// The title of the button that approves the refresh.
  fileprivate var approval: String { deleted > 0 ? "Remove" : "Withdraw" }

  var message: String {
    let kept =
      switch (deleted, loss.kept) {
      case (_, 0): ""
      case (0, 1): " It is a favorite or has a note, a price or files, so it is kept and marked as withdrawn."
      case (0, _): " They are favorites or have notes, prices or files, so they are kept and marked as withdrawn."
      case (_, 1): " Another one is a favorite or has a note, a price or files. It is kept and marked as withdrawn."
      default:
        " \(grouped(loss.kept)) others are favorites or have notes, prices or files. They are kept and marked as withdrawn."
      }
    let cars = (deleted > 0 ? deleted : loss.kept) == 1 ? "it" : "them"
    let lack = loss.isOlder ? "seems to be older than the catalog and does not list" : "no longer lists"
    return "\(source) \(lack) \(cars).\(kept)"
  }
}
