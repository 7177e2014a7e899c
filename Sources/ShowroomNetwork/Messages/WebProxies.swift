/// The proxies that the environment names.
package struct WebProxies: Sendable, Hashable {
  /// What a variable contains.
  enum Setting: Sendable, Hashable {
    case proxy(WebProxy)
    /// The variable does not contain the address of a proxy. It may contain a password, so only its name is kept.
    case invalid(variable: String)
  }

  /// The proxies for both schemes.
  let http: Setting?, https: Setting?
  /// The hosts that are reached without a proxy, as libcurl reads them.
  let except: String?

  /// Reads `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY`. Names in lower case win, as in other programs.
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

  /// Returns the proxy for an address, which is not used if its host is among ``except``.
  func setting(for url: WebAddress) -> Setting? { url.scheme == .https ? https : http }
}

/// A proxy.
struct WebProxy: Sendable, Hashable {
  /// The protocols of proxies that libcurl knows.
  enum Scheme: String {
    case http, https, socks4, socks4a, socks5, socks5h
  }

  let scheme: Scheme
  /// The host in lower case. An IPv6 address has no brackets.
  let host: String
  let port: Int?
  let login: WebLogin?

  /// Parses `scheme://user:password@host:port`, in which only the host is required. Returns `nil` if it is none of that.
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

  /// The address without the login, so that no message of libcurl can contain a password.
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
