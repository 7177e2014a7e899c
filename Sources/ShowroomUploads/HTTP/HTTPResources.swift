import ShowroomNetwork

/// The HTTP client and the threads of a transport.
struct HTTPResources: Sendable {
  let client: WebClient
  /// The threads that read files, so that a slow disk blocks neither the network nor other tasks.
  let readers = FileThreads(count: 2)

  /// - Throws: ``UploadFailure`` if a file of certificates cannot be used, because trusting others instead would be a
  ///   silent change.
  init(limits: HTTPLimits) throws(UploadFailure) {
    do {
      let certificates = try TrustedCertificates(replacing: limits.trustRoots, adding: limits.additionalTrustRoots)
      client = WebClient(.init(certificates: certificates, proxies: limits.proxies))
    } catch {
      throw UploadFailure(
        .insecure,
        "Could not read trusted certificates from \(error.path): \(error.reason). Check SSL_CERT_FILE and the setting "
          + "ca-file.")
    }
  }

  /// Ends all requests and the threads.
  func shutDown() async {
    await client.shutDown()
    await readers.shutDown()
  }
}
