import ShowroomApp
import Testing

struct ShowroomLinkTests {
  @Test(
    arguments: [
      ("car/50044", ShowroomLink.car(50_044)),
      ("car/50044/upload", .upload(50_044)),
      ("uploads", .uploads),
      ("search?q=kia", .search("kia")),
      // The scheme in any case, and redundant slashes.
      ("showroom://car/7", .car(7)),
      ("Showroom://uploads/", .uploads),
      ("/car/7/", .car(7)),
      (" car/7\n", .car(7)),
      // Encoded as in a web form.
      ("search?q=kia+2024", .search("kia 2024")),
      ("search?q=kia%202024", .search("kia 2024")),
      ("search?q=c%2B%2B", .search("c++")),
      ("search?q=year%3E%3D2020+fuel:electric", .search("year>=2020 fuel:electric")),
      ("search?q=%ED%98%84%EB%8C%80", .search("현대")),
      ("search?q=현대", .search("현대")),
      ("search?q=a?b%26c", .search("a?b&c")),
      ("c%61r/7", .car(7)),
    ])
  func `links are parsed`(text: String, link: ShowroomLink) throws {
    #expect(try ShowroomLink(parsing: text) == link)
  }

  @Test(
    arguments: [
      ("", ShowroomLinkError.empty),
      (" ", .empty),
      ("cars/7", .unknown("cars/7")),
      ("https://example.org/car/7", .unknown("https://example.org/car/7")),
      ("uploads/7", .unknown("uploads/7")),
      ("uploads?q=1", .unknown("uploads?q=1")),
      ("car/7/note", .unknown("car/7/note")),
      ("car/7/upload/8", .unknown("car/7/upload/8")),
      ("car/7?x", .unknown("car/7?x")),
      ("showroom://", .unknown("showroom://")),
      ("car", .noCar("car")),
      ("car/kia", .noCar("car/kia")),
      ("car/-7", .noCar("car/-7")),
      ("car/0", .noCar("car/0")),
      ("car/99999999999999999999", .noCar("car/99999999999999999999")),
      ("search", .noWords("search")),
      ("search?q=", .noWords("search?q=")),
      ("search?q=++", .noWords("search?q=++")),
      ("search?words=kia", .noWords("search?words=kia")),
      ("search?q=kia&q=bmw", .noWords("search?q=kia&q=bmw")),
      ("search?q=50%", .badEncoding("search?q=50%")),
      ("search?q=%4", .badEncoding("search?q=%4")),
      ("search?q=%FF", .badEncoding("search?q=%FF")),
    ])
  func `an invalid link is an error`(text: String, mistake: ShowroomLinkError) {
    #expect(throws: mistake) { try ShowroomLink(parsing: text) }
    #expect(mistake.description.hasSuffix("."))
  }

  @Test func `errors state what to write instead`() {
    #expect(
      ShowroomLinkError.unknown("cars/7").description
        == "\"cars/7\" is not a link. Use car/ID, car/ID/upload, search?q=WORDS, or uploads.")
    #expect(
      ShowroomLinkError.noCar("car/kia").description
        == "\"car/kia\" has no car ID. Use an ID that showroom list prints, as in car/50044.")
  }
}
