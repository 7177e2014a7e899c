/// A decoder that turns the bytes from a terminal into events.
///
/// The decoder is a value without a clock or a descriptor: the caller passes all bytes that it has read, and calls
/// ``flush()`` at the ``deadline``. Unknown sequences and invalid UTF-8 yield no events.
///
/// The library does not read keys with ncurses, which makes two system calls for each byte, stops the program after
/// Escape, merges the press and release of a click, and delivers unknown sequences as letters.
struct InputDecoder: Sendable {
  /// The maximum number of bytes in a paste, 1 MiB. The rest is discarded, and the paste is marked as truncated.
  static let pasteLimit = 1 << 20
  /// The time that a lone Escape byte waits for the rest of a sequence.
  static let escapeDelay: Duration = .milliseconds(25)
  /// The time that an unfinished sequence, character or paste waits for its end.
  static let sequenceDelay: Duration = .seconds(1)

  /// The bytes before a paste.
  static let pasteStart = Array("\u{1B}[200~".utf8)
  /// The bytes after a paste.
  static let pasteEnd = Array("\u{1B}[201~".utf8)

  /// The number of bytes from which a single read cannot have been typed. Such a read extends the deadline of an
  /// unfinished paste. A smaller read does not, because the end of the paste may be missing, and keys must soon work
  /// again.
  private static let pastedAtOnce = 32
  /// The time within which the rest of a reply is recognized after its first half was dropped.
  private static let halfDelay: Duration = .seconds(5)
  /// The maximum number of replies to keep. No terminal sends more at once.
  private static let replyLimit = 16

  private let describedKeys: [[UInt8]: Key]
  private var pending: [UInt8] = []
  private var paste: PasteCollector?
  /// Whether the last bytes were part of a string that is longer than any reply. The rest of the string is discarded.
  private var isSkipping = false
  /// The time at which the first half of a reply was dropped. The other half may still arrive.
  private var droppedHalf: ContinuousClock.Instant?
  /// The replies that were read since the last call of ``takeReplies()``.
  private var replies: [TerminalReply] = []
  private var mouse = MouseDecoder()
  /// The time at which the pending bytes began to wait, or at which the unfinished paste last grew.
  private var waitingSince: ContinuousClock.Instant?

  /// Creates a decoder of xterm's sequences. The keys in `describedKeys`, from the terminal's description, take
  /// precedence.
  init(describedKeys: [[UInt8]: Key] = [:]) { self.describedKeys = describedKeys }

  /// The time to call ``flush()``; `nil` if nothing is pending. Keys that arrive before then do not postpone it.
  var deadline: ContinuousClock.Instant? {
    waitingSince?.advanced(by: isEscape ? Self.escapeDelay : Self.sequenceDelay)
  }

  /// Whether the pending bytes may be just the Escape key, or a key with Alt.
  private var isEscape: Bool {
    !isInside && pending.count <= 2 && pending.first == 0x1B && pending.allSatisfy { $0 < 0x80 }
  }

  /// Whether the next bytes continue a paste or a string.
  private var isInside: Bool { paste != nil || isSkipping }

  /// Returns the events in `bytes`, which follow the bytes of the last call.
  mutating func decode(_ bytes: some Collection<UInt8>, at now: ContinuousClock.Instant = .now) -> [Event] {
    let isPasted = bytes.count >= Self.pastedAtOnce
    // Escape and the bytes after it belong together, no matter how late they are read. Longer sequences have expired.
    let isLate = deadline.map { now >= $0 } ?? false
    let missed = isLate && (isInside ? !isPasted : pending.count > 2) ? flush() : []
    let wasInside = isInside
    let (events, consumed) = read(bytes.dropFirst(lateHalf(in: bytes, at: now)), at: now)
    if pending.isEmpty, !isInside {
      waitingSince = nil
    } else if waitingSince == nil || (isInside ? !wasInside || isPasted || !events.isEmpty : consumed > 0) {
      waitingSince = now
    }
    return missed + events
  }

  /// Removes and returns the replies that were read since the last call.
  package mutating func takeReplies() -> [TerminalReply] {
    defer { replies = [] }
    return replies
  }

  /// Returns the number of bytes at the start of `bytes` that are the second half of a reply whose first half was
  /// dropped: part of a color, and a terminator.
  private mutating func lateHalf(in bytes: some Collection<UInt8>, at now: ContinuousClock.Instant) -> Int {
    guard let dropped = droppedHalf, pending.isEmpty, !isInside else { return 0 }
    if now >= dropped + Self.halfDelay { droppedHalf = nil }
    let length = bytes.prefix { "0123456789abcdefABCDEF/:;rgb#".utf8.contains($0) }.count
    let end = bytes.dropFirst(length)
    let terminator = end.first == 0x07 ? 1 : end.starts(with: [0x1B, 0x5C]) ? 2 : 0
    guard droppedHalf != nil, terminator > 0 else { return 0 }
    droppedHalf = nil
    return length + terminator
  }

  /// Returns the events and the number of bytes consumed, including pending ones.
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

  /// Returns the pending events at the ``deadline``: Escape itself or an unfinished paste. An unfinished sequence is
  /// dropped.
  mutating func flush() -> [Event] {
    if isSkipping || pending.starts(with: [0x1B, 0x5D]) || pending.starts(with: [0x1B, 0x50]) {
      droppedHalf = pending.count > 2 || isSkipping ? deadline : nil
    }
    waitingSince = nil
    if isSkipping {
      isSkipping = false
      pending = []
    }
    if var unfinished = paste {
      unfinished.append(pending[...])
      paste = nil
      pending = []
      return [.paste(unfinished.finished(isComplete: false))]
    }
    defer { pending = [] }
    guard pending.first == 0x1B else { return [] }
    // A byte beyond ASCII begins an incomplete character, which is dropped.
    if pending.count == 1 || pending[1] >= 0x80 { return [.key(.escape)] }
    // Of two Escapes before an incomplete sequence, the first is the key.
    if pending.count > 2, pending[1] == 0x1B { return [.key(.escape)] }
    guard pending.count == 2 else { return [] }
    if pending[1] == 0x1B { return [.key(.escape), .key(.escape)] }
    return [.key(Key(.character(Character(Unicode.Scalar(pending[1]))), .alt))]
  }

  /// Whether the last bytes were part of a paste that has not ended.
  var isPasting: Bool { paste != nil }

  /// Forgets an unfinished sequence or paste.
  mutating func discard() {
    pending = []
    paste = nil
    isSkipping = false
    waitingSince = nil
  }

  /// Reads one element at the start of `input`. Returns its number of bytes, or 0 if it is incomplete.
  private mutating func step(
    _ input: UnsafeBufferPointer<UInt8>, _ now: ContinuousClock.Instant, _ events: inout EventBatch
  ) -> Int {
    if paste != nil { return stepInPaste(input, &events) }
    if isSkipping {
      let used = stepInString(input)
      if used > 0 || isSkipping { return used }
    }
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
    // A letter with its accent is one key, and so are the two scalars of a flag.
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

  /// Discards a part of a string.
  private mutating func stepInString(_ input: UnsafeBufferPointer<UInt8>) -> Int {
    switch StringEnd.find(in: input, from: 0) {
    case .none: return input.count
    case .unfinished: return input.count - 1
    case .interrupted(let end), .terminated(_, let end):
      isSkipping = false
      return end
    }
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
      let rest = UnsafeBufferPointer(rebasing: input[1...])
      var inner = EventBatch()
      let used = stepAfterEscape(rest, now, &inner)
      guard used > 0 else { return 0 }
      // Only a key can be pressed with Alt. Before anything else, the first byte is the Escape key.
      if case .key(let key)? = inner.all.first {
        events.append(.key(Key(key.code, key.modifiers.union(.alt))))
      } else if !isUnknownKey(rest) {
        events.append(.key(.escape))
        for event in inner.all { events.append(event) }
      }
      return used + 1
    case 0x5B, 0x4F, 0x5D, 0x50:
      switch ControlSequence.read(input, described: describedKeys) {
      case .unfinished: return 0
      case .none: break
      case .overlong:
        isSkipping = true
        return 2
      case .complete(let sequence):
        interpret(sequence, now, &events)
        return sequence.length
      }
    default: break
    }
    return stepAfterAlt(UnsafeBufferPointer(rebasing: input[1...]), &events)
  }

  /// Returns whether `input` begins with the sequence of an unknown key. Unknown replies have a private marker.
  private func isUnknownKey(_ input: UnsafeBufferPointer<UInt8>) -> Bool {
    guard case .complete(let sequence) = ControlSequence.read(input, described: describedKeys) else { return false }
    return sequence.meaning == .nothing && (0x30...0x39 ~= input[2] || 0x41...0x7E ~= input[2])
  }

  /// Reads a key with Alt, which terminals send as Escape before the key.
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
    case .reply(let reply): if replies.count < Self.replyLimit { replies.append(reply) }
    case .nothing: break
    }
  }
}

/// The incomplete UTF-8 sequence at the end of a read.
package enum UTF8Tail {
  /// Returns the number of bytes of the scalar that begins with `byte`, or 1 if no scalar begins with it.
  static func expectedLength(startingWith byte: UInt8) -> Int {
    switch byte {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }

  /// Returns the number of bytes at the end of `bytes` that begin an incomplete scalar.
  package static func length(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
    for length in 1...3 where length <= bytes.count {
      let byte = bytes[bytes.count - length]
      if byte & 0xC0 == 0x80 { continue }
      return expectedLength(startingWith: byte) > length ? length : 0
    }
    return 0
  }
}
