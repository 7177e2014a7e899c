import ReactorCore
import ReactorTerminal
import ReactorTesting
import ShowroomTestSupport
import ShowroomUploads
import Testing

@testable import ShowroomApp

@MainActor @Suite(.timeLimit(.minutes(20)))
struct AuthorizationTests {
  private let stage = Stage(60, 16)
  private let uploads: ScriptedUploads
  private var script: UploadScript { uploads.script }

  private static let one = ScriptedUploads.web("one")
  private static let bucket =
    (try? ScriptedUploads.destinations.parse("s3://cars/2024?endpoint=https://s3.example.org")) ?? one

  init() {
    uploads = ScriptedUploads(clock: stage.clock)
  }

  private func reactor(_ destination: Destination = one) -> AuthorizationReactor {
    AuthorizationReactor(destination: destination, car: 1, uploads: uploads.live)
  }

  // MARK: The reactor

  @Test func `credentials are saved only after the destination has accepted them`() async {
    let store = TestStore(reactor())
    store.send(.set(\.name, "me")) { expect in expect(.set(\.name, "me")) { $0.name = "me" } }
    store.send(.set(\.secret, Secret("암호"))) { expect in
      expect(.set(\.secret, Secret("암호"))) { $0.secret = Secret("암호") }
    }
    store.send(.set(\.isSaved, true)) { expect in expect(.set(\.isSaved, true)) { $0.isSaved = true } }
    script.with { $0.gated = ["\(Self.one)"] }
    store.send(.submit) { expect in
      expect(.set(\.errorMessage, nil))
      expect(.set(\.isSigningIn, true)) { $0.isSigningIn = true }
    }
    await script.asked(Self.one)
    let credentials = Credentials.password(user: "me", password: "암호")
    #expect(script.with { $0.held } == [credentials] && script.with { $0.saved } == [])
    store.send(.submit)
    await script.answer(Self.one)
    await store.receive(.set(\.isSigningIn, false), within: Showcase.timeout) { $0.isSigningIn = false }
    await store.receive(output: .authorized)
    await store.finish(within: Showcase.timeout)
    #expect(script.with { $0.saved } == [credentials])
  }

  @Test func `rejected credentials are not saved, and the error is shown until a field changes`() async {
    script.with {
      $0.destinationInfos["\(Self.one)"] = .failure(
        UploadFailure(.unauthorized, "The credentials were rejected.", status: 401))
    }
    let reactor = reactor()
    let outputs = Recorder(reactor.outputs)
    reactor.action.send(.set(\.kind, .token))
    reactor.action.send(.set(\.secret, Secret("abc")))
    reactor.action.send(.set(\.isSaved, true))
    reactor.action.send(.submit)
    _ = await first(reactor.state(\.errorMessage)) { $0 == "The credentials were rejected." }
    #expect(!reactor.currentState.isSigningIn && outputs.elements.isEmpty)
    #expect(script.with { $0.held } == [.token("abc")] && script.with { $0.saved } == [])
    reactor.action.send(.set(\.secret, Secret("abcd")))
    #expect(reactor.currentState.errorMessage == nil)
  }

  @Test(arguments: AuthorizationReactor.Kind.allCases)
  func `incomplete credentials are not sent`(kind: AuthorizationReactor.Kind) async {
    let store = TestStore(reactor(kind == .accessKey ? Self.bucket : Self.one))
    store.send(.set(\.kind, kind)) { expect in expect(.set(\.kind, kind)) { $0.kind = kind } }
    store.send(.submit)
    await store.finish(within: Showcase.timeout)
    #expect(script.with { $0.held } == [])
  }

  @Test func `a bucket accepts access keys, including temporary ones`() async {
    let reactor = reactor(Self.bucket)
    #expect(reactor.currentState.kind == .accessKey)
    reactor.action.send(.set(\.name, "AKIA"))
    reactor.action.send(.set(\.secret, Secret("s")))
    reactor.action.send(.set(\.sessionToken, Secret("t")))
    let outputs = Recorder(reactor.outputs)
    reactor.action.send(.submit)
    await eventually { outputs.elements == [.authorized] }
    #expect(script.with { $0.held } == [.accessKey(id: "AKIA", secret: "s", session: "t")])
  }

  @Test func `a secret does not appear in descriptions or dumps`() {
    let secret = Secret("hunter2")
    var text = "\(secret) \(String(reflecting: secret))"
    dump(AuthorizationReactor.Action.set(\.secret, secret), to: &text)
    dump(AuthorizationReactor.Mutation.set(\.secret, secret), to: &text)
    var state = AuthorizationReactor.State(destination: Self.one)
    state.secret = secret
    dump(state, to: &text)
    #expect(!text.contains("hunter2"))
  }

  // MARK: The screen

  private func show(_ reactor: AuthorizationReactor) {
    let view = AuthorizationView(reactor.currentState.destination)
    view.reactor = reactor
    stage.show(view)
  }

  @Test func `secrets are shown as asterisks, Tab moves between fields and Enter signs in`() async {
    let reactor = reactor()
    show(reactor)
    stage.terminal.type("me")
    stage.terminal.press(.tab)
    stage.terminal.type("암호q")
    stage.expect(
      """
       Cars › Sign in

        Sign in to dav+https://one.example.org/cars.

        Method    ◀ User and password ▶
        User      me
        Password  ***
                  [ ] Save to a file that only you can read







       Enter Sign in  Esc Cancel
      """)
    let outputs = Recorder(reactor.outputs)
    stage.terminal.press(.tab, .space, .backTab, .enter)
    await eventually { outputs.elements == [.authorized] }
    #expect(script.with { $0.saved } == [.password(user: "me", password: "암호q")])
  }

  @Test func `Enter requests a missing password below its field, until something is typed there`() {
    let reactor = reactor()
    show(reactor)
    stage.terminal.type("me")
    stage.terminal.press(.enter)
    stage.expect(
      """
       Cars › Sign in

        Sign in to dav+https://one.example.org/cars.

        Method    ◀ User and password ▶
        User      me
        Password
                  ✗ Enter a password.
                  [ ] Save to a file that only you can read






       Enter Sign in  Esc Cancel
      """)

    stage.terminal.type("x")

    #expect(reactor.currentState.secret == Secret("x") && !stage.text.contains("Enter a password."))
    #expect(!reactor.currentState.isSigningIn && script.with { $0.held } == [])
  }

  @Test func `the reason of a destination is shown below the password, and an access key is requested by its name`()
    async
  {
    script.with {
      $0.destinationInfos["\(Self.bucket)"] = .failure(
        UploadFailure(.unauthorized, "The credentials were rejected.", status: 403))
    }
    let reactor = reactor(Self.bucket)
    show(reactor)
    stage.terminal.press(.enter)
    #expect(stage.text.contains("✗ Enter an access key.") && stage.text.contains("✗ Enter a secret key."))

    stage.terminal.type("AKIA")
    stage.terminal.press(.tab)
    stage.terminal.type("abc")
    stage.terminal.press(.enter)
    _ = await first(reactor.state(\.errorMessage)) { $0 != nil }

    stage.expect(
      """
       Cars › Sign in

        Sign in to
        s3://cars/2024?endpoint=https://s3.example.org.

        Access key     AKIA
        Secret key     ***
                       ✗ The credentials were rejected.
        Session token  for temporary keys only
                       [ ] Save to a file that only you can read





       Enter Sign in  Esc Cancel
      """)
  }

  @Test func `Enter on the checkbox signs in, as its hint says`() async {
    let reactor = reactor()
    show(reactor)
    stage.terminal.type("me")
    stage.terminal.press(.tab)
    stage.terminal.type("secret")
    stage.terminal.press(.tab, .space)
    #expect(stage.text.contains("[x] Save to a file") && stage.text.contains("Enter Sign in"))

    let outputs = Recorder(reactor.outputs)
    stage.terminal.press(.enter)

    await eventually { outputs.elements == [.authorized] }
    #expect(script.with { $0.saved } == [.password(user: "me", password: "secret")])
    #expect(stage.text.contains("[x] Save to a file"))
  }

  @Test func `a token requires no user name`() {
    let reactor = reactor()
    show(reactor)
    stage.terminal.press(.backTab, .right)
    #expect(reactor.currentState.kind == .token)
    stage.terminal.press(.tab)
    stage.terminal.type("abc")
    #expect(!stage.text.contains("User ") && stage.text.contains("Token") && !stage.text.contains("abc"))
    #expect(reactor.currentState.secret == Secret("abc"))
    let outputs = Recorder(reactor.outputs)
    stage.terminal.press(.escape)
    #expect(outputs.elements == [.canceled])
  }
}
