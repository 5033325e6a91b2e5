/// Files whose heads say what they are. The gateway decodes nothing, so their pictures need not exist.
enum SampleFiles {
    /// `salt` makes files of the same kind different.
    static func jpeg(_ salt: UInt8 = 0, size: Int = 2_000) -> [UInt8] {
        padded([0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x10] + Array("JFIF".utf8) + [0, 1, 1, 0, 0, 1, 0, 1, 0, 0, salt], to: size)
    }

    static func png(_ salt: UInt8 = 0, size: Int = 2_000) -> [UInt8] {
        let header: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
        return padded(header + Array("IHDR".utf8) + [0, 0, 0, 16, 0, 0, 0, 16, 8, 2, 0, 0, 0, salt], to: size)
    }

    static func pdf(_ salt: UInt8 = 0, size: Int = 2_000) -> [UInt8] {
        padded(Array("%PDF-1.7\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3, 0x0A, salt], to: size)
    }

    static func text(size: Int = 2_000) -> [UInt8] {
        Array(repeating: Array("Dear Sir or Madam, ".utf8), count: size / 19 + 1).flatMap { $0 }.prefix(size).map { $0 }
    }

    private static func padded(_ head: [UInt8], to size: Int) -> [UInt8] {
        head + (0..<max(0, size - head.count)).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    }
}
