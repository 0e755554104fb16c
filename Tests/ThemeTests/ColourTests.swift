import Testing

@testable import Theme

/// Colours, contrast and the search for a colour that can be read.
@Suite("Colours")
struct ColourTests {
  @Test("hexadecimal notation is read and written")
  func notation() throws {
    #expect(Colour("#0b6e6e")?.hex == "#0b6e6e")
    #expect(Colour("#ABC")?.hex == "#aabbcc")
    #expect(Colour("0b6e6e") == nil)
    #expect(Colour("#0b6e6") == nil)
    #expect(Colour("#gggggg") == nil)
  }

  @Test("contrast follows WCAG's own examples")
  func contrast() throws {
    #expect(Colour.white.contrast(with: .black) == 21)
    let grey = try #require(Colour("#767676"))
    #expect(abs(grey.contrast(with: .white) - 4.54) < 0.005)
  }

  @Test("OKLab agrees with published values and leads back", arguments: ["#ff0000", "#0b6e6e", "#ffffff", "#000000"])
  func roundTrip(_ hex: String) throws {
    let colour = try #require(Colour(hex))
    #expect(OKLab(colour).colour == colour)
    if hex == "#ff0000" {
      let lab = OKLab(colour)
      #expect(abs(lab.lightness - 0.62796) < 1e-4 && abs(lab.a - 0.22486) < 1e-4 && abs(lab.b - 0.12585) < 1e-4)
    }
  }

  @Test(
    "the nearest passing colour passes, and none of its neighbours is closer",
    arguments: ["#ffcc00", "#66aaff", "#ff4d4d", "#cccccc"])
  func nearest(_ hex: String) throws {
    let search = PassingColour(surfaces: [.white], ratio: 4.5)
    let wanted = try #require(Colour(hex))
    let found = try #require(search.nearest(to: wanted))
    #expect(search.passes(found))
    let distance = OKLab(found).distance(to: OKLab(wanted))
    for (red, green, blue) in [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (0, 1, 1), (1, 0, 1), (1, 1, 1)] {
      for sign in [-1, 1] {
        guard let r = UInt8(exactly: Int(found.red) + sign * red),
          let g = UInt8(exactly: Int(found.green) + sign * green),
          let b = UInt8(exactly: Int(found.blue) + sign * blue)
        else { continue }
        let neighbour = Colour(red: r, green: g, blue: b)
        #expect(!search.passes(neighbour) || OKLab(neighbour).distance(to: OKLab(wanted)) >= distance)
      }
    }
  }

  @Test("a colour that passes is left alone")
  func passing() throws {
    let teal = try #require(Colour("#0b6e6e"))
    #expect(PassingColour(surfaces: [.white], ratio: 4.5).nearest(to: teal) == teal)
  }

  @Test("where nothing can pass, nothing is suggested")
  func impossible() throws {
    let grey = try #require(Colour("#777777"))
    #expect(PassingColour(surfaces: [.black, .white, grey], ratio: 4.5).nearest(to: .white) == nil)
  }
}
