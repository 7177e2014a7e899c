import ReactorCore
import ShowroomCatalog
import ShowroomFormatting
import ShowroomUploads

/// The uploaded files of all cars, latest first, with a search and a verification.
package final class UploadedFilesReactor: Reactor {
  /// The user actions on the screen.
  package enum Action: Sendable, Hashable {
    /// Reads the files. Sent when the screen appears, and when uploads end.
    case load
    /// Lists only files that contain these words in their name, location or destination, or have a result that begins
    /// with them.
    case search(String)
    /// Reads the listed files back and compares them with what was uploaded, or stops doing so.
    case toggleVerification
    /// Uploads a missing or changed file again.
    case uploadAgain(Attachment.ID)
  }

  /// The changes of the state.
  package enum Mutation: Sendable, Hashable {
    case setFiles([Attachment], carNames: [Car.ID: String])
    case setFailure(UploadFailure)
    case setSearch(String)
    /// The verification of this number of files begins; `nil` when it has ended.
    case setVerifying(Int?)
    case addFinding(AttachmentVerification.Finding)
  }

  /// The messages of the screen.
  package typealias Output = Message<Action>

  /// The contents of the screen.
  package struct State: Sendable, Hashable {
    /// The uploaded files of all cars, latest first; `nil` until they have been read.
    package internal(set) var files: [Attachment]? { didSet { list() } }
    /// The files that match the search.
    package private(set) var listed: [Attachment] = []
    package internal(set) var carNames: [Car.ID: String] = [:]
    /// The reason why the files could not be read.
    package internal(set) var failure: UploadFailure?
    /// The words to search for.
    package internal(set) var search = "" { didSet { list() } }
    /// The results of the latest verification.
    package internal(set) var findings: [Attachment.ID: AttachmentVerification.Finding] = [:]
    /// The number of files being verified; `nil` while none are. The files found by their results are listed at the
    /// end.
    package internal(set) var verifying: Int? {
      didSet { if verifying == nil, !search.isEmpty { list() } }
    }

    /// Whether the files have not been read yet.
    var isReading: Bool { files == nil && failure == nil }

    private mutating func list() {
      listed = files?.history(matching: search, findings) ?? []
    }
  }

  private enum Effect: Hashable, Sendable { case load, verify }

  package let store = Store<UploadedFilesReactor>(State())
  private let catalog: LiveCatalog
  private let uploads: LiveUploads

  /// Creates the screen's reactor.
  package init(catalog: LiveCatalog, uploads: LiveUploads) {
    self.catalog = catalog
    self.uploads = uploads
  }

  /// Reads the files again when any have been added or deleted.
  package func transform(action: Observable<Action>) -> Observable<Action> {
    action.merge(with: uploads.attachmentChanges.map { _ in .load })
  }

  package func mutate(action: Action) -> Observable<Mutation> {
    switch action {
    case .load: return load()
    case .search(let text): return .just(.setSearch(text))
    case .toggleVerification:
      if currentState.verifying != nil { return .concat(.cancel(id: Effect.verify), .just(.setVerifying(nil))) }
      return verify(currentState.listed)
    case .uploadAgain(let id): return uploadAgain(currentState.findings[id])
    }
  }

  private func load() -> Observable<Mutation> {
    let known = currentState.carNames
    return .run { [catalog, uploads] emit in
      let files = try await uploads.allAttachments().history()
      emit(.setFiles(files, carNames: catalog.names(of: files.lazy.map(\.car), known: known)))
    }
    .catch { .just(.setFailure($0 as? UploadFailure ?? UploadFailure(.store, "\($0)"))) }
    .cancellable(id: Effect.load, whenRunning: .cancelPrevious)
  }

  private func verify(_ files: [Attachment]) -> Observable<Mutation> {
    guard !files.isEmpty else { return .empty }
    return run { [weak self, uploads] emit in
      await uploads.verify(files) { emit(.addFinding($0)) }
      guard !Task.isCancelled, let findings = self?.currentState.findings.values else { return }
      let counts = findings.reduce(into: [AttachmentVerification.Outcome: Int]()) { $0[$1.outcome, default: 0] += 1 }
      let isGood = counts.keys.allSatisfy { $0 == .verified }
      emit.toast(AttachmentVerification.summary(of: counts) ?? "", kind: isGood ? .success : .warning)
    }
    .bracketed(by: .setVerifying(files.count), and: .setVerifying(nil))
    .cancellable(id: Effect.verify, whenRunning: .ignoreNew)
  }

  /// Uploads the file of a finding again. The outcome is announced like that of every upload, and the new attachment
  /// takes the place of the old one.
  private func uploadAgain(_ finding: AttachmentVerification.Finding?) -> Observable<Mutation> {
    guard let finding, finding.needsUpload else { return .empty }
    let name = finding.attachment.file.name
    return run { [uploads] emit in
      guard let remedy = finding.remedy(in: uploads.snapshot.value.uploads) else {
        return emit.toast("\(name) has changed, or its upload is no longer listed, so choose it again", kind: .warning)
      }
      let destination = try uploads.destinations.destination(of: finding.attachment)
      emit.toast("Uploading \(name) again")
      let outcomes = uploads.upload(
        [remedy.source], for: finding.attachment.car, to: destination, onDuplicate: remedy.onDuplicate)
      for try await _ in outcomes.values {}
    }
    .catch(alerting("Could not upload \(name) again"))
  }

  package func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .setFiles(let files, let carNames):
      state.files = files
      state.carNames = carNames
      state.failure = nil
      let known = Set(files.map(\.id))
      state.findings = state.findings.filter { known.contains($0.key) }
    case .setFailure(let failure): state.failure = failure
    case .setSearch(let text): state.search = text
    case .setVerifying(let count):
      state.verifying = count
      if count != nil { state.findings = [:] }
    case .addFinding(let finding): state.findings[finding.attachment.id] = finding
    }
  }
}
