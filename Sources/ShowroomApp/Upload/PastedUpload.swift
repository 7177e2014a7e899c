import ReactorCore
import ShowroomCatalog
import ShowroomFilePicker
import ShowroomText
import ShowroomUploads

/// Pasted files that can be uploaded to a car if the user confirms.
package struct PastedUpload: Sendable, Hashable {
  package let car: Car.ID
  /// The name of the car; `nil` if the screen shows only that car.
  package let carName: String?
  package let pasted: PastedFiles
  /// The destination of new uploads.
  package let destination: String

  /// The result of a search for pasted files.
  enum Outcome: Sendable {
    case found(PastedUpload)
    /// A message about why the files cannot be uploaded.
    case problem(String)
  }

  /// Returns a stream that emits the files named in pasted text, or an empty stream if there are none.
  @MainActor
  static func find(
    in text: String, for car: Car.ID, named carName: String? = nil, _ uploads: LiveUploads?
  ) -> Observable<Outcome> {
    .run { emit in
      guard let uploads else { return }
      let outcome = await uploads.pastedFiles(in: text)
      if Task.isCancelled { return }
      switch outcome {
      case .nothing: break
      case .problem(let message): emit(.problem(message))
      case .found(let pasted):
        emit(
          .found(
            PastedUpload(
              car: car, carName: carName, pasted: pasted, destination: "\(uploads.destination.value)")))
      }
    }
  }

  /// Returns the confirmation to show before uploading the files: `Upload scan 1.pdf here?`, `Upload 3 files to Kia EV6
  /// 2024?`, with the size and the destination. Enter uploads, because nothing can be lost.
  func question<Action>(sending action: Action) -> Message<Action> {
    let size = "\(ByteFormatting.size(pasted.size)), to \(UploadCells.line(of: destination))"
    return .question(
      "Upload \(pasted.name) \(carName.map { "to \($0)" } ?? "here")?",
      text: ([size] + [pasted.omissions].compactMap(\.self)).joined(separator: "\n"), kind: .info,
      answers: [.init("Upload", key: "y", sends: action), .cancel(key: "n")])
  }
}
