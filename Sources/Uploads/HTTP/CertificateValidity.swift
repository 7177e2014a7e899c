import Catalog
import Foundation
import NIOCore
import NIOPosix
import NIOSSL

/// The validity period of a server's certificates. TLS reports an expired certificate only as one that could not be
/// verified, so the certificates are fetched on a separate connection on which nothing is sent.
struct CertificateValidity: Sendable {
  /// The latest start of validity of any certificate.
  let start: Date
  /// The earliest end of validity of any certificate.
  let end: Date

  /// Fetches the certificates of a server. Returns `nil` if it presents none.
  init?(of origin: WebAddress.Origin, _ resources: HTTPResources, _ limits: HTTPLimits) async {
    let shown = resources.group.next().makePromise(of: [NIOSSLCertificate].self)
    let address = try? SocketAddress(ipAddress: origin.host.trimmingCharacters(in: ["[", "]"]), port: origin.port)
    let channel = try? await ClientBootstrap(group: resources.group)
      .connectTimeout(TimeAmount(inSeconds: limits.connectTimeout))
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let context = try NIOSSLContext(configuration: .makeClientConfiguration())
          let handler = try NIOSSLClientHandler(
            context: context, serverHostname: address == nil ? origin.host : nil,
            customVerificationCallback: { certificates, promise in
              shown.succeed(certificates)
              promise.succeed(.failed)
            })
          try channel.pipeline.syncOperations.addHandler(handler)
        }
      }
      .connect(host: origin.host.trimmingCharacters(in: ["[", "]"]), port: origin.port).get()
    guard let channel else {
      shown.fail(ChannelError.ioOnClosedChannel)
      return nil
    }
    channel.closeFuture.whenComplete { _ in shown.fail(ChannelError.ioOnClosedChannel) }
    let result = await resources.run {
      try? await shown.futureResult.get()
    } until: {
      await resources.pause(limits.connectTimeout)
    }
    channel.close(promise: nil)
    guard let certificates = result ?? nil, !certificates.isEmpty else { return nil }
    start = Date(timeIntervalSince1970: Double(certificates.map(\.notValidBefore).max() ?? 0))
    end = Date(timeIntervalSince1970: Double(certificates.map(\.notValidAfter).min() ?? 0))
  }

  /// Returns the failure if the certificates have expired or are not valid yet, or `nil` otherwise.
  func failure(at origin: WebAddress.Origin, now: Date = Date()) -> UploadFailure? {
    if now > end {
      return UploadFailure(
        .insecure,
        "Could not establish a trusted connection to \(origin.name): its certificate expired on \(Self.day(end)); "
          + "ask its administrator to renew it, or set the clock of this computer.")
    }
    guard now < start else { return nil }
    return UploadFailure(
      .insecure,
      "Could not establish a trusted connection to \(origin.name): its certificate is not valid before \(Self.day(start)); "
        + "set the clock of this computer.")
  }

  private static func day(_ date: Date) -> String {
    date.formatted(.iso8601.year().month().day())
  }
}
