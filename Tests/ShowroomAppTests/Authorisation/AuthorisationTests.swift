import Catalogue
import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing
import Uploads

@testable import ShowroomApp

@MainActor @Suite("Giving credentials to a destination", .timeLimit(.minutes(5)))
struct AuthorisationTests {
  private let stage = Stage(60, 16)
  private let uploads: ScriptedUploads
  private var script: UploadScript { uploads.script }

  private static let one = ScriptedUploads.web("one")
  private static let bucket =
    (try? ScriptedUploads.places.parse("s3://cars/2024?endpoint=https://s3.example.org")) ?? one

  init() {
    uploads = ScriptedUploads(clock: stage.clock)
  }

  private func reactor(_ destination: Destination = one) -> AuthorisationReactor {
    AuthorisationReactor(destination: destination, car: 1, uploads: uploads.live)
  }

  // MARK: The reactor

  @Test("they are held, tried, and only then written down")
  func saved() async {
    let store = TestStore(reactor())
    store.send(.setName("me")) { expect in expect(.setName("me")) { $0.name = "me" } }
    store.send(.setSecret(Secret("암호"))) { expect in expect(.setSecret(Secret("암호"))) { $0.secret = Secret("암호") } }
    store.send(.setSaved(true)) { expect in expect(.setSaved(true)) { $0.isSaved = true } }
    script.with { $0.gated = ["\(Self.one)"] }
    store.send(.submit) { expect in
      expect(.setProblem(nil))
      expect(.setTrying(true)) { $0.isTrying = true }
    }
    await script.asked(Self.one)
    let credentials = Credentials.password(user: "me", password: "암호")
    #expect(script.with { $0.held } == [credentials] && script.with { $0.saved } == [])
    store.send(.submit)
    await script.answer(Self.one)
    await store.receive(.setTrying(false), within: Showcase.patience) { $0.isTrying = false }
    await store.receive(.authorised) { $0.authorised = Self.one }
    await store.finish(within: Showcase.patience)
    #expect(script.with { $0.saved } == [credentials])
  }

  @Test("those that are refused are not written down; what is wrong stands there until something is changed")
  func refused() async {
    script.with {
      $0.surveys["\(Self.one)"] = .failure(UploadFailure(.unauthorised, "The server refuses them.", status: 401))
    }
    let reactor = reactor()
    reactor.action.send(.setKind(.token))
    reactor.action.send(.setSecret(Secret("abc")))
    reactor.action.send(.setSaved(true))
    reactor.action.send(.submit)
    _ = await first(reactor.state(\.problem)) { $0 == "The server refuses them." }
    #expect(!reactor.currentState.isTrying && reactor.currentState.authorised == nil)
    #expect(script.with { $0.held } == [.token("abc")] && script.with { $0.saved } == [])
    reactor.action.send(.setSecret(Secret("abcd")))
    #expect(reactor.currentState.problem == nil)
  }

  @Test("nothing is tried before it is whole", arguments: AuthorisationReactor.Kind.allCases)
  func incomplete(kind: AuthorisationReactor.Kind) async {
    let store = TestStore(reactor(kind == .accessKey ? Self.bucket : Self.one))
    store.send(.setKind(kind)) { expect in expect(.setKind(kind)) { $0.kind = kind } }
    let sentence = kind == .token ? "Type the token first." : "Type both first."
    store.send(.submit) { expect in expect(.setProblem(sentence)) { $0.problem = sentence } }
    await store.finish(within: Showcase.patience)
    #expect(script.with { $0.held } == [])
  }

  @Test("a bucket takes access keys, also temporary ones")
  func accessKey() async {
    let reactor = reactor(Self.bucket)
    #expect(reactor.currentState.kinds == [.accessKey])
    reactor.action.send(.setName("AKIA"))
    reactor.action.send(.setSecret(Secret("s")))
    reactor.action.send(.setSession(Secret("t")))
    reactor.action.send(.submit)
    _ = await first(reactor.state.map(\.authorised)) { $0 == Self.bucket }
    #expect(script.with { $0.held } == [.accessKey(id: "AKIA", secret: "s", session: "t")])
  }

  @Test("a secret is in no description, dump or difference")
  func secrets() {
    let secret = Secret("hunter2")
    var text = "\(secret) \(String(reflecting: secret))"
    dump(AuthorisationReactor.Action.setSecret(secret), to: &text)
    dump(AuthorisationReactor.Mutation.setSecret(secret), to: &text)
    var state = AuthorisationReactor.State(destination: Self.one)
    state.secret = secret
    dump(state, to: &text)
    #expect(!text.contains("hunter2"))
  }

  // MARK: The screen

  private func show(_ reactor: AuthorisationReactor) {
    let view = AuthorisationView()
    view.reactor = reactor
    stage.show(view)
  }

  @Test("what is secret is stars; Tab goes on, Enter signs in")
  func screen() async {
    let reactor = reactor()
    show(reactor)
    stage.terminal.type("me")
    stage.terminal.press(.tab)
    stage.terminal.type("암호q")
    stage.expect(
      """
       Cars › Sign in

        dav+https://one.example.org/cars wants to know who you
        are.

        With      ◀ User and password ▶
        User      me
        Password  ***
                  [ ] Keep them in a file that only you can read






       Enter Sign in  Esc Go on without
      """)
    stage.terminal.press(.tab, .space, .backTab, .enter)
    _ = await first(reactor.state.map(\.authorised)) { $0 == Self.one }
    #expect(script.with { $0.saved } == [.password(user: "me", password: "암호q")])
  }

  @Test("Enter goes to what is still empty, and complains only when it is pressed there")
  func goingOn() {
    let reactor = reactor()
    show(reactor)
    stage.terminal.type("me")
    stage.terminal.press(.enter)
    #expect(reactor.currentState.problem == nil)
    stage.terminal.press(.enter)
    #expect(reactor.currentState.problem == "Type both first.")
    stage.terminal.type("x")
    #expect(reactor.currentState.secret == Secret("x") && reactor.currentState.problem == nil)
  }

  @Test("a token needs no user")
  func token() {
    let reactor = reactor()
    show(reactor)
    stage.terminal.press(.backTab, .right)
    #expect(reactor.currentState.kind == .token)
    stage.terminal.press(.tab)
    stage.terminal.type("abc")
    #expect(!stage.text.contains("User ") && stage.text.contains("Token") && !stage.text.contains("abc"))
    #expect(reactor.currentState.secret == Secret("abc"))
    stage.terminal.press(.escape)
    #expect(reactor.currentState.cancelled)
  }
}
