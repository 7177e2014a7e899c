/// The proxies that the environment names.
package struct WebProxies: Sendable, Hashable {
  /// The proxies for both schemes, and the hosts that are reached without one, as libcurl reads them.
  let http: String?, https: String?, except: String?

  /// Reads `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY`. Names in lower case win, as in other programs.
  package init(environment: [String: String] = [:]) {
    func value(_ name: String) -> String? {
      [name.lowercased(), name].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    }
    http = value("HTTP_PROXY") ?? value("ALL_PROXY")
    https = value("HTTPS_PROXY") ?? value("ALL_PROXY")
    except = value("NO_PROXY")
  }

  /// Returns the proxy for an address, unless its host is among ``except``.
  func proxy(for url: WebAddress) -> String? { url.scheme == .https ? https : http }
}
