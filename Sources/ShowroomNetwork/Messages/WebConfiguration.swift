/// The settings of a client.
package struct WebConfiguration: Sendable, Hashable {
  package var certificates: TrustedCertificates
  package var proxies: WebProxies

  package init(certificates: TrustedCertificates = .system, proxies: WebProxies = WebProxies()) {
    self.certificates = certificates
    self.proxies = proxies
  }
}
