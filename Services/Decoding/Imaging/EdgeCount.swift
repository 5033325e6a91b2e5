/// Counts the edges in a small picture.
enum EdgeCount {
    /// Dust makes a few edges.
    static let ofBlankPages = 8
    /// Of 255. Compression and noise stay below it in a shrunk picture; a pencil's line does not.
    private static let threshold = 20

    /// The number of pixels with a band that differs from that two to the left or two above by more than the threshold.
    static func edges(_ pixels: [UInt8], width: Int, bands: Int) -> Int {
        guard width > 0, bands > 0 else { return 0 }
        let height = pixels.count / (width * bands)
        var edges = 0
        for y in 0..<height {
            for x in 0..<width {
                let here = (y * width + x) * bands
                if x >= 2, differ(pixels, here, here - 2 * bands, bands) {
                    edges += 1
                } else if y >= 2, differ(pixels, here, here - 2 * width * bands, bands) {
                    edges += 1
                }
            }
        }
        return edges
    }

    private static func differ(_ pixels: [UInt8], _ here: Int, _ there: Int, _ bands: Int) -> Bool {
        for band in 0..<bands where abs(Int(pixels[here + band]) - Int(pixels[there + band])) >= threshold { return true }
        return false
    }
}
