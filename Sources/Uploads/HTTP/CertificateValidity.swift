import Catalogue
import Foundation
import NIOCore
import NIOPosix
import NIOSSL

/// The time for which the certificates of a server are valid. TLS says of an expired certificate only that it could not be
/// verified, so the certificates are looked at on a connection of their own, on which nothing is sent.
struct CertificateValidity: Sendable {
  /// When the last of them became valid.
  let start: Date
  /// When the first of them ends.
  let end: Date

  /// Asks the server; nil when it shows no certificates.
  init?(of origin: WebAddress.Origin, _ machinery: Machinery, _ limits: HTTPLimits) async {
    let shown = machinery.group.next().makePromise(of: [NIOSSLCertificate].self)
    let address = try? SocketAddress(ipAddress: origin.host.trimmingCharacters(in: ["[", "]"]), port: origin.port)
    let channel = try? await ClientBootstrap(group: machinery.group)
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
    let result = await machinery.run {
      try? await shown.futureResult.get()
    } until: {
      await machinery.pause(limits.connectTimeout)
    }
    channel.close(promise: nil)
    guard let certificates = result ?? nil, !certificates.isEmpty else { return nil }
    start = Date(timeIntervalSince1970: Double(certificates.map(\.notValidBefore).max() ?? 0))
    end = Date(timeIntervalSince1970: Double(certificates.map(\.notValidAfter).min() ?? 0))
  }

  /// The failure where time is what is wrong; nil where it is something else.
  func failure(at origin: WebAddress.Origin, now: Date = Date()) -> UploadFailure? {
    if now > end {
      return UploadFailure(
        .insecure,
        "No trusted connection to \(origin.name): its certificate expired on \(Self.day(end)); "
          + "ask its administrator to renew it, or set this machine's clock.")
    }
    guard now < start else { return nil }
    return UploadFailure(
      .insecure,
      "No trusted connection to \(origin.name): its certificate is not valid before \(Self.day(start)); "
        + "set this machine's clock.")
  }

  private static func day(_ date: Date) -> String {
    date.formatted(.iso8601.year().month().day())
  }
}
