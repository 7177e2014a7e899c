import TapePlayer

/// Returns the error of a tape; `nil` if it is valid.
func mistake(in text: String, file: String = "demo.tape") -> String? {
  do throws(TapeError) {
    _ = try Tape(parsing: text, file: file)
    return nil
  } catch {
    return error.description
  }
}

func actions(of text: String) throws -> [TapeCommand.Action] {
  try Tape(parsing: text, file: "demo.tape").commands.map(\.action)
}
