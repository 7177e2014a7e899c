import ShowroomTestSupport
import Testing

@testable import ShowroomNetwork

@Suite(.timeLimit(.minutes(5)))
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

  @Test func `a proxy that cannot be reached is told apart from the server`() async throws {
    let port = ReservedPort()
    let refusing = try configuration(["ALL_PROXY": "http://127.0.0.1:\(port.number)"])
    for url in ["http://cars.example/", "https://cars.example/"] {
      #expect(try await failure(url, "GET", .none, refusing) == .proxy(.refused))
    }
    let unknown = try configuration(["ALL_PROXY": "http://no-such-proxy.invalid:3128"])
    #expect(try await failure("http://cars.example/", "GET", .none, unknown) == .proxy(.unknownHost))
    withExtendedLifetime(port) {}
  }
}
