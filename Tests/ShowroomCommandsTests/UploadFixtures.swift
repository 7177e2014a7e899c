import ShowroomUploads

extension Upload {
  /// Returns the upload of `a.pdf` to a folder.
  static func sample(_ state: State, sent: Int64 = 0) -> Upload {
    Upload(
      id: 1, car: 1, name: "a.pdf", path: "/home/me/a.pdf", destination: "/files", state: state,
      progress: UploadProgress(
        size: 96_000_000, confirmed: 0, sent: sent, isComplete: state == .done, rate: nil, remaining: nil),
      resumption: nil, isRecent: true)
  }
}

extension DestinationInfo {
  static let sample = DestinationInfo(
    engine: "local folder", resumption: .unsupported, publishesAtomically: true, checksum: "sha256", maximumSize: nil,
    freeBytes: 96_400_000_000, files: [])
}
