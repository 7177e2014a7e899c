import Foundation
import ShowroomNetwork
import Testing

@testable import ShowroomUploads

@Suite("Wire formats")
struct WireFormTests {
  @Test func `a date is parsed in all three formats of HTTP`() {
    for text in ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"] {
      #expect(HTTPDate.seconds(text) == 784_111_777, "\(text)")
    }
    #expect(HTTPDate.seconds("tomorrow") == nil && HTTPDate.seconds("") == nil)
  }

  @Test func `header fields are case-insensitive, and lists span several lines`() {
    var fields: HeaderFields = ["Allow": "GET, PUT", "allow": " MOVE ", "Content-Length": "12", "X": "-1"]
    #expect(fields.list("ALLOW") == ["GET", "PUT", "MOVE"])
    #expect(fields.number("content-length") == 12 && fields.number("X") == nil && fields.number("Y") == nil)
    fields["allow"] = "none"
    #expect(fields.list("Allow") == ["none"])
    fields["ALLOW"] = nil
    #expect(fields["Allow"] == nil)
  }

  @Test func `XML is parsed with prefixes, entities, comments and quoted brackets`() {
    let text = """
      <?xml version="1.0"?><!-- a > b --><D:a xmlns:D="DAV:" t='1>2'><D:b> x &amp; &#x41;&#66; </D:b><c/><![CDATA[<raw>]]></D:a>
      """
    let root = XMLElement(parsing: Array(text.utf8))
    #expect(root?.name == "a" && root?.text == "<raw>")
    #expect(root?.first("b")?.text == " x & AB " && root?.all("c").count == 1)
  }

  @Test(arguments: [
    "", "words", "<a>", "<a></b>", "<a><b></a></b>", "</a>", "<a", "<!DOCTYPE a [<!ENTITY x \"y\">]><a>&x;</a>",
    String(repeating: "<a>", count: 100_000), "<a><!-- ", "<a><![CDATA[ ",
  ])
  func `invalid or hostile XML is rejected`(_ text: String) {
    #expect(XMLElement(parsing: Array(text.utf8)) == nil)
  }

  @Test func `an address contains every possible file name`() {
    let base = address("http://h:1/a%20b/?x=1")
    #expect(base.inside("7", "50 % ü/#?.pdf").text == "http://h:1/a%20b/7/50%20%25%20%C3%BC%2F%23%3F.pdf?x=1")
    #expect(address("http://h").inside("7", isFolder: true).text == "http://h/7/")
  }
}
