import Testing

@testable import ShowroomNetwork

@Suite
struct WebAddressTests {
  @Test(
    arguments: [
      ("https://example.org/cars.csv", "https://example.org/cars.csv"),
      (" HTTP://Example.ORG:80".dropFirst(), "http://example.org"),
      ("https://example.org:8443/a b?q=ü#top", "https://example.org:8443/a%20b?q=%C3%BC"),
      ("http://[::1]:9000/x", "http://[::1]:9000/x"),
      ("https://münchen.example/", "https://xn--mnchen-3ya.example"),
      ("http://h:/x", "http://h/x"),
    ] as [(Substring, String)])
  func `an address is normalized`(typed: Substring, text: String) throws {
    let address = try WebAddress(parsing: typed)

    #expect(address.text == text)
    #expect(try WebAddress(parsing: address.text) == address)
  }

  @Test(
    arguments: [
      ("http://h:65536/", .badPort), ("http://h:0/", .badPort), ("http://h:99999999999999999999/", .badPort),
      ("http:///x", .badHost), ("http://:80/", .badHost), ("http://a%0Ab/", .badHost), ("http://[v1.x]/", .badHost),
      ("http://[::1]x/", .unreadable), ("ftp://h/", .otherScheme), ("mailto:a@b", .otherScheme), ("h\\x", .otherScheme),
      ("http://a<b/", .unreadable), ("http://u:p@h/", .holdsCredentials(host: "h")),
      ("http://h/" + String(repeating: "x", count: 9000), .tooLong),
    ] as [(String, WebAddressError)])
  func `an invalid address is rejected with the reason`(text: String, error: WebAddressError) {
    #expect(throws: error) { try WebAddress(parsing: text) }
  }

  @Test func `the largest port is valid`() throws {
    #expect(try WebAddress(parsing: "http://h:65535/").port == 65535)
    #expect(try WebAddress(parsing: "http://h:1/").port == 1)
  }

  @Test func `a login is separated from its address and can be added again for a private file`() throws {
    let (address, login) = try WebLogin.split("https://kim:open%40sesame@example.org/a?b=c")

    #expect(address.text == "https://example.org/a?b=c")
    #expect(login == WebLogin(user: "kim", password: "open@sesame"))
    #expect(address.text(with: login) == "https://kim:open%40sesame@example.org/a?b=c")
    #expect(try WebLogin.split(address.text(with: login)).login == login)
    var dumped = ""
    dump(login, to: &dumped)
    #expect("\(dumped) \(String(describing: login)) \(String(reflecting: login))".contains("sesame") == false)
  }

  @Test(
    arguments: [
      ("https://h/a?token=abc&page=2", "https://h/a?token=…&page=2"),
      ("https://h/a?X-Amz-Signature=abc&X-Amz-Date=1", "https://h/a?X-Amz-Signature=…&X-Amz-Date=…"),
      ("https://h/a?year=2024&make=kia", "https://h/a?year=2024&make=kia"),
      ("https://h/a?x=9f86d081884c7d659a2feaa0c55ad015", "https://h/a?x=…"),
      ("https://h/a?9f86d081884c7d659a2feaa0c55ad015", "https://h/a?…"),
      ("https://h/a?key", "https://h/a?key"),
      ("https://h/a?key=abc&SIG=abc&monkey=1", "https://h/a?key=…&SIG=…&monkey=1"),
      ("https://h/a?x=9f86d081884c7d659a2f%2Baa0c55ad0", "https://h/a?x=…"),
      ("https://h/a?model=grand-cherokee-limited", "https://h/a?model=grand-cherokee-limited"),
    ])
  func `the description hides likely signatures`(text: String, shown: String) throws {
    let address = try WebAddress(parsing: text)

    #expect("\(address)" == shown)
    #expect(String(reflecting: address) == shown)
    var dumped = ""
    dump(address, to: &dumped)
    #expect(dumped == "- \(shown)\n")
    #expect(try WebAddress(parsing: shown).description.contains("abc") == false)
  }

  @Test(
    arguments: [
      ("https://kim:pw@h:70000/a?token=x", "https://…@h:70000/a?token=…"),
      ("ftp://kim:p/w@h/x", "ftp://…@h/x"),
      ("https://h/~kim@home", "https://h/~kim@home"), ("a/path", "a/path"),
    ])
  func `text that is not an address is shown without its secrets`(text: String, shown: String) {
    #expect(SecretValues.hidden(in: text) == shown)
  }

  @Test(
    arguments: [
      ("../x", "https://h:8443/a/x"), ("?z=1", "https://h:8443/a/b;c/d?z=1"), ("//other/y", "https://other/y"),
      ("/abs", "https://h:8443/abs"), ("http://u:p@q/", "http://q"), ("x y", "https://h:8443/a/b;c/x%20y"),
      ("/in/a%20[1]|.txt", "https://h:8443/in/a%20%5B1%5D%7C.txt"), ("http://[::1]/é%20b", "http://[::1]/%C3%A9%20b"),
      ("c//d%25[", "https://h:8443/a/b;c/c//d%25%5B"),
    ])
  func `a reference is resolved against the address where it was found`(reference: String, text: String) throws {
    let base = try WebAddress(parsing: "https://h:8443/a/b;c/d?q=1")

    #expect(try base.resolving(reference).text == text)
  }

  @Test func `a reference to a port that does not exist is rejected`() throws {
    let base = try WebAddress(parsing: "https://h/")

    #expect(throws: WebAddressError.badPort) { try base.resolving("//h:70000/") }
    #expect(throws: WebAddressError.badPort) { try base.resolving("http://h:99999999999999999999/") }
  }

  @Test func `paths are built from encoded names`() throws {
    let base = try WebAddress(parsing: "https://h/a/?x=1")

    #expect(base.inside("7", "50 %.pdf").text == "https://h/a/7/50%20%25.pdf?x=1")
    #expect(base.inside("7", isFolder: true).parent?.text == "https://h/a/?x=1")
    #expect(try WebAddress(parsing: "https://h").parent == nil)
    #expect(base.inside("50 %.pdf").segments == ["a", "50 %.pdf"])
  }
}
