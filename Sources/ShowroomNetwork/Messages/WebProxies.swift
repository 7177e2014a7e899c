/// The proxies that the environment specifies.
package struct WebProxies: Sendable, Hashable {
  /// The value of a proxy variable.
  enum Setting: Sendable, Hashable {
    case proxy(WebProxy)
    /// The variable does not contain the address of a proxy. It may contain a password, so only its name is kept.
    case invalid(variable: String)
  }

  /// The proxies for both schemes.
  let http: Setting?, https: Setting?
  /// The hosts that are reached without a proxy, in libcurl's syntax.
  let except: String?

  /// Reads `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY`. Lowercase names take precedence, as in other
  /// programs.
  package init(environment: [String: String] = [:]) {
    func value(_ name: String) -> (variable: String, text: String)? {
      func setting(_ variable: String) -> (variable: String, text: String)? {
        environment[variable].flatMap { $0.isEmpty ? nil : (variable, $0) }
      }
      return setting(name.lowercased()) ?? setting(name)
    }
    func proxy(_ name: String) -> Setting? {
      (value(name) ?? value("ALL_PROXY")).map { variable, text in
        WebProxy(parsing: text).map(Setting.proxy) ?? .invalid(variable: variable)
      }
    }
    http = proxy("HTTP_PROXY")
    https = proxy("HTTPS_PROXY")
    except = value("NO_PROXY")?.text
  }

  /// Returns the proxy setting for an address. libcurl ignores it if the host is listed in ``except``.
  func setting(for url: WebAddress) -> Setting? { url.scheme == .https ? https : http }
}

struct WebProxy: Sendable, Hashable {
  /// The proxy protocols that libcurl supports.
  enum Scheme: String {
    case http, https, socks4, socks4a, socks5, socks5h
  }

  let scheme: Scheme
  /// The host in lower case. An IPv6 address has no brackets.
  let host: String
  let port: Int?
  let login: WebLogin?

  /// Parses `scheme://user:password@host:port`, of which only the host is required. Returns `nil` if the text is
  /// invalid.
  init?(parsing text: String) {
    let separator = text.firstRange(of: "://")
    guard let scheme = Scheme(rawValue: separator.map { text[..<$0.lowerBound].lowercased() } ?? "http") else {
      return nil
    }
    let authority = text[(separator?.upperBound ?? text.startIndex)...].prefix { !"/?#".contains($0) }
    let at = authority.lastIndex(of: "@")
    let server = at.map { authority[authority.index(after: $0)...] } ?? authority
    guard let (host, port) = try? WebAddress.Origin.split(server: server) else { return nil }
    (self.scheme, self.host, self.port) = (scheme, host, port)
    login = at.map { WebLogin(encoded: authority[..<$0]) }
  }

  /// The address without the login, so that libcurl's messages cannot contain a password.
  var address: String {
    "\(scheme.rawValue)://\(host.contains(":") ? "[\(host)]" : host)\(port.map { ":\($0)" } ?? "")"
  }
}

/// The settings of a client.
package struct WebConfiguration: Sendable, Hashable {
  package var certificates: TrustedCertificates
  package var proxies: WebProxies

  package init(certificates: TrustedCertificates = .system, proxies: WebProxies = WebProxies()) {
    self.certificates = certificates
    self.proxies = proxies
  }
}
