extension String {
  /// The contents of a file written by a tape, without the mark that names the tape, because the mark depends on the
  /// folders of both.
  package var withoutTapeMark: String {
    replacing(/^(<svg xmlns="[^"]*") data-tape="[^"]*"/, maxReplacements: 1) { $0.1 }
      .replacing(/# [A-Za-z0-9._-]+:[0-9a-f]{16}\n$/, with: "")
  }
}
