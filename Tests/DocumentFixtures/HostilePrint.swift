/// Pictures of a page's size that keep a recognizer busy.
public enum HostilePrint {
    private static let width = 2480
    private static let height = 3508

    /// The kinds are `noise`; `marks`, 200,000 of a letter's size; `dust`, strokes of one pixel.
    public static func jpeg(_ kind: String) throws -> [UInt8] {
        var state = UInt32(truncatingIfNeeded: 2_463_534_242 + kind.utf8.count)
        func next() -> UInt32 {
            state ^= state << 13
            state ^= state >> 17
            state ^= state << 5
            return state
        }
        var grey = [UInt8](repeating: 255, count: width * height)
        func fill(_ left: Int, _ top: Int, _ across: Int, _ down: Int) {
            for y in top..<min(top + down, height) { for x in left..<min(left + across, width) { grey[y * width + x] = 0 } }
        }
        switch kind {
        case "noise":
            for index in grey.indices { grey[index] = UInt8(truncatingIfNeeded: next()) }
        case "marks":
            // Corners of three strokes, in cells of six by seven pixels.
            for top in stride(from: 0, to: height - 7, by: 7) {
                for left in stride(from: 0, to: width - 6, by: 6) {
                    let shape = next()
                    fill(left, top, 1, 5)
                    if shape & 1 != 0 { fill(left, top, 4, 1) }
                    if shape & 2 != 0 { fill(left, top + 4, 4, 1) }
                    if shape & 4 != 0 { fill(left, top + 2, 3, 1) }
                }
            }
        default:
            for _ in 0..<200_000 {
                let place = next()
                fill(Int(place % UInt32(width)), Int((place >> 8) % UInt32(height)), Int(place & 3) + 1, 1)
            }
        }
        let header = Array("P5\n\(width) \(height)\n255\n".utf8)
        return try Tool.vips.run(
            ["copy", "in.pgm", "out.jpg[Q=90,strip]"], files: ["in.pgm": header + grey], yields: "out.jpg")
    }
}
