extension GreyPicture {
    /// The allowed difference of pixels in an empty strip, out of 255: compression leaves traces.
    private static let tolerance = 3

    /// The deepest strip of a single value along a side, in hundredths of the picture. A truncated picture has such a
    /// strip. A margin of paper has one, too, so this is an upper bound of the missing part.
    public var emptyMargin: Int {
        let top = strip(height, across: width) { line, place in pixels[line * width + place] }
        let bottom = strip(height, across: width) { line, place in pixels[(height - 1 - line) * width + place] }
        let left = strip(width, across: height) { line, place in pixels[place * width + line] }
        let right = strip(width, across: height) { line, place in pixels[place * width + width - 1 - line] }
        return max(max(top, bottom) * 100 / height, max(left, right) * 100 / width)
    }

    /// The number of leading lines that are all like the first pixel.
    private func strip(_ lines: Int, across places: Int, _ pixel: (_ line: Int, _ place: Int) -> UInt8) -> Int {
        let first = Int(pixel(0, 0))
        for line in 0..<lines {
            for place in 0..<places where abs(Int(pixel(line, place)) - first) > Self.tolerance { return line }
        }
        return lines
    }
}
