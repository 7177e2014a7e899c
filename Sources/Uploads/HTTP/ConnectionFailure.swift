import AsyncHTTPClient
import Catalogue
import Foundation
import NIOCore
import NIOPosix
import NIOSSL

/// Says in our words why there is no answer.
struct ConnectionFailure {
  let failure: UploadFailure

  init(_ error: any Error, origin: WebAddress.Origin, limits: HTTPLimits) {
    switch error {
    case let error as UploadFailure: failure = error
    case is CancellationError: failure = .cancelled
    case Watchdog.Alarm.noBytesTaken where !Task.isCancelled: failure = Self.noBytesTaken(origin, limits)
    case Watchdog.Alarm.noAnswer where !Task.isCancelled: failure = Self.noAnswer(origin, limits)
    case Watchdog.Alarm.fileStalled where !Task.isCancelled: failure = Self.fileStalled
    // What the network says after a cancellation is a consequence of it.
    case _ where Task.isCancelled: failure = .cancelled
    case let error as AnswerError: failure = Self.failure(error, origin)
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
    case .cancelled, .alreadyShutdown: .cancelled
    case .readTimeout, .deadlineExceeded: noAnswer(origin, limits)
    case .writeTimeout: noBytesTaken(origin, limits)
    case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout: noConnection(origin, limits)
    case .remoteConnectionClosed, .uncleanShutdown: lost(origin, because: "the server closed it before it had answered")
    default:
      UploadFailure(
        .protocol,
        "\(origin.name) was not asked, or answered what is no HTTP (\(error.shortDescription)); check the destination.")
    }
  }

  /// A server that is slow may be quicker later; one whose answers are none will not learn.
  private static func failure(_ error: AnswerError, _ origin: WebAddress.Origin) -> UploadFailure {
    let sentence = "\(origin.name) gives no answer that can be used: \(error)"
    return switch error {
    case .badStatus, .endlessInterim: UploadFailure(.protocol, "\(sentence); check the destination.")
    case .noHead, .tooSlow, .tooLong: UploadFailure(.unavailable, retry: .later, "\(sentence).")
    }
  }

  /// The host has several addresses, each with its own failure; without any address, the name is not known.
  private static func failure(_ error: NIOConnectionError, _ origin: WebAddress.Origin) -> UploadFailure {
    let failures = error.connectionErrors.map(\.error)
    if let first = failures.first as? IOError { return failure(first, origin) }
    if error.dnsAError != nil || error.dnsAAAAError != nil {
      return UploadFailure(
        .unreachable, retry: .later,
        "The name \(origin.host) is not known; check how it is written, and the network.")
    }
    return lost(origin, because: failures.first.map(short) ?? "no address answers")
  }

  private static func failure(_ error: IOError, _ origin: WebAddress.Origin) -> UploadFailure {
    switch error.errnoCode {
    case ECONNREFUSED:
      UploadFailure(
        .unreachable, retry: .later,
        "\(origin.name) refused the connection: nothing listens there; check the address, or start the server.")
    case ECONNRESET, EPIPE: lost(origin, because: "the server broke it off")
    case EHOSTUNREACH, ENETUNREACH, ENETDOWN, ETIMEDOUT:
      UploadFailure(
        .unreachable, retry: .later,
        "\(origin.name) cannot be reached: \(String(cString: strerror(error.errnoCode))); check the network.")
    case let code: lost(origin, because: String(cString: strerror(code)))
    }
  }

  private static func noConnection(_ origin: WebAddress.Origin, _ limits: HTTPLimits) -> UploadFailure {
    UploadFailure(
      .unreachable, retry: .later,
      "\(origin.name) did not answer within \(seconds(limits.connectTimeout)); check the network and the address.")
  }

  private static func noAnswer(_ origin: WebAddress.Origin, _ limits: HTTPLimits) -> UploadFailure {
    silent(origin, limits.answerTimeout, "answered nothing")
  }

  private static func noBytesTaken(_ origin: WebAddress.Origin, _ limits: HTTPLimits) -> UploadFailure {
    silent(origin, limits.writeTimeout, "took no bytes")
  }

  private static var fileStalled: UploadFailure {
    UploadFailure(
      .unavailable, retry: .later,
      "The disk did not give the file in time; check the disk it is on.")
  }

  private static func silent(_ origin: WebAddress.Origin, _ limit: Double, _ what: String) -> UploadFailure {
    UploadFailure(
      .unavailable, retry: .later,
      "\(origin.name) \(what) for \(seconds(limit)); it may be overloaded, or the network is down.")
  }

  private static func lost(_ origin: WebAddress.Origin, because reason: String) -> UploadFailure {
    UploadFailure(
      .unavailable, retry: .later, "The connection to \(origin.name) failed: \(reason). Try again.")
  }

  private static func insecure(_ error: any Error, _ origin: WebAddress.Origin) -> UploadFailure {
    let text = "\(error)"
    let reason =
      if text.contains("CERTIFICATE_VERIFY_FAILED") {
        "its certificate is not trusted; name the authority's file in SSL_CERT_FILE or the setting ca-file"
      } else if text.contains("failedToValidateHostname") {
        "its certificate is for another host; check the address"
      } else if text.contains("WRONG_VERSION_NUMBER") || text.contains("HTTP_REQUEST") {
        "it does not speak TLS; perhaps it is meant to be http://"
      } else if text.contains("uncleanShutdown") {
        "it broke the connection off"
      } else {
        short(error)
      }
    // A connection broken off is the network's doing; trust does not come back by trying again.
    guard !text.contains("uncleanShutdown") else { return lost(origin, because: reason) }
    return UploadFailure(.insecure, "No trusted connection to \(origin.name): \(reason).")
  }

  private static func seconds(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value)) seconds" : "\(value) seconds"
  }

  private static func short(_ error: any Error) -> String { ServerWords.harmless("\(error)", limit: 160) }
}

extension UploadFailure {
  /// What a cancelled task ends with.
  static var cancelled: UploadFailure { UploadFailure(.cancelled, "It was stopped.") }
}
