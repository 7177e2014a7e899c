import Foundation
import Testing

@testable import ShowroomUploads

@Suite("Credentials")
struct CredentialTests {
  let place: SourceFolder
  let web = Destination.web(address("https://files.example/in"))

  init() throws { place = try SourceFolder() }

  private func store(_ environment: [String: String] = [:], for configured: Destination? = nil) -> CredentialStore {
    CredentialStore(
      configurationFolder: place.url.path + "/config/showroom", home: place.url.path, configured: configured ?? web,
      environment: environment)
  }

  private func write(_ text: String, _ name: String, mode: Int = 0o600) throws {
    let file = place.url.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
  }

  private func s3(_ text: String) throws -> Destination { .s3(try S3Location(parsing: text)) }

  @Test func `the environment provides each kind of credentials for its destinations`() throws {
    let bucket = try s3("s3://cars")
    #expect(try store(["SHOWROOM_UPLOAD_TOKEN": "t0k"]).credentials(for: web) == .token("t0k"))
    let both = store([
      "SHOWROOM_UPLOAD_USER": "kim", "SHOWROOM_UPLOAD_PASSWORD": "opensesame", "AWS_ACCESS_KEY_ID": "AK",
      "AWS_SECRET_ACCESS_KEY": "SK",
    ])
    #expect(try both.credentials(for: web) == .password(user: "kim", password: "opensesame"))
    let keys = store(
      ["AWS_ACCESS_KEY_ID": "AK", "AWS_SECRET_ACCESS_KEY": "SK", "AWS_SESSION_TOKEN": "ST"], for: bucket)
    #expect(try keys.credentials(for: bucket) == .accessKey(id: "AK", secret: "SK", session: "ST"))
    #expect(try both.credentials(for: .folder("/srv")) == nil)
    #expect(try store(["SHOWROOM_UPLOAD_TOKEN": ""]).credentials(for: web) == nil)
  }

  @Test func `credentials with a control character are an error that names the remedy`() throws {
    for name in ["SHOWROOM_UPLOAD_TOKEN", "SHOWROOM_UPLOAD_PASSWORD"] {
      let failure = #expect(throws: UploadFailure.self) {
        try store([name: "secret\n"]).credentials(for: web)
      }
      #expect(failure?.cause == .unauthorized && failure?.retry == .never)
      #expect(failure?.message.contains("for files.example contain a line break") == true)
      #expect(failure?.message.contains("secret") == false)
    }
  }

  @Test func `credentials of the environment are sent to the origin of the configured destination only`() throws {
    let store = store([
      "SHOWROOM_UPLOAD_TOKEN": "t0k", "AWS_ACCESS_KEY_ID": "AK", "AWS_SECRET_ACCESS_KEY": "SK",
    ])
    #expect(try store.credentials(for: .tus(address("https://FILES.example/other"))) == .token("t0k"))
    let others: [Destination] = [
      .web(address("https://other.example/in")), .web(address("http://files.example/in")),
      .webDAV(address("https://files.example:8443/in")), try s3("s3://cars"),
      try s3("s3://cars?endpoint=https://other.example"),
    ]
    for other in others { #expect(try store.credentials(for: other) == nil, "\(other)") }
    let unconfigured = CredentialStore(
      configurationFolder: place.url.path, home: place.url.path, environment: ["SHOWROOM_UPLOAD_TOKEN": "t0k"])
    #expect(try unconfigured.credentials(for: web) == nil)
  }

  @Test func `credentials saved for https are not sent to http on the same host`() throws {
    try store().save(.token("t0k"), for: web)
    let store = store()
    #expect(try store.credentials(for: web) == .token("t0k"))
    #expect(try store.credentials(for: .web(address("http://files.example/in"))) == nil)
    #expect(try store.credentials(for: .web(address("https://files.example:444/in"))) == nil)
  }

  @Test func `the credentials file takes precedence over ~/.netrc, and a port over a host and the default`() throws {
    try write(
      """
      # the workshop
      machine other.example login a password b
      machine files.example
        login kim password "open \\"sesame\\""
      machine files.example:8443 login token password t0k
      macdef init
      machine trap login x password y

      default login guest password anonymous
      """, "config/showroom/credentials")
    try write("machine files.example login wrong password wrong", ".netrc")
    #expect(try store().credentials(for: web) == .password(user: "kim", password: "open \"sesame\""))
    #expect(try store().credentials(for: .tus(address("https://FILES.example:8443/"))) == .token("t0k"))
    #expect(
      try store().credentials(for: .webDAV(address("http://trap/"))) == .password(user: "guest", password: "anonymous"))
    #expect(
      try store().credentials(for: s3("s3://c?endpoint=http://other.example"))
        == .accessKey(id: "a", secret: "b", session: nil))
    try FileManager.default.removeItem(atPath: place.url.path + "/config/showroom/credentials")
    #expect(try store().credentials(for: web) == .password(user: "wrong", password: "wrong"))
  }

  @Test(arguments: [0o644, 0o640, 0o604])
  func `a file that other users can read is rejected with the command that fixes it`(mode: Int) throws {
    for name in ["config/showroom/credentials", ".netrc"] {
      try write("machine files.example login kim password opensesame", name, mode: mode)
      let path = place.url.path + "/" + name
      let failure = #expect(throws: UploadFailure.self) { try store().credentials(for: web) }
      #expect(failure?.cause == .unauthorized && failure?.retry == .never)
      #expect(failure?.message.hasSuffix("run: chmod 600 \(path)") == true)
      try FileManager.default.removeItem(atPath: path)
    }
    #expect(try store(["SHOWROOM_UPLOAD_TOKEN": "t0k"]).credentials(for: web) == .token("t0k"))
  }

  @Test func `entered credentials take precedence over all others for this session`() throws {
    let store = store(["SHOWROOM_UPLOAD_TOKEN": "t0k"])
    store.remember(.password(user: "kim", password: "opensesame"), for: web)
    #expect(
      try store.credentials(for: .tus(address("https://files.example/elsewhere")))
        == .password(user: "kim", password: "opensesame"))
    #expect(try store.credentials(for: .web(address("https://files.example:444/"))) == nil)
    #expect(!FileManager.default.fileExists(atPath: place.url.path + "/config"))
  }

  @Test func `the next session reads saved credentials from a file that only its owner can read`() throws {
    let path = place.url.path + "/config/showroom/credentials"
    try store().save(.password(user: "kim müller", password: #"a "b" \c #d"#), for: web)
    try store().save(.token("t0k"), for: .tus(address("http://tus.example:1080/files/")))
    try store().save(.accessKey(id: "AK", secret: "SK", session: nil), for: s3("s3://c?endpoint=http://127.0.0.1:9000"))
    #expect(try store().credentials(for: web) == .password(user: "kim müller", password: #"a "b" \c #d"#))
    #expect(try store().credentials(for: .tus(address("http://tus.example:1080/files/"))) == .token("t0k"))
    #expect(
      try store().credentials(for: s3("s3://c?endpoint=http://127.0.0.1:9000"))
        == .accessKey(id: "AK", secret: "SK", session: nil))
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    try store().save(.password(user: "kim", password: "new"), for: web)
    #expect(try store().credentials(for: web) == .password(user: "kim", password: "new"))
    #expect(try store().credentials(for: .tus(address("http://tus.example:1080/files/"))) == .token("t0k"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.url.path + "/config/showroom") == ["credentials"])
  }

  @Test func `saving credentials keeps the other lines of the file`() throws {
    let text =
      "# mine\nmachine a login b password c\n\nmachine files.example login old password old\ndefault login g password h\n"
    try write(text, "config/showroom/credentials")
    try store().save(.token("t0k"), for: web)
    let file = try String(contentsOfFile: place.url.path + "/config/showroom/credentials", encoding: .utf8)
    #expect(
      file == """
        machine files.example:443 login token password t0k
        # mine
        machine a login b password c

        machine files.example login old password old
        default login g password h

        """)
  }

  @Test func `saving credentials keeps the other machines of a file with CR LF`() throws {
    let text = "machine files.example:443 login old password old\r\nmachine a login b password c\r\n"
    try write(text, "config/showroom/credentials")

    try store().save(.token("t0k"), for: web)

    let file = try String(contentsOfFile: place.url.path + "/config/showroom/credentials", encoding: .utf8)
    #expect(file == "machine files.example:443 login token password t0k\nmachine a login b password c\n")
  }

  @Test func `credentials that cannot be saved apply to this session, and the failure states this`() throws {
    try Data().write(to: place.url.appendingPathComponent("config"))
    let store = store()
    let failure = #expect(throws: UploadFailure.self) { try store.save(.token("t0k"), for: web) }
    #expect(failure?.message.contains("to this session only") == true && failure?.message.contains("t0k") == false)
    #expect(try store.credentials(for: web) == .token("t0k"))
  }
}
