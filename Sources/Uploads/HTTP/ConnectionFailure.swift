import AsyncHTTPClient
import Catalog
import Foundation
import NIOCore
import NIOPosix
import NIOSSL

/// The failure for an error of the HTTP client or the network.
struct ConnectionFailure {
  let failure: UploadFailure

  init(_ error: any Error, origin: WebAddress.Origin, limits: HTTPLimits) {
    switch error {
    case let error as UploadFailure: failure = error
    case is CancellationError: failure = .canceled
    case Watchdog.Alarm.noBytesTaken where !Task.isCancelled: failure = Self.noBytesTaken(origin, limits)
    case Watchdog.Alarm.noAnswer where !Task.isCancelled: failure = Self.noAnswer(origin, limits)
    case Watchdog.Alarm.fileStalled where !Task.isCancelled: failure = Self.fileStalled
    // Network errors after a cancellation are a consequence of it.
    case _ where Task.isCancelled: failure = .canceled
    case let error as ResponseError: failure = Self.failure(error, origin)
    case let error as HTTPClientError: failure = Self.failure(error, origin, limits)
    case let error as NIOConnectionError: failure = Self.failure(error, origin)
    case let error as IOError: failure = Self.failure(error, origin)
    case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError: failure = Self.insecure(error, origin)
    case ChannelError.connectTimeout: failure = Self.noConnection(origin, limits)
    default: failure = Self.lost(origin, because: Self.short(error))
    }
  }

  private static func failure(_ error: HTTPClientError, _ origin: WebAddress.Origin, _ limits: HTTPLimits)
    -> UploadFailure
  {
    switch error {
    case .cancelled, .alreadyShutdown: .canceled
    case .readTimeout, .deadlineExceeded: noAnswer(origin, limits)
    case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout: noConnection(origin, limits)
    case .remoteConnectionClosed, .uncleanShutdown: lost(origin, because: "the server closed it without a response")
    default:
      UploadFailure(
        .protocol,
        "\(origin.name) did not send an HTTP response (\(error.shortDescription)); check the destination.")
    }
  }

  /// Slow responses may be faster on a retry. Malformed ones will not improve.
  private static func failure(_ error: ResponseError, _ origin: WebAddress.Origin) -> UploadFailure {
    let sentence = "\(origin.name) did not send a valid response: \(error)"
    return switch error {
    case .badStatus, .endlessInterim: UploadFailure(.protocol, "\(sentence); check the destination.")
    case .noHead, .tooSlow, .tooLong: UploadFailure(.unavailable, retry: .later, "\(sentence).")
    }
  }

  /// A host may have several addresses, each with its own error. Without any address, its name is unknown.
  private static func failure(_ error: NIOConnectionError, _ origin: WebAddress.Origin) -> UploadFailure {
    let failures = error.connectionErrors.map(\.error)
    if let first = failures.first as? IOError { return failure(first, origin) }
    if error.dnsAError != nil || error.dnsAAAAError != nil {
      return UploadFailure(
        .unreachable, retry: .later,
        "The host \(origin.host) is unknown; check the spelling and the network.")
    }
    return lost(origin, because: failures.first.map(short) ?? "no address responds")
  }

  private static func failure(_ error: IOError, _ origin: WebAddress.Origin) -> UploadFailure {
    switch error.errnoCode {
    case ECONNREFUSED:
      UploadFailure(
        .unreachable, retry: .later,
        "\(origin.name) refused the connection; check the address, or start the server.")
    case ECONNRESET, EPIPE: lost(origin, because: "the server reset it")
    case EHOSTUNREACH, ENETUNREACH, ENETDOWN, ETIMEDOUT:
      UploadFailure(
        .unreachable, retry: .later,
        "\(origin.name) could not be reached: \(String(cString: strerror(error.errnoCode))); check the network.")
    case let code: lost(origin, because: String(cString: strerror(code)))
    }
  }

  private static func noConnection(_ origin: WebAddress.Origin, _ limits: HTTPLimits) -> UploadFailure {
    UploadFailure(
      .unreachable, retry: .later,
      "\(origin.name) did not respond within \(seconds(limits.connectTimeout)); check the network and the address.")
  }

  private static func noAnswer(_ origin: WebAddress.Origin, _ limits: HTTPLimits) -> UploadFailure {
    silent(origin, limits.responseTimeout, "did not respond")
  }

  private static func noBytesTaken(_ origin: WebAddress.Origin, _ limits: HTTPLimits) -> UploadFailure {
    silent(origin, limits.writeTimeout, "accepted no data")
  }

  private static var fileStalled: UploadFailure {
    UploadFailure(
      .unavailable, retry: .later,
      "The disk did not deliver the file in time; check the disk.")
  }

  private static func silent(_ origin: WebAddress.Origin, _ limit: Double, _ what: String) -> UploadFailure {
    UploadFailure(
      .unavailable, retry: .later,
      "\(origin.name) \(what) for \(seconds(limit)); it may be overloaded, or the network may be down.")
  }

  private static func lost(_ origin: WebAddress.Origin, because reason: String) -> UploadFailure {
    UploadFailure(
      .unavailable, retry: .later, "The connection to \(origin.name) failed: \(reason). Try again.")
  }

  private static func insecure(_ error: any Error, _ origin: WebAddress.Origin) -> UploadFailure {
    let text = "\(error)"
    let reason =
      if text.contains("CERTIFICATE_VERIFY_FAILED") {
        "its certificate is not trusted; set SSL_CERT_FILE or the setting ca-file to its authority's certificate"
      } else if text.contains("failedToValidateHostname") {
        "its certificate is for another host; check the address"
      } else if text.contains("WRONG_VERSION_NUMBER") || text.contains("HTTP_REQUEST") {
        "it does not support TLS; the address may have to begin with http://"
      } else if text.contains("uncleanShutdown") {
        "it closed the connection"
      } else {
        short(error)
      }
    // A dropped connection is worth a retry. An untrusted certificate is not.
    guard !text.contains("uncleanShutdown") else { return lost(origin, because: reason) }
    return UploadFailure(.insecure, "Could not establish a trusted connection to \(origin.name): \(reason).")
  }

  private static func seconds(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value)) seconds" : "\(value) seconds"
  }

  private static func short(_ error: any Error) -> String { ServerMessage.sanitized("\(error)", limit: 160) }
}

extension UploadFailure {
  /// The failure of a canceled task.
  static var canceled: UploadFailure { UploadFailure(.canceled, "The upload was canceled.") }
}
