import ShowroomTestSupport
import Testing

@testable import ShowroomNetwork

@Suite(.timeLimit(.minutes(20)))
struct ProxyTests {
  private func configuration(
    _ environment: [String: String], trusting certificate: TestCertificate? = nil
  ) throws -> WebConfiguration {
    .init(
      certificates: try TrustedCertificates(replacing: certificate?.certificate, adding: nil),
      proxies: WebProxies(environment: environment))
  }

  @Test(arguments: ["http_proxy", "HTTP_PROXY", "ALL_PROXY"])
  func `a request over http passes through the proxy of the environment`(name: String) async throws {
    let proxy = try await FaultyPeer { .answer(200, [:], "\($0.path) \($0.body.count)") }

    let answer = try await withClient(configuration([name: "http://127.0.0.1:\(proxy.port)"])) {
      try await $0.answer("PUT", "http://cars.example/a/../b?c", stream(sample(300_000)))
    }

    #expect(answer.text == "http://cars.example/a/../b?c 300000")
    #expect(proxy.requests.first?.header("Host") == "cars.example")
  }

  @Test(.enabled(if: TestCertificate.canBeMade, "skipped: openssl is not installed"))
  func `a request over https passes through a tunnel, so that the proxy sees nothing of it`() async throws {
    let certificate = try await TestCertificate()
    let server = try await FaultyPeer(tls: certificate.serverContext()) { .answer(200, [:], "\($0.body.count)") }
    let port = server.port
    let proxy = try await FaultyPeer { _ in .tunnel(port: port) }
    let configuration = try configuration(
      ["HTTPS_PROXY": "http://kim:sesame@127.0.0.1:\(proxy.port)"], trusting: certificate)

    let answer = try await withClient(configuration) {
      try await $0.answer("PUT", server.url("/x", host: "localhost"), stream(sample(300_000)))
    }

    #expect(answer.text == "300000")
    #expect(proxy.lines == ["CONNECT localhost:\(port)"])
    #expect(proxy.requests.first?.header("Proxy-Authorization") == "Basic a2ltOnNlc2FtZQ==")
    #expect(server.requests.first?.header("Proxy-Authorization") == nil)
  }

  @Test(arguments: ["127.0.0.1", "localhost,127.0.0.1", "*"])
  func `hosts in NO_PROXY are reached without a proxy`(hosts: String) async throws {
    let server = try await FaultyPeer { _ in .answer(200, [:], "direct") }
    let proxy = try await FaultyPeer { _ in .answer(500) }
    let environment = ["HTTP_PROXY": "http://127.0.0.1:\(proxy.port)", "no_proxy": hosts]

    #expect(
      try await withClient(configuration(environment)) { try await $0.answer("GET", server.url("/")) }.text == "direct")
    #expect(proxy.requests.isEmpty)
  }

  @Test func `the proxy of the other scheme is not used`() async throws {
    let server = try await FaultyPeer { _ in .answer(200) }
    let proxy = try await FaultyPeer { _ in .answer(500) }
    let environment = ["HTTPS_PROXY": "http://127.0.0.1:\(proxy.port)", "HTTP_PROXY": ""]
    #expect(
      try await withClient(configuration(environment)) { try await $0.answer("GET", server.url("/")) }.status == 200)
  }

  @Test(arguments: [403, 407, 502])
  func `a proxy that rejects the tunnel is reported`(status: Int) async throws {
    let proxy = try await FaultyPeer { _ in .answer(status) }
    let configuration = try configuration(["HTTPS_PROXY": "http://127.0.0.1:\(proxy.port)"])
    #expect(
      try await failure("https://cars.example/", "GET", .none, configuration) == .proxy(.rejected(status: status)))
  }

  @Test func `a proxy that cannot be reached is distinguished from the server`() async throws {
    let port = ReservedPort()
    let refusing = try configuration(["ALL_PROXY": "http://127.0.0.1:\(port.number)"])
    for url in ["http://cars.example/", "https://cars.example/"] {
      #expect(try await failure(url, "GET", .none, refusing) == .proxy(.refused))
    }
    let unknown = try configuration(["ALL_PROXY": "http://no-such-proxy.invalid:3128"])
    #expect(try await failure("http://cars.example/", "GET", .none, unknown) == .proxy(.unknownHost))
    withExtendedLifetime(port) {}
  }

  @Test(arguments: ["socks5", "socks5h"])
  func `a SOCKS proxy that cannot be reached is distinguished from the server`(scheme: String) async throws {
    let port = ReservedPort()
    let refusing = try configuration(["ALL_PROXY": "\(scheme)://127.0.0.1:\(port.number)"])
    let unknown = try configuration(["ALL_PROXY": "\(scheme)://no-such-proxy.invalid:1080"])

    for url in ["http://127.0.0.2/", "https://127.0.0.2/"] {
      #expect(try await failure(url, "GET", .none, refusing) == .proxy(.refused))
      #expect(try await failure(url, "GET", .none, unknown) == .proxy(.unknownHost))
    }
    withExtendedLifetime(port) {}
  }

  @Test(arguments: ["kim:sesame", nil])
  func `a SOCKS proxy receives the name of the server, and resolves it`(login: String?) async throws {
    let server = try await FaultyPeer { .answer(200, [:], "\($0.path) \($0.body.count)") }
    let proxy = try SOCKSProxy(to: server.port, login: login)
    let configuration = try configuration(
      ["ALL_PROXY": "socks5h://\(login.map { "\($0)@" } ?? "")127.0.0.1:\(proxy.port)"])

    let answer = try await withClient(configuration) {
      try await $0.answer("PUT", "http://cars.example/a", stream(sample(300_000)))
    }

    #expect(answer.text == "/a 300000")
    #expect(proxy.targets == ["cars.example:80"])
    #expect(server.requests.first?.header("Host") == "cars.example")
  }

  @Test(arguments: [
    (SOCKSProxy.Reply.failed, ProxyFailure.noConnection), (.notAllowed, .notAllowed), (.hostUnreachable, .noConnection),
    (.refused, .noConnection),
  ])
  func `a SOCKS proxy that makes no connection is reported`(reply: SOCKSProxy.Reply, expected: ProxyFailure)
    async throws
  {
    let proxy = try SOCKSProxy(to: 9, reply: reply)
    let configuration = try configuration(["ALL_PROXY": "socks5h://127.0.0.1:\(proxy.port)"])
    #expect(try await failure("http://cars.example/", "GET", .none, configuration) == .proxy(expected))
  }

  @Test(arguments: ["", "kim:wrong@"])
  func `a SOCKS proxy that does not accept the login is reported`(login: String) async throws {
    let proxy = try SOCKSProxy(to: 9, login: "kim:sesame")
    let configuration = try configuration(["ALL_PROXY": "socks5h://\(login)127.0.0.1:\(proxy.port)"])
    #expect(try await failure("http://cars.example/", "GET", .none, configuration) == .proxy(.signInRequired))
    #expect(proxy.targets.isEmpty)
  }

  @Test func `a server that a SOCKS proxy leaves to the client, and that is unknown, is reported`() async throws {
    let proxy = try SOCKSProxy(to: 9)
    let configuration = try configuration(["ALL_PROXY": "socks5://127.0.0.1:\(proxy.port)"])
    #expect(try await failure("http://no-such-host.invalid/", "GET", .none, configuration) == .unknownHost)
  }

  @Test(arguments: [
    "ftp://kim:sesame@127.0.0.1:21", "kim:sesame://127.0.0.1", "http://kim:sesame@", "http://kim:sesame@a b:80",
    "http://kim:sesame@127.0.0.1:0", "socks5h://kim:sesame@127.0.0.1:port", "kim:sesame",
    "http://kim:ses/ame@127.0.0.1",
  ])
  func `an invalid proxy address is reported without its password, unless the server needs no proxy`(
    address: String
  ) async throws {
    let server = try await FaultyPeer { _ in .answer(200) }
    for (variable, url) in [("HTTPS_PROXY", "https://cars.example/"), ("all_proxy", server.url("/"))] {
      let failure = try await failure(url, "GET", .none, configuration([variable: address]))
      #expect(failure == .proxy(.badAddress(variable: variable)))
    }
    #expect(
      ProxyFailure.badAddress(variable: "HTTPS_PROXY").description
        == "HTTPS_PROXY is not the address of a proxy, such as http://host:port or socks5h://host:port")
    let direct = try configuration(["HTTP_PROXY": address, "NO_PROXY": "127.0.0.1"])
    #expect(try await withClient(direct) { try await $0.answer("GET", server.url("/")) }.status == 200)
  }

  @Test(arguments: [
    ("proxy.example", "http://proxy.example"), ("HTTP://kim:p%40ss@[::1]:3128/", "http://[::1]:3128"),
    ("https://kim@Proxy.example:443", "https://proxy.example:443"), ("socks4a://10.0.0.1:1", "socks4a://10.0.0.1:1"),
  ])
  func `libcurl gets the address of a proxy without the login`(text: String, address: String) throws {
    let proxy = try #require(WebProxy(parsing: text))
    #expect(proxy.address == address)
    #expect(proxy.login?.user == (text.contains("kim") ? "kim" : nil))
    #expect(proxy.login?.password == (text.contains("%40") ? "p@ss" : text.contains("kim") ? "" : nil))
  }
}
