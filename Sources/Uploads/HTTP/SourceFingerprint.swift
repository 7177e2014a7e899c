extension UploadSource {
  /// Names in a checkpoint the file, and its state, that the checkpoint is of: size, times and place on the disk. The time of
  /// the last change is part of it, because contents can be replaced without a trace in the others.
  var fingerprint: String { "\(size)-\(modified)-\(device)-\(inode)-\(changed.map { "\($0)" } ?? "")" }
}
