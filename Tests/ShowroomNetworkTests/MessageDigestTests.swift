import ShowroomTestSupport
import Testing

@testable import ShowroomNetwork

@Suite
struct MessageDigestTests {
  @Test func `digests equal those of OpenSSL`() throws {
    for count in [0, 1, 55, 56, 64, 1_000_000] {
      let bytes = sample(count)
      for (algorithm, name) in [(MessageDigest.Algorithm.md5, "MD5"), (.sha1, "SHA1"), (.sha256, "SHA256")] {
        #expect(try MessageDigest.value(algorithm, of: bytes) == Digests.digest(name, of: bytes))
      }
      let key = sample(min(count, 200))
      #expect(
        try MessageDigest.authentication(of: bytes, key: key) == Digests.authentication(of: bytes, key: key))
    }
    #expect(
      try MessageDigest.value(.sha256, of: []).hexadecimal
        == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  }

  @Test func `a copy of a digest is independent`() throws {
    var first = try MessageDigest(.sha256)
    first.update(Array("a".utf8))
    var second = first
    second.update(Array("b".utf8))
    #expect(first.value() == Digests.digest("SHA256", of: "a".utf8))
    first.update(Array("c".utf8))

    #expect(second.value() == Digests.digest("SHA256", of: "ab".utf8))
    #expect(first.value() == Digests.digest("SHA256", of: "ac".utf8))
    #expect(first.value() == first.value())
  }

  @Test func `a missing library is reported with its package`() {
    let error = MissingLibrary(name: "libcurl", package: "libcurl4", reason: "cannot open shared object file")
    #expect(error.description.contains("apt install libcurl4"))
  }
}
