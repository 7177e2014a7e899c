import ReactorCore
import ShowroomTestSupport

/// A stream of random operators whose closures send to its own sources and dispose of its subscription while it runs.
indirect enum StreamProgram: CustomStringConvertible {
  case just, empty, from, failing, never, run, unruly
  case relay(Int)
  case state(Int)
  case map(StreamProgram, Reaction)
  case filter(StreamProgram, Reaction)
  case scan(StreamProgram)
  case distinct(StreamProgram)
  case skip(StreamProgram)
  case take(StreamProgram, Int)
  case observed(StreamProgram, onNext: Reaction, onEnd: Reaction)
  case flatMap(StreamProgram, StreamProgram, Reaction)
  case flatMapLatest(StreamProgram, StreamProgram, Reaction)
  case concat([StreamProgram])
  case merge([StreamProgram])
  case combineLatest(StreamProgram, StreamProgram)
  case withLatestFrom(StreamProgram, StreamProgram)
  case takeUntil(StreamProgram, StreamProgram)
  case skipUntil(StreamProgram, StreamProgram)
  case takeWhile(StreamProgram, Reaction, inclusive: Bool)
  case skipWhile(StreamProgram, Reaction)
  case flatMapFirst(StreamProgram, StreamProgram, Reaction)
  case concatMap(StreamProgram, StreamProgram, Reaction)
  case mergeLimited([StreamProgram], Int)
  case switchLatest([StreamProgram])
  case zip(StreamProgram, StreamProgram)
  case zipAll([StreamProgram])
  case combineAll([StreamProgram])
  case shared(StreamProgram, replay: Int, SharingScope)
  case retry(StreamProgram, Int)
  case retryWhen(StreamProgram, StreamProgram)
  case materialized(StreamProgram, Reaction)
  case toArray(StreamProgram)
  case pairwise(StreamProgram)
  case unretained(StreamProgram)
  case timed(StreamProgram, Timing)
  case timeout(StreamProgram, StreamProgram, seconds: Int)
  case interval(seconds: Int)
  case caught(StreamProgram, StreamProgram, Reaction)
  case bracketed(StreamProgram)
  case cancellable(StreamProgram, id: Int, CancellationPolicy)
  case cancel(id: Int)

  /// An operator that measures time, in seconds.
  enum Timing {
    case delay(Int)
    case debounce(Int)
    case throttle(Int, latest: Bool)
    case buffer(Int, count: Int)
    case take(Int)
    case indicate(Int)

    init(_ chance: inout SeededChance) {
      let seconds = Int.random(in: 0...3, using: &chance)
      switch Int.random(in: 0..<6, using: &chance) {
      case 0: self = .delay(seconds)
      case 1: self = .debounce(seconds)
      case 2: self = .throttle(seconds, latest: Bool.random(using: &chance))
      case 3: self = .buffer(seconds, count: Int.random(in: 1...3, using: &chance))
      case 4: self = .take(seconds)
      default: self = .indicate(seconds)
      }
    }
  }

  /// A side effect of a closure in the middle of a stream.
  enum Reaction {
    case nothing
    case send(Int)
    case accept(Int)
    case dispose

    init(_ chance: inout SeededChance) {
      switch Int.random(in: 0..<8, using: &chance) {
      case 0: self = .dispose
      case 1, 2: self = .send(Int.random(in: 0..<StreamWorld.relayCount, using: &chance))
      case 3: self = .accept(Int.random(in: 0..<StreamWorld.relayCount, using: &chance))
      default: self = .nothing
      }
    }
  }

  /// Creates a random program of at most `depth` nested operators.
  init(_ chance: inout SeededChance, depth: Int) {
    func next() -> StreamProgram { StreamProgram(&chance, depth: depth - 1) }
    func reaction() -> Reaction { Reaction(&chance) }
    func source() -> Int { Int.random(in: 0..<StreamWorld.relayCount, using: &chance) }
    let kind = Int.random(in: 0..<(depth > 0 ? 54 : 10), using: &chance)
    switch kind {
    case 0: self = .just
    case 1: self = .empty
    case 2: self = .from
    case 3: self = .failing
    case 4: self = .run
    case 5: self = .unruly
    case 6: self = .never
    case 7: self = .state(source())
    case 8, 9: self = .relay(source())
    case 10, 11: self = .map(next(), reaction())
    case 12: self = .filter(next(), reaction())
    case 13: self = .scan(next())
    case 14: self = .distinct(next())
    case 15: self = .skip(next())
    case 16, 17: self = .take(next(), Int.random(in: 1...3, using: &chance))
    case 18, 19: self = .observed(next(), onNext: reaction(), onEnd: reaction())
    case 20: self = .flatMap(next(), next(), reaction())
    case 21, 22: self = .flatMapLatest(next(), next(), reaction())
    case 23: self = .concat([next(), next(), next()])
    case 24: self = .merge([next(), next(), next()])
    case 25: self = .combineLatest(next(), next())
    case 26: self = .withLatestFrom(next(), next())
    case 27, 28: self = .takeUntil(next(), next())
    case 29: self = .caught(next(), next(), reaction())
    case 30: self = .bracketed(next())
    case 31: self = .skipUntil(next(), next())
    case 32: self = .takeWhile(next(), reaction(), inclusive: Bool.random(using: &chance))
    case 33: self = .skipWhile(next(), reaction())
    case 34, 35: self = .flatMapFirst(next(), next(), reaction())
    case 36: self = .concatMap(next(), next(), reaction())
    case 37: self = .mergeLimited([next(), next(), next()], Int.random(in: 1...2, using: &chance))
    case 38: self = .switchLatest([next(), next()])
    case 39: self = .zip(next(), next())
    case 40: self = .zipAll([next(), next(), next()])
    case 41: self = .combineAll([next(), next(), next()])
    case 42, 43:
      self = .shared(
        next(), replay: Int.random(in: 0...2, using: &chance),
        Bool.random(using: &chance) ? .whileConnected : .forever)
    case 44: self = .retry(next(), 2)
    case 45: self = .retryWhen(next(), next())
    case 46: self = .materialized(next(), reaction())
    case 47: self = .toArray(next())
    case 48: self = .pairwise(next())
    case 49: self = .unretained(next())
    case 50, 51: self = .timed(next(), Timing(&chance))
    case 52: self = .timeout(next(), next(), seconds: Int.random(in: 0...3, using: &chance))
    default:
      if Bool.random(using: &chance) {
        self = .interval(seconds: Int.random(in: 1...3, using: &chance))
        return
      }
      let policies: [CancellationPolicy] = [.cancelPrevious, .keepBoth, .ignoreNew]
      self =
        Bool.random(using: &chance)
        ? .cancel(id: source())
        : .cancellable(next(), id: source(), policies[Int.random(in: 0..<3, using: &chance)])
    }
  }

  var description: String {
    switch self {
    case .just: "just"
    case .empty: "empty"
    case .from: "from"
    case .failing: "error"
    case .never: "never"
    case .run: "run"
    case .unruly: "unruly"
    case .relay(let index): "relay\(index)"
    case .state(let index): "state\(index)"
    case .map(let stream, let reaction): "\(stream).map(\(reaction))"
    case .filter(let stream, let reaction): "\(stream).filter(\(reaction))"
    case .scan(let stream): "\(stream).scan"
    case .distinct(let stream): "\(stream).distinct"
    case .skip(let stream): "\(stream).skip"
    case .take(let stream, let count): "\(stream).take(\(count))"
    case .observed(let stream, let onNext, let onEnd): "\(stream).do(\(onNext), end: \(onEnd))"
    case .flatMap(let stream, let inner, let reaction): "\(stream).flatMap(\(reaction), \(inner))"
    case .flatMapLatest(let stream, let inner, let reaction): "\(stream).flatMapLatest(\(reaction), \(inner))"
    case .concat(let streams): "concat\(streams)"
    case .merge(let streams): "merge\(streams)"
    case .combineLatest(let first, let second): "combineLatest(\(first), \(second))"
    case .withLatestFrom(let stream, let other): "\(stream).withLatestFrom(\(other))"
    case .takeUntil(let stream, let trigger): "\(stream).take(until: \(trigger))"
    case .skipUntil(let stream, let trigger): "\(stream).skipUntil(\(trigger))"
    case .takeWhile(let stream, let reaction, let inclusive): "\(stream).takeWhile(\(reaction), \(inclusive))"
    case .skipWhile(let stream, let reaction): "\(stream).skipWhile(\(reaction))"
    case .flatMapFirst(let stream, let inner, let reaction): "\(stream).flatMapFirst(\(reaction), \(inner))"
    case .concatMap(let stream, let inner, let reaction): "\(stream).concatMap(\(reaction), \(inner))"
    case .mergeLimited(let streams, let limit): "merge\(streams).limited(\(limit))"
    case .switchLatest(let streams): "switchLatest\(streams)"
    case .zip(let first, let second): "zip(\(first), \(second))"
    case .zipAll(let streams): "zip\(streams)"
    case .combineAll(let streams): "combineLatest\(streams)"
    case .shared(let stream, let replay, let scope): "\(stream).share(\(replay), \(scope))"
    case .retry(let stream, let count): "\(stream).retry(\(count))"
    case .retryWhen(let stream, let trigger): "\(stream).retryWhen(\(trigger))"
    case .materialized(let stream, let reaction): "\(stream).materialized(\(reaction))"
    case .toArray(let stream): "\(stream).toArray"
    case .pairwise(let stream): "\(stream).pairwise"
    case .unretained(let stream): "\(stream).withUnretained"
    case .timed(let stream, let timing): "\(stream).\(timing)"
    case .timeout(let stream, let other, let seconds): "\(stream).timeout(\(seconds), \(other))"
    case .interval(let seconds): "interval(\(seconds))"
    case .caught(let stream, let recovery, let reaction): "\(stream).catch(\(reaction), \(recovery))"
    case .bracketed(let stream): "\(stream).bracketed"
    case .cancellable(let stream, let id, let policy): "\(stream).cancellable(\(id), \(policy))"
    case .cancel(let id): "cancel(\(id))"
    }
  }
}
