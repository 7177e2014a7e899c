import Catalogue
import ReactorCore
import ReactorTerminal

/// What is said of refreshes whatever screen is shown: the question before cars are removed, and the offer to undo it.
@MainActor
public final class RefreshChrome {
  /// What the toasts about a refresh are about: the later one takes the place of the earlier one.
  static let topic = "refresh"

  private let window: Window
  private let catalogue: LiveCatalogue
  private weak var question: AlertView?
  private let bag = DisposeBag()

  /// Says it in `window`.
  public init(window: Window, catalogue: LiveCatalogue) {
    self.window = window
    self.catalogue = catalogue
    catalogue.refreshQuestion.asObservable().bind { [weak self] in self?.ask($0) }.disposed(by: bag)
    catalogue.approvedRefreshes.asObservable().bind { [weak self] in self?.offerUndo($0) }.disposed(by: bag)
  }

  private func ask(_ asked: RefreshQuestion?) {
    question?.dismiss()
    question = asked.map { asked in
      window.alert(
        asked.title, asked.message, kind: .warning,
        buttons: [
          AlertButton("Keep", key: "n", role: .cancel) { [weak catalogue] in catalogue?.answerRefresh(false) },
          AlertButton("Remove", key: "y", role: .destructive) { [weak catalogue] in catalogue?.answerRefresh(true) },
        ])
    }
  }

  private func offerUndo(_ counts: RefreshCounts) {
    window.toast(
      RefreshOutcome.applied(counts).summary, kind: .success,
      action: Toast.Action("undo", key: "z") { [weak self] in self?.undo() }, topic: Self.topic,
      expired: { [weak catalogue] in
        Task.immediate(executorPreference: EffectExecutor.current) { await catalogue?.keepRefresh() }
      })
  }

  private func undo() {
    Task.immediate(executorPreference: EffectExecutor.current) { [window, catalogue] in
      do throws(CatalogueError) {
        if try await catalogue.undoRefresh() {
          window.toast("Restored the cars", kind: .success, topic: Self.topic)
        } else {
          window.toast("The cars have changed since: the refresh stays", kind: .warning, topic: Self.topic)
        }
      } catch {
        window.alert("The refresh was not undone", "\(error)", kind: .error)
      }
    }
  }
}

extension RefreshQuestion {
  fileprivate var title: String { "Remove \(grouped(loss.removed)) of \(grouped(loss.cars)) cars?" }

  fileprivate var message: String {
    let kept =
      switch loss.kept {
      case 0: ""
      case loss.removed: " They are favorites or have notes or files, so they stay, marked as withdrawn."
      default:
        " \(grouped(loss.kept)) of them \(loss.kept == 1 ? "is a favorite or has a note or files, and stays" : "are favorites or have notes or files, and stay"), "
          + "marked as withdrawn."
      }
    return "\(source) no longer has \(loss.removed == 1 ? "it" : "them").\(kept)"
  }
}
