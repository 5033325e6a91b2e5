extension GreyPicture {
    /// How far, of 255, pixels of an empty strip may differ: compression leaves a trace.
    private static let tolerance = 3

    /// The deepest strip along one of its four sides that has one value only, in hundredths of the picture: where a picture that was
    /// cut off has nothing. A margin of paper counts as well, so that this is the most that can be missing.
    public var emptyMargin: Int {
        let top = strip(height, across: width) { line, place in pixels[line * width + place] }
        let bottom = strip(height, across: width) { line, place in pixels[(height - 1 - line) * width + place] }
        let left = strip(width, across: height) { line, place in pixels[place * width + line] }
        let right = strip(width, across: height) { line, place in pixels[place * width + width - 1 - line] }
        return max(max(top, bottom) * 100 / height, max(left, right) * 100 / width)
    }

    /// How many lines from the first on are all like its first pixel.
    private func strip(_ lines: Int, across places: Int, _ pixel: (_ line: Int, _ place: Int) -> UInt8) -> Int {
        let first = Int(pixel(0, 0))
        for line in 0..<lines {
            for place in 0..<places where abs(Int(pixel(line, place)) - first) > Self.tolerance { return line }
        }
        return lines
    }
}
