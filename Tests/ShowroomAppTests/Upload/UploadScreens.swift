import ReactorCore
import ReactorTerminal
import ShowroomCatalog
import ShowroomUploads

@testable import ShowroomApp

/// The upload screen with a stub in place of its reactor.
@MainActor
final class UploadScreen {
  let stage: Stage
  let stub: Stub<UploadReactor>
  let view = UploadView()
  private let reactor: UploadReactor

  init(_ showcase: Showcase, _ width: Int = 80, _ height: Int = 24, ascii: Bool = false, state: UploadReactor.State) {
    stage = Stage(width, height, ascii: ascii)
    let uploads = ScriptedUploads(clock: stage.clock)
    reactor = UploadReactor(car: 1, catalog: showcase.live, uploads: uploads.live, clock: stage.clock)
    stub = reactor.stub()
    stub.state = state
    view.reactor = reactor
    stage.show(view)
  }

  /// The title bar, after a frame.
  var titleBar: String { String(stage.text.prefix { $0 != "\n" }) }

  /// The actions sent since the screen appeared.
  var actions: [UploadReactor.Action] { Array(stub.actions.dropFirst()) }
}

extension UploadReactor.State {
  /// Returns a state with uploads and a checked destination, which is that of the uploads if `car` is set.
  @MainActor
  static func showing(
    _ uploads: [Upload], car: Car.ID? = 1, info: DestinationInfo = Self.info, isPaused: Bool = false
  ) -> Self {
    var uploads = uploads
    if car != nil { for index in uploads.indices { uploads[index].destination = "\(ScriptedUploads.web("files"))" } }
    var state = Self(
      UploadReactor.Choice(car: car, destination: ScriptedUploads.web("files")),
      carName: car == nil ? nil : "Kia K5 2021",
      carNames: car == nil ? [1: "Kia K5 2021", 2: "Kia K5 2022"] : [:],
      snapshot: UploadSnapshot(uploads: uploads, isPaused: isPaused))
    if car != nil { state.destinationStatus = .known(info) }
    return state
  }

  nonisolated static let info = DestinationInfo(
    engine: "WebDAV", resumption: .unsupported, publishesAtomically: true, maximumSize: 5_000_000_000,
    freeBytes: 96_400_000_000,
    files: [
      StoredFile(name: "brochure.pdf", location: "/brochure.pdf", size: 1_000_000),
      StoredFile(name: "견적서.pdf", location: "/견적서.pdf", size: 400_000),
    ])

  nonisolated static let everyState: [Upload] = [
    ScriptedUploads.upload(1, "brochure.pdf", size: 1_000_000, .done),
    ScriptedUploads.upload(
      2, "정비 이력 2021년부터 2024년까지.pdf", .uploading, confirmed: 12_400_000, sent: 43_000_000, rate: 1_200_000,
      timeLeft: 45),
    ScriptedUploads.upload(3, "video.mp4", size: 5_000_000_000, .hashing(bytes: 2_500_000_000)),
    ScriptedUploads.upload(4, "photo-1.jpg", size: 2_000_000, .verifying, confirmed: 2_000_000),
    ScriptedUploads.upload(5, "photo-2.jpg", size: 2_000_000),
    ScriptedUploads.upload(
      6, "photo-3.jpg", size: 2_000_000,
      .retrying(UploadFailure(.unavailable, "The server is busy.", status: 503), attempt: 2, inSeconds: 4.2),
      confirmed: 1_000_000),
    ScriptedUploads.upload(
      7, "photo-4.jpg", size: 2_000_000,
      .failed(
        UploadFailure(.noSpace, "The server has not enough free space.", status: 507, serverText: "quota exceeded"))),
    ScriptedUploads.upload(8, "photo-5.jpg", size: 2_000_000, .canceled),
    ScriptedUploads.upload(9, "photo-6.jpg", size: 2_000_000, .interrupted, confirmed: 500_000),
    ScriptedUploads.upload(10, "photo-7.jpg", size: 2_000_000, .elsewhere),
  ]
}
