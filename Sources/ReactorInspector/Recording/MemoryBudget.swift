import CReactorTerminal

/// The limit of the memory that a recording may take. The recording contains the program's states, whose size is
/// unknown. Therefore, the growth of all memory in use is counted, unless discarding epochs does not release it.
struct MemoryBudget {
  /// The number of bytes.
  let limit: Int
  /// A closure that returns the number of bytes in use.
  let measure: @MainActor () -> Int
  /// The number of bytes in use that do not belong to the recording.
  private var others: Int

  @MainActor
  init(limit: Int, measure: @escaping @MainActor () -> Int = { ct_memory_allocated() }) {
    self.limit = limit
    self.measure = measure
    others = measure()
  }

  /// Discards part of a recording if it takes too much memory.
  @MainActor
  mutating func enforce(_ forget: () -> Void) {
    let before = measure()
    guard before - others > limit else { return }
    forget()
    let after = measure()
    // If little memory was released, the program itself has grown.
    if before - after < limit / 16 { others = after }
  }
}
