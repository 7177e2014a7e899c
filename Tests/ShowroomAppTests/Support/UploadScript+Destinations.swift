import ShowroomTestSupport
import ShowroomUploads
import Testing

extension UploadScript {
  /// Completes the pending check of a destination.
  func answer(_ destination: Destination) async {
    // The check may not have begun yet.
    await asked(destination)
    let waiting = with { state in
      state.gated.remove("\(destination)")
      return state.waiting.removeValue(forKey: "\(destination)")
    }
    waiting?.resume()
  }

  /// Waits until a destination is being checked.
  func asked(_ destination: Destination) async {
    await eventually { with { $0.waiting["\(destination)"] != nil } }
  }

  /// Makes the destination reject every upload, report `info`, or, with neither, accept uploads again.
  func refuse(_ failure: UploadFailure?, info: DestinationInfo? = nil) {
    let destination = "\(ScriptedUploads.folder)"
    with { $0.destinationInfos[destination] = failure.map { .failure($0) } ?? info.map { .success($0) } }
  }
}
