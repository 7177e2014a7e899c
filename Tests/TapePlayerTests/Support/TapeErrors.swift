import TapePlayer

/// What is wrong with a tape, in one line; nil when it is one.
func mistake(in text: String, file: String = "demo.tape") -> String? {
  do throws(TapeError) {
    _ = try Tape(parsing: text, file: file)
    return nil
  } catch {
    return error.description
  }
}

/// What a tape does.
func actions(of text: String) throws -> [TapeCommand.Action] {
  try Tape(parsing: text, file: "demo.tape").commands.map(\.action)
}
