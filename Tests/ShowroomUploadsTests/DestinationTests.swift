import ShowroomNetwork
import ShowroomUploads
import Testing

@Suite("Destination")
struct DestinationTests {
  private func parsed(_ text: String) throws(DestinationError) -> Destination {
    try Destination(parsing: text, home: "/home/kim", base: "/srv/data")
  }

  @Test(arguments: [
    "https://h/up?token=abc", "tus+https://h/?x=1&X-Amz-Signature=00", "s3://b?endpoint=https://h?key=k",
  ])
  func `a destination with a secret in its query is rejected, and the error does not repeat it`(text: String) {
    let error = #expect(throws: DestinationError.self) { try Destination(parsing: text, home: "/h", base: "/b") }
    #expect(error == .holdsSecret(host: "h"))
    #expect(error?.description.contains("abc") == false && error?.description.contains("~/.netrc") == true)
    #expect((try? Destination(parsing: "https://h/up?folder=3", home: "/h", base: "/b")) != nil)
  }

  @Test(arguments: [
    "/srv/files", "/srv/my cars /", "https://files.example/in", "dav+http://files.example:8080/in",
    "tus+https://files.example/files/", "s3://cars/scans?endpoint=http://127.0.0.1:9000", "s3://cars",
  ])
  func `a destination parses its own description`(_ text: String) throws {
    let destination = try parsed(text)
    #expect(destination.description == text)
    #expect(try parsed(destination.description) == destination)
  }

  @Test func `a path starts at the home folder or the base`() throws {
    #expect(try parsed("~/scans") == .folder("/home/kim/scans"))
    #expect(try parsed("scans/../in") == .folder("/srv/data/in"))
    #expect(try parsed("file:///srv/x") == .folder("/srv/x"))
  }

  @Test func `an S3 location without an endpoint is on AWS in its region`() throws {
    guard case .s3(let location) = try parsed("s3://cars/a/b/?region=eu-west-1") else {
      Issue.record("not an S3 destination")
      return
    }
    #expect(location.endpoint.text == "https://s3.eu-west-1.amazonaws.com")
    #expect(location.prefix == "a/b")
    #expect(location.bucket == "cars")
  }

  @Test(arguments: ["storage-class=GLACIER_IR", "encryption=aws:kms&kms-key=alias/cars", "content-type=image/png"])
  func `the options of objects are part of an S3 address`(options: String) throws {
    let text = "s3://cars/scans?region=eu-west-1&\(options)"
    let destination = try parsed(text)
    #expect("\(destination)" == text)
    #expect(try parsed("\(destination)") == destination)
    #expect(try parsed("s3://cars/scans?region=eu-west-1") != destination)
  }

  @Test(arguments: ["storage-class=", "encryption=a%20b", "content-type=a%0D%0AX:%20b", "kms-key=%00", "storage-class"])
  func `an option that cannot be sent in a header is rejected`(option: String) {
    #expect(throws: DestinationError.notAnAddress("s3://cars?\(option)")) { try parsed("s3://cars?\(option)") }
  }

  @Test func `an invalid destination is rejected with the reason`() {
    #expect(throws: DestinationError.empty) { try parsed("  ") }
    #expect(throws: DestinationError.unknownScheme("ftp", text: "ftp://x/y")) { try parsed("ftp://x/y") }
    #expect(throws: DestinationError.badAddress("https://", .badHost)) { try parsed("https://") }
    #expect(throws: DestinationError.holdsCredentials(host: "h")) { try parsed("https://kim:secret@h/in") }
    #expect(throws: DestinationError.unknownOption("acl", text: "s3://cars?acl=x")) { try parsed("s3://cars?acl=x") }
  }

  @Test(
    arguments: [
      "https://files.example:65536/in", "http://files.example:0/in", "dav+https://files.example:99999999999999999999/",
      "tus+http://files.example:70000/files/", "s3://cars?endpoint=http://127.0.0.1:70000",
    ])
  func `a destination with an invalid port is rejected`(_ text: String) throws {
    let error = try #require(throws: DestinationError.self) { try parsed(text) }

    guard case .badAddress(_, .badPort) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(error.description.contains("its port is not between 1 and 65535"))
  }

  @Test func `the error about a destination never repeats a password`() throws {
    for text in [
      "https://kim:opensesame@h:70000/in", "s3://cars?endpoint=http://kim:opensesame@h/", "https://kim:opensesame@/",
    ] {
      let error = try #require(throws: DestinationError.self) { try parsed(text) }
      #expect(!"\(error)".contains("opensesame"))
    }
  }

  @Test func `a secret in the query of a destination is never printed`() throws {
    let destination = Destination.tus(try WebAddress(parsing: "https://h/files/?token=opensesame&lang=en"))

    #expect("\(destination)" == "tus+https://h/files/?token=…&lang=en")
    #expect(throws: DestinationError.holdsSecret(host: "h")) { try parsed("\(destination)") }
  }

  @Test(arguments: [
    (["/srv/cars", "/home/kim/photos"], ["cars", "photos"]),
    (["/srv/a/cars", "/srv/b/cars"], ["a/cars", "b/cars"]),
    (["dav+http://127.0.0.1:8080/in", "dav+http://127.0.0.1:9090/in"], ["127.0.0.1:8080", "127.0.0.1:9090"]),
    (
      ["https://h.example/a", "https://h.example/b", "https://i.example/b"],
      ["h.example/a", "h.example/b", "i.example"]
    ),
    (["https://h.example/a", "dav+https://h.example/a"], ["https://h.example/a", "dav+https://h.example/a"]),
    (["s3://cars/a", "s3://cars/b", "s3://vans/b"], ["cars/a", "cars/b", "vans"]),
  ])
  func `short names distinguish destinations`(_ texts: [String], _ names: [String]) throws {
    let destinations = try texts.map { try Destination(parsing: $0, home: "/", base: "/") }
    let found = Destination.shortNames(of: Set(destinations))
    #expect(destinations.map { found[$0] } == names)
  }
}
