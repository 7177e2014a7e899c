import Catalogue
import Testing
import Uploads

@Suite("A destination is read from what a person writes")
struct DestinationTests {
  private func parsed(_ text: String) throws(DestinationError) -> Destination {
    try Destination(parsing: text, home: "/home/kim", base: "/srv/data")
  }

  @Test(arguments: [
    "https://h/up?token=abc", "tus+https://h/?x=1&X-Amz-Signature=00", "s3://b?endpoint=https://h?key=k",
  ])
  func `a destination with a secret behind its question mark is refused, and not repeated`(text: String) {
    let error = #expect(throws: DestinationError.self) { try Destination(parsing: text, home: "/h", base: "/b") }
    #expect(error == .holdsSecret(host: "h"))
    #expect(error?.description.contains("abc") == false && error?.description.contains("~/.netrc") == true)
    #expect((try? Destination(parsing: "https://h/up?folder=3", home: "/h", base: "/b")) != nil)
  }

  @Test(
    "What it calls itself reads back as the same destination",
    arguments: [
      "/srv/files", "https://files.example/in", "dav+http://files.example:8080/in", "tus+https://files.example/files/",
      "s3://cars/scans?endpoint=http://127.0.0.1:9000", "s3://cars",
    ])
  func roundTrip(_ text: String) throws {
    let destination = try parsed(text)
    #expect(destination.description == text)
    #expect(try parsed(destination.description) == destination)
  }

  @Test("A path may begin at home, or at the base")
  func paths() throws {
    #expect(try parsed("~/scans") == .folder("/home/kim/scans"))
    #expect(try parsed("scans/../in") == .folder("/srv/data/in"))
    #expect(try parsed("file:///srv/x") == .folder("/srv/x"))
  }

  @Test("An S3 place without an endpoint is on AWS in its region")
  func awsEndpoint() throws {
    guard case .s3(let location) = try parsed("s3://cars/a/b/?region=eu-west-1") else {
      Issue.record("not S3")
      return
    }
    #expect(location.endpoint.text == "https://s3.eu-west-1.amazonaws.com")
    #expect(location.prefix == "a/b")
    #expect(location.bucket == "cars")
  }

  @Test("What is no destination is refused by name")
  func refusals() {
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
  func `a destination with a port that does not exist is refused`(_ text: String) throws {
    let error = try #require(throws: DestinationError.self) { try parsed(text) }

    guard case .badAddress(_, .badPort) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(error.description.contains("its port is not between 1 and 65535"))
  }

  @Test func `the sentence about a destination never repeats a password`() throws {
    for text in [
      "https://kim:opensesame@h:70000/in", "s3://cars?endpoint=http://kim:opensesame@h/", "https://kim:opensesame@/",
    ] {
      let error = try #require(throws: DestinationError.self) { try parsed(text) }
      #expect(!"\(error)".contains("opensesame"))
    }
  }
}
