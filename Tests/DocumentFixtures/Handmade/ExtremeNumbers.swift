/// Numbers around which integers of some width end, and small files that hold one of them where a parser computes with it.
public enum ExtremeNumbers {
    public static let all: [UInt64] =
        [31, 32, 53, 63].flatMap { (power: UInt64) -> [UInt64] in [(1 << power) - 1, 1 << power, (1 << power) + 1] } + [
            .max - 1, .max,
        ]

    /// A BigTIFF of one page whose directory has this entry beside its size.
    public static func bigTIFF(tag: Int, type: Int, count: UInt64, value: UInt64) -> [UInt8] {
        let entries =
            entry(256, 4, 1, 40) + entry(257, 4, 1, 30) + entry(UInt64(tag), UInt64(type), count, value)
        return ascii("II") + little(43, 2) + little(8, 2) + little(0, 2) + little(16, 8) + little(3, 8) + entries + little(0, 8)
    }

    /// A BigTIFF whose first directory lies there.
    public static func bigTIFF(directory: UInt64) -> [UInt8] {
        ascii("II") + little(43, 2) + little(8, 2) + little(0, 2) + little(directory, 8) + [UInt8](repeating: 0, count: 32)
    }

    /// The beginning of a HEIC, with a box `meta` of this length.
    public static func box(size: UInt64) -> [UInt8] {
        ascii("\0\0\0\u{18}ftypheic\0\0\0\0mif1heic\0\0\0\u{1}meta") + little(size, 8).reversed()
            + [UInt8](repeating: 0, count: 64)
    }

    /// A PDF that says to have so many pages.
    public static func pdf(count: UInt64) -> [UInt8] { pdf(count: "\(count)", references: "116") }

    /// A PDF whose table of objects lies there.
    public static func pdf(startOfReferences: UInt64) -> [UInt8] { pdf(count: "1", references: "\(startOfReferences)") }

    private static func pdf(count: String, references: String) -> [UInt8] {
        ascii(
            """
            %PDF-1.4
            1 0 obj
            <</Type/Catalog/Pages 2 0 R>>
            endobj
            2 0 obj
            <</Type/Pages/Count \(count)/Kids[]>>
            endobj
            trailer
            <</Root 1 0 R/Size 3>>
            startxref
            \(references)
            %%EOF

            """)
    }

    private static func entry(_ tag: UInt64, _ type: UInt64, _ count: UInt64, _ value: UInt64) -> [UInt8] {
        little(tag, 2) + little(type, 2) + little(count, 8) + little(value, 8)
    }

    private static func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }

    private static func little(_ number: UInt64, _ bytes: UInt64) -> [UInt8] {
        (0..<bytes).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
