import Glibc

/// Certificates that nobody vouches for.
public enum SelfSigned {
  /// Makes one for `localhost`, and its key, as files in PEM form.
  /// - Throws: ``ChildProgram/StartFailure`` where there is no openssl.
  public static func write(certificate: String, key: String) async throws {
    let arguments = [
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
      "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate,
    ]
    _ = try await ChildProgram("/usr/bin/openssl", arguments).ended()
  }

  /// Makes one that expired yesterday, from one that ``write(certificate:key:)`` made.
  public static func expire(certificate: String, key: String) async throws {
    let arguments = [
      "x509", "-in", certificate, "-signkey", key, "-days", "-1", "-out", certificate + ".expired",
    ]
    _ = try await ChildProgram("/usr/bin/openssl", arguments).ended()
    rename(certificate + ".expired", certificate)
  }
}
