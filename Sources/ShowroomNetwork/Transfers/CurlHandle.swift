import CLibraries

/// A libcurl request handle. Used only on the network thread.
final class CurlHandle {
  let easy: UnsafeMutableRawPointer
  private var fields: UnsafeMutablePointer<curl_slist>?
  private let message: UnsafeMutablePointer<CChar>

  /// The maximum number of unsent bytes that the system buffers.
  private static let unsentBytes: Int32 = 128 << 10

  /// Returns `nil` if memory is exhausted.
  init?() {
    guard let easy = cn_easy_new() else { return nil }
    self.easy = easy
    message = .allocate(capacity: Int(CURL_ERROR_SIZE))
    message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    cn_set_buffer(easy, CURLOPT_ERRORBUFFER, message)
    cn_set_number(easy, CURLOPT_NOSIGNAL, 1)
    // Waiting for an abandoned name lookup would block all other requests.
    cn_set_number(easy, CURLOPT_QUICK_EXIT, 1)
    cn_set_text(easy, CURLOPT_PROTOCOLS_STR, "http,https")
    cn_set_number(easy, CURLOPT_FOLLOWLOCATION, 0)
    cn_set_number(easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    // The path must be sent exactly as it was signed.
    cn_set_number(easy, CURLOPT_PATH_AS_IS, 1)
    cn_set_number(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    cn_set_number(easy, CURLOPT_BUFFERSIZE, 64 << 10)
    cn_set_unsent_limit(easy, Self.unsentBytes)
  }

  deinit {
    cn_easy_free(easy)
    cn_list_free(fields)
    message.deallocate()
  }

  /// Returns libcurl's message for the last failure, or a generic one for the code.
  func text(for code: CURLcode) -> String {
    let text = String(cString: message)
    return text.isEmpty ? String(cString: cn_error_text(code)) : text
  }

  /// Sets the server, its proxy and the trusted certificates.
  func setServer(_ request: WebRequest, _ configuration: WebConfiguration) {
    cn_set_text(easy, CURLOPT_URL, request.url.text)
    cn_set_number(easy, CURLOPT_CONNECTTIMEOUT_MS, Int(min(max(request.limits.connect, 0.001), 2e6) * 1000))
    setProxy(configuration.proxies.setting(for: request.url))
    cn_set_text(easy, CURLOPT_NOPROXY, configuration.proxies.except ?? "")
    if request.url.scheme == .https { setCertificates(configuration.certificates) }
  }

  /// An address that stands in for an invalid one. libcurl rejects it, but only if the request uses the proxy.
  static let invalidProxy = "invalid://proxy"

  private func setProxy(_ setting: WebProxies.Setting?) {
    switch setting {
    // An empty string prevents libcurl from reading the environment.
    case nil: cn_set_text(easy, CURLOPT_PROXY, "")
    case .invalid: cn_set_text(easy, CURLOPT_PROXY, Self.invalidProxy)
    case .proxy(let proxy):
      cn_set_text(easy, CURLOPT_PROXY, proxy.address)
      guard let login = proxy.login else { return }
      cn_set_text(easy, CURLOPT_PROXYUSERNAME, login.user)
      cn_set_text(easy, CURLOPT_PROXYPASSWORD, login.password)
    }
  }

  private func setCertificates(_ certificates: TrustedCertificates) {
    guard certificates != .system else { return }
    var bytes = certificates.replacement ?? Self.systemCertificates()
    if certificates.replacement != nil { cn_set_text(easy, CURLOPT_CAPATH, nil) }
    if let addition = certificates.addition { bytes += [UInt8(ascii: "\n")] + addition }
    cn_set_bytes(easy, CURLOPT_CAINFO_BLOB, bytes, bytes.count)
  }

  private static func systemCertificates() -> [UInt8] {
    guard let path = cn_system_certificates(),
      let system = try? TrustedCertificates(replacing: String(cString: path), adding: nil)
    else { return [] }
    return system.replacement ?? []
  }

  /// Sets the method, the header fields and the length of the body.
  func setMessage(_ request: WebRequest) {
    var headers = request.headers
    if case .none = request.body {
      if request.method == "HEAD" { cn_set_number(easy, CURLOPT_NOBODY, 1) }
      if ["POST", "PUT", "PATCH"].contains(request.method), headers["Content-Length"] == nil {
        headers["Content-Length"] = "0"
      }
    } else {
      cn_set_number(easy, CURLOPT_UPLOAD, 1)
      cn_set_size(easy, CURLOPT_INFILESIZE_LARGE, request.body.length)
      // Sends the body without waiting for an interim response, because most servers send none, which costs a second.
      headers["Expect"] = nil
      fields = cn_list_append(fields, "Expect:")
    }
    if request.method != "GET" && request.method != "HEAD" || request.body.length > 0 {
      cn_set_text(easy, CURLOPT_CUSTOMREQUEST, request.method)
    }
    for field in headers.fields {
      fields = cn_list_append(fields, field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
    }
    if let fields { cn_set_list(easy, CURLOPT_HTTPHEADER, fields) }
  }

  /// Configures the handle to connect and read the certificates without sending a request.
  func setCertificateQuery(seconds: Double) {
    cn_set_number(easy, CURLOPT_CONNECT_ONLY, 1)
    cn_set_number(easy, CURLOPT_FRESH_CONNECT, 1)
    cn_set_number(easy, CURLOPT_SSL_VERIFYPEER, 0)
    cn_set_number(easy, CURLOPT_SSL_VERIFYHOST, 0)
    cn_set_number(easy, CURLOPT_CERTINFO, 1)
    cn_set_number(easy, CURLOPT_TIMEOUT_MS, Int(min(max(seconds, 0.001), 2e6) * 1000))
  }
}
