import ReactorCore
import Testing

/// Runs a body, and expects every view, reactor, and flow that it creates to be released by the time it has returned.
///
/// ```swift
/// await expectReleased {
///   let screen = TestScreen { CarView(reactor: CarReactor(clock: $0)) }
///   screen.press("r")
/// }
/// ```
///
/// A failure lists the objects that are still alive, for example because a binding retains its view or an effect
/// retains its reactor. Objects created by tasks of the body also count; those of other tests running at the same time
/// do not. A reactor counts once its store is created, and a flow once it is coordinated.
///
/// - Parameters:
///   - sourceLocation: The location of a failure.
///   - report: A closure that receives a failure; by default, it records an issue in the running test.
///   - body: The code that creates the objects. It must not return them or assign them to variables outside the body.
@MainActor
public func expectReleased(
  sourceLocation: SourceLocation = #_sourceLocation, report: FailureReport = { recordIssue($0, at: $1) },
  _ body: @MainActor () async throws -> Void
) async rethrows {
  let objects = CreatedObjects()
  let subscription = Instrumentation.events.bind { event in
    if case .created = event.kind, CreatedObjects.current === objects { objects.sources.append(event.source) }
  }
  defer { subscription.dispose() }
  try await CreatedObjects.$current.withValue(objects, operation: body)
  // A canceled task releases the objects that it retains when it next runs.
  for _ in 0..<100 where !objects.living.isEmpty { await MainActorTurns.yield(1) }
  let living = objects.living
  guard !living.isEmpty else { return }
  let counts = Dictionary(living.map { ("\($0.type)", 1) }, uniquingKeysWith: +)
  let names = counts.keys.sorted().map { name in
    counts[name].map { $0 == 1 ? name : "\(name) (\($0))" } ?? name
  }
  report(
    "\(living.count) object\(living.count == 1 ? " is" : "s are") still alive: \(names.joined(separator: ", ")).",
    sourceLocation)
}

/// The objects created by the body of a test.
@MainActor
private final class CreatedObjects {
  @TaskLocal static var current: CreatedObjects?
  var sources: [ProgramEvent.Source] = []

  var living: [ProgramEvent.Source] { sources.filter { $0.object != nil } }
}
