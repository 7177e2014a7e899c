import ShowroomSettings

extension UploadDependencies {
  /// Returns the uploads to be shared by all screens.
  @MainActor
  func live() -> LiveUploads {
    var service = UploadService(
      scheduler: scheduler, attachments: attachments, store: store, engines: engines, credentials: credentials,
      choice: choice)
    if let peer { service.engine = { _ in peer } }
    let uploads = LiveUploads(service: service, destinations: destinations, clock: clock)
    uploads.fileTime = fileTime
    return uploads
  }
}
