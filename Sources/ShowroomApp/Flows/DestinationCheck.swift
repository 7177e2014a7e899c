import ReactorCore
import ReactorFlow
import ReactorTerminal
import ShowroomUploads

/// A check of a destination that runs while the user chooses files for it.
@MainActor
final class DestinationCheck {
  /// A reason why files cannot currently be uploaded.
  enum Obstacle: Sendable, Hashable {
    /// The destination requires sign-in.
    case signIn
    /// The destination does not accept files.
    case refusal(reason: String)

    /// The text shown in place of the destination's name.
    var notice: String {
      switch self {
      case .signIn: "Sign-in required"
      case .refusal: "Another destination is needed"
      }
    }
  }

  /// The result of the check.
  private enum Result: Sendable {
    /// The destination accepts files, or it has not answered and the queue will retry.
    case permitted
    case refused(Obstacle)
  }

  /// The destination that is checked.
  let destination: Destination
  /// A closure that receives the obstacle when it is found, or immediately if it is already known.
  var found: (@MainActor (Obstacle) -> Void)? {
    didSet { if case .refused(let obstacle) = result { found?(obstacle) } }
  }
  private var result: Result?
  private let finished = Relay<Void>()

  /// Begins a check.
  ///
  /// - Parameter info: A closure that queries the destination.
  init(of destination: Destination, asking info: @escaping @Sendable () async throws -> DestinationInfo) {
    self.destination = destination
    // Work off the main actor must run on the program's own threads.
    Task.immediate(executorPreference: EffectExecutor.current) { [weak self] in
      let result = await Self.result(of: info)
      self?.finish(result)
    }
  }

  private func finish(_ result: Result) {
    self.result = result
    if case .refused(let obstacle) = result { found?(obstacle) }
    finished.send(())
  }

  private nonisolated static func result(of info: @Sendable () async throws -> DestinationInfo) async -> Result {
    do {
      return try await info().readOnlyReason.map { .refused(.refusal(reason: $0)) } ?? .permitted
    } catch let failure as UploadFailure {
      switch failure.cause {
      case .unauthorized: return .refused(.signIn)
      case .forbidden, .noSpace, .protocol, .insecure: return .refused(.refusal(reason: failure.message))
      default: return .permitted
      }
    } catch {
      return .permitted
    }
  }

  /// Returns the obstacle; `nil` if there is none or the destination does not respond in time.
  func obstacle(within timeout: Duration, on clock: any Clock<Duration>) async -> Obstacle? {
    if result == nil {
      let timer = Task.immediate(executorPreference: EffectExecutor.current) { [finished] in
        if (try? await clock.sleep(for: timeout)) != nil { finished.send(()) }
      }
      _ = try? await finished.first()
      timer.cancel()
    }
    guard case .refused(let obstacle) = result else { return nil }
    return obstacle
  }
}

/// The only step of a dialog.
package enum DialogStep: Step {
  case required
}

/// A flow that presents a dialog and ends when the dialog is dismissed.
@MainActor
final class DialogFlow<Dialog: ModalView>: Flow {
  let root: Dialog
  private let window: Window

  init(_ dialog: Dialog, in window: Window) {
    root = dialog
    self.window = window
  }

  func navigate(to step: DialogStep) -> FlowContributors<DialogStep> {
    window.present(root)
    return .none
  }
}
