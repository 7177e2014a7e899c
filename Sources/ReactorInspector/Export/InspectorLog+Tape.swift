import ReactorTerminal
import TapePlayer

extension InspectorLog {
  /// Returns a tape of the input of some epochs. Playing it from the same start leads to the same screen.
  ///
  /// Text typed into secret fields is replaced. An epoch without input only lengthens the tape, so that the tape ends
  /// after it.
  ///
  /// - Parameters:
  ///   - numbers: The numbers of the epochs. Epochs that are no longer kept are left out.
  ///   - size: The size of the screen at the start.
  ///   - title: The comment on the first line.
  public func tape(of numbers: some Sequence<Int>, size: Size, title: String) -> String {
    let marked = Set(numbers).sorted().compactMap(epoch)
    // The tape of a whole session begins when the session began.
    let start = marked.first.map { $0.number == 1 ? .zero : $0.time } ?? .zero
    let writer = TapeWriter(size: size, title: title, at: start)
    var (end, lastInput) = (start, start)
    for epoch in marked {
      end = max(end, epoch.items.last?.time ?? epoch.time)
      guard case .input(let records) = epoch.trigger else { continue }
      lastInput = epoch.time
      for record in records { writer.record(record.event, at: epoch.time, isSecret: record.isSecret) }
    }
    // A writer leaves out short pauses, even the one in which the last effect ends.
    if end > lastInput { end = max(end, lastInput + TapeWriter.shortestPause) }
    return writer.tape(endingAt: end)
  }
}
