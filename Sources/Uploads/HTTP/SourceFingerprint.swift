extension UploadSource {
  /// Tells in a checkpoint which file, in which state, it is of: size, date and place on the disk.
  var fingerprint: String { "\(size)-\(modified)-\(device)-\(inode)" }
}
