import Shared

extension GreyPicture {
    /// Where `isSoft` says so, the mean of what is around, three times: close to a lens out of focus. The sensor adds its grain after
    /// that.
    func blurred(by radius: Int, where isSoft: (_ x: Int, _ y: Int) -> Bool = { _, _ in true }) -> GreyPicture {
        var soft = pixels.map(Int.init)
        for _ in 0..<3 {
            for y in 0..<height { Self.average(&soft, from: y * width, by: 1, count: width, radius) }
            for x in 0..<width { Self.average(&soft, from: x, by: width, count: height, radius) }
        }
        var next: [UInt8] = []
        next.reserveCapacity(pixels.count)
        for y in 0..<height {
            for x in 0..<width {
                let value = isSoft(x, y) ? soft[y * width + x] : Int(pixels[y * width + x])
                next.append(UInt8(clamping: value + Photograph.grain(x, y, 2)))
            }
        }
        return GreyPicture(width: width, height: height, pixels: next)!
    }

    private static func average(_ values: inout [Int], from start: Int, by step: Int, count: Int, _ radius: Int) {
        let line = (0..<count).map { values[start + $0 * step] }
        var (sum, places) = (0, 0)
        for place in -radius..<count {
            if place + radius < count {
                sum += line[place + radius]
                places += 1
            }
            if place - radius > 0 {
                sum -= line[place - radius - 1]
                places -= 1
            }
            if place >= 0 { values[start + place * step] = sum / places }
        }
    }
}
