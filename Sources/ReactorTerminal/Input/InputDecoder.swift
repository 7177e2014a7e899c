/// Turns the bytes that a terminal sends into events.
///
/// A value without a clock or a descriptor: it is given all that could be read, and says until when it waits for more.
/// Keys are not read through ncurses, which costs two system calls for each byte, stops the program after Escape, merges
/// the halves of a click and leaves sequences it does not know as letters.
///
/// Unknown sequences are swallowed whole, invalid UTF-8 is left out.
public struct InputDecoder: Sendable {
  /// Bytes of a paste that are kept, 1 MiB; the rest is thrown away and the paste says so.
  public static let pasteLimit = 1 << 20
  /// How long a lone Escape byte waits for the rest of a sequence.
  public static let escapeDelay: Duration = .milliseconds(25)
  /// How long an unfinished sequence or paste waits for its end.
  public static let sequenceDelay: Duration = .seconds(1)

  /// Bytes in one read that nobody types: a paste that goes on so gets more time. Fewer are keys that are pressed while
  /// its end is missing, which must not put off the moment from which keys are heard again.
  private static let pastedAtOnce = 32

  private let describedKeys: [[UInt8]: Key]
  private var pending: [UInt8] = []
  private var paste: PasteCollector?
  private var mouse = MouseDecoder()
  /// When what waits began to wait; of a paste, when it went on last.
  private var waitingSince: ContinuousClock.Instant?

  /// A decoder of xterm's sequences, and of `describedKeys`, which a terminal's description names, before them.
  public init(describedKeys: [[UInt8]: Key] = [:]) { self.describedKeys = describedKeys }

  /// When `flush` is due; nil if nothing waits. Asking for it does not move it, and neither do keys.
  public var deadline: ContinuousClock.Instant? {
    waitingSince?.advanced(by: paste == nil && pending.count <= 2 ? Self.escapeDelay : Self.sequenceDelay)
  }

  /// The events in `bytes`, which follow those of the last call.
  public mutating func decode(_ bytes: some Collection<UInt8>, at now: ContinuousClock.Instant = .now) -> [Event] {
    let isPasted = bytes.count >= Self.pastedAtOnce
    // Escape and what follows it belong together however late the bytes are read; anything longer had its time.
    let isLate = deadline.map { now >= $0 } ?? false
    let missed = isLate && (paste == nil ? pending.count > 2 : !isPasted) ? flush() : []
    let hadPaste = paste != nil
    let (events, consumed) = read(bytes, at: now)
    if pending.isEmpty, paste == nil {
      waitingSince = nil
    } else if waitingSince == nil || (paste == nil ? consumed > 0 : !hadPaste || isPasted || !events.isEmpty) {
      waitingSince = now
    }
    return missed + events
  }

  /// The events, and how many bytes made them, with those that waited.
  private mutating func read(
    _ bytes: some Collection<UInt8>, at now: ContinuousClock.Instant
  ) -> (events: [Event], consumed: Int) {
    var input = pending
    pending = []
    input.append(contentsOf: bytes)
    var events = EventBatch()
    var index = 0
    input.withUnsafeBufferPointer { input in
      while index < input.count {
        let rest = UnsafeBufferPointer(rebasing: input[index...])
        let used = step(rest, now, &events)
        if used == 0 {
          pending = Array(rest)
          break
        }
        index += used
      }
    }
    return (events.all, index)
  }

  /// What is left at the `deadline`: Escape itself, an unfinished paste. Half a sequence is dropped.
  public mutating func flush() -> [Event] {
    waitingSince = nil
    if var unfinished = paste {
      unfinished.append(pending[...])
      paste = nil
      pending = []
      return [.paste(unfinished.finished(isComplete: false))]
    }
    defer { pending = [] }
    guard pending.first == 0x1B, pending.count <= 2 else { return [] }
    guard pending.count == 2 else { return [.key(.escape)] }
    if pending[1] == 0x1B { return [.key(.escape), .key(.escape)] }
    return [.key(Key(.character(Character(Unicode.Scalar(pending[1]))), .alt))]
  }

  /// Reads one thing at the start of `input`. Returns the bytes used, 0 if it is not complete.
  private mutating func step(
    _ input: UnsafeBufferPointer<UInt8>, _ now: ContinuousClock.Instant, _ events: inout EventBatch
  ) -> Int {
    if paste != nil { return stepInPaste(input, &events) }
    let first = input[0]
    if first == 0x1B { return stepAfterEscape(input, now, &events) }
    if first < 0x20 || first == 0x7F {
      events.append(.key(KeySequences.control(first)))
      return 1
    }
    return stepInText(input, &events)
  }

  private func stepInText(_ input: UnsafeBufferPointer<UInt8>, _ events: inout EventBatch) -> Int {
    if input[0] < 0x80, input.count == 1 || input[1] < 0x80 {
      events.append(.key(Key(.character(Character(Unicode.Scalar(input[0]))))))
      return 1
    }
    let run = input.firstIndex { $0 < 0x20 || $0 == 0x7F } ?? input.count
    let complete = run == input.count ? run - UTF8Tail.length(of: input) : run
    // Whole characters: a letter and its accent, the scalars of a flag, are one key.
    for character in String(decoding: input[..<complete], as: UTF8.self) where character != "\u{FFFD}" {
      events.append(.key(Key(.character(character))))
    }
    return complete
  }

  private mutating func stepInPaste(_ input: UnsafeBufferPointer<UInt8>, _ events: inout EventBatch) -> Int {
    let (text, consumed, isComplete) = PasteCollector.split(input)
    paste?.append(input[..<text])
    if isComplete, let done = paste {
      events.append(.paste(done.finished(isComplete: true)))
      paste = nil
    }
    return consumed
  }

  private mutating func stepAfterEscape(
    _ input: UnsafeBufferPointer<UInt8>, _ now: ContinuousClock.Instant, _ events: inout EventBatch
  ) -> Int {
    guard input.count > 1 else { return 0 }
    switch input[1] {
    case 0x1B:
      guard input.count > 2 else { return 0 }
      guard input[2] == 0x5B || input[2] == 0x4F else {
        events.append(.key(.escape))
        return 1
      }
      var inner = EventBatch()
      let used = stepAfterEscape(UnsafeBufferPointer(rebasing: input[1...]), now, &inner)
      for event in inner.all { events.append(event.holdingAlt) }
      return used == 0 ? 0 : used + 1
    case 0x5B, 0x4F, 0x5D, 0x50:
      switch ControlSequence.read(input, described: describedKeys) {
      case .unfinished: return 0
      case .none: break
      case .complete(let sequence):
        interpret(sequence, now, &events)
        return sequence.length
      }
    default: break
    }
    return stepAfterAlt(UnsafeBufferPointer(rebasing: input[1...]), &events)
  }

  /// Escape before an ordinary key is how terminals send Alt.
  private func stepAfterAlt(_ input: UnsafeBufferPointer<UInt8>, _ events: inout EventBatch) -> Int {
    if input[0] < 0x20 || input[0] == 0x7F {
      let key = KeySequences.control(input[0])
      events.append(.key(Key(key.code, key.modifiers.union(.alt))))
      return 2
    }
    let length = UTF8Tail.expectedLength(startingWith: input[0])
    guard length <= input.count else { return 0 }
    for character in String(decoding: input[..<length], as: UTF8.self) where character != "\u{FFFD}" {
      events.append(.key(Key(.character(character), .alt)))
    }
    return length + 1
  }

  private mutating func interpret(
    _ sequence: ControlSequence, _ now: ContinuousClock.Instant, _ events: inout EventBatch
  ) {
    switch sequence.meaning {
    case .key(let key): events.append(.key(key))
    case .mouse(let report): if let event = mouse.event(for: report, at: now) { events.append(.mouse(event)) }
    case .pasteStart: paste = PasteCollector()
    case .focus(let gained): events.append(gained ? .focusGained : .focusLost)
    case .nothing: break
    }
  }
}
