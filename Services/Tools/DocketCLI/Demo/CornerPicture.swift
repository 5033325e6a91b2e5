/// The demo's photo of a letter: bright paper, lines of "text", and a colour in each corner that shows which way is up.
enum CornerPicture {
    static let red = Pixmap.Colour(red: 196, green: 44, blue: 48)
    static let green = Pixmap.Colour(red: 44, green: 148, blue: 72)
    static let blue = Pixmap.Colour(red: 48, green: 76, blue: 192)
    static let yellow = Pixmap.Colour(red: 228, green: 188, blue: 52)

    /// `seed`: different seeds give different lines, so that no two pictures are duplicates.
    static func make(width: Int, height: Int, seed: UInt64) -> Pixmap {
        var picture = Pixmap(width: width, height: height, background: Pixmap.Colour(red: 244, green: 241, blue: 234))
        var random = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        func next(_ bound: Int) -> Int {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((random >> 33) % UInt64(bound))
        }
        let ink = Pixmap.Colour(red: 52, green: 56, blue: 68)
        let corner = cornerSize(width: width, height: height)
        let lineHeight = max(2, height / 60)
        var y = corner + lineHeight * 2
        while y < height - corner - lineHeight * 2 {
            var x = width / 8
            while x < width * 7 / 8 {
                let word = max(2, width / 40) + next(max(1, width / 16))
                picture.fill(x: x, y: y, width: min(word, width * 7 / 8 - x), height: lineHeight, ink)
                x += word + max(2, width / 80)
            }
            y += lineHeight * 2 + next(lineHeight)
        }
        picture.fill(x: 0, y: 0, width: corner, height: corner, red)
        picture.fill(x: width - corner, y: 0, width: corner, height: corner, green)
        picture.fill(x: 0, y: height - corner, width: corner, height: corner, blue)
        picture.fill(x: width - corner, y: height - corner, width: corner, height: corner, yellow)
        return picture
    }

    static func cornerSize(width: Int, height: Int) -> Int { max(4, min(width, height) / 5) }

    /// What is wrong with the corners of a picture that should be upright; nil if nothing is. It measures well inside
    /// each corner, with a tolerance for scaling and JPEG.
    static func fault(in picture: Pixmap) -> String? {
        let corner = cornerSize(width: picture.width, height: picture.height)
        let probe = max(1, corner / 2)
        let near = corner / 4
        let right = picture.width - near - probe
        let bottom = picture.height - near - probe
        let expected: [(String, Int, Int, Pixmap.Colour)] = [
            ("top left", near, near, red), ("top right", right, near, green), ("bottom left", near, bottom, blue),
            ("bottom right", right, bottom, yellow),
        ]
        for (name, x, y, colour) in expected {
            let found = picture.mean(x: x, y: y, width: probe, height: probe)
            if found.distance(to: colour) > 40 {
                return "the \(name) corner is rgb(\(found.red), \(found.green), \(found.blue)) "
                    + "and not rgb(\(colour.red), \(colour.green), \(colour.blue))"
            }
        }
        return nil
    }
}
