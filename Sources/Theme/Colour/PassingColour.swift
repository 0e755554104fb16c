/// Finds the colour closest to a given one that can be read on given surfaces.
struct PassingColour {
  let surfaces: [Colour]
  /// The ratio text needs (WCAG 2.2, 1.4.3).
  let ratio: Double

  func passes(_ colour: Colour) -> Bool {
    lowestContrast(of: colour) >= ratio
  }

  /// The contrast on the surface where it is hardest to read.
  func lowestContrast(of colour: Colour) -> Double {
    surfaces.map { colour.contrast(with: $0) }.min() ?? 21
  }

  /// The nearest passing colour in OKLab; nil when even black and white fail, as on a medium grey beside a black.
  func nearest(to colour: Colour) -> Colour? {
    if passes(colour) { return colour }
    let wanted = OKLab(colour)
    guard let start = onLightnessLine(wanted) else { return nil }
    return refined(start, towards: wanted)
  }

  /// The first that passes when the lightness alone is moved away, both ways, in small steps.
  private func onLightnessLine(_ wanted: OKLab) -> Colour? {
    for step in 1...1000 {
      let distance = Double(step) / 1000
      for lightness in [wanted.lightness - distance, wanted.lightness + distance] where (0...1).contains(lightness) {
        let candidate = OKLab(lightness: lightness, a: wanted.a, b: wanted.b).shown
        if passes(candidate) { return candidate }
      }
    }
    return [Colour.black, .white].first(where: passes)
  }

  /// Walks over neighbouring passing colours for as long as one of them is closer.
  private func refined(_ start: Colour, towards wanted: OKLab) -> Colour {
    var best = start
    var bestDistance = OKLab(start).distance(to: wanted)
    for step in [8, 4, 2, 1] {
      var improved = true
      while improved {
        improved = false
        for neighbour in neighbours(of: best, step: step) where passes(neighbour) {
          let distance = OKLab(neighbour).distance(to: wanted)
          if distance < bestDistance { (best, bestDistance, improved) = (neighbour, distance, true) }
        }
      }
    }
    return best
  }

  private func neighbours(of colour: Colour, step: Int) -> [Colour] {
    let moves = [-step, 0, step]
    return moves.flatMap { red in
      moves.flatMap { green in
        moves.compactMap { blue in
          guard let red = UInt8(exactly: Int(colour.red) + red), let green = UInt8(exactly: Int(colour.green) + green),
            let blue = UInt8(exactly: Int(colour.blue) + blue)
          else { return nil }
          return Colour(red: red, green: green, blue: blue)
        }
      }
    }
  }
}
