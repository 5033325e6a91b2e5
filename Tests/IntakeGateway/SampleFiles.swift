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
        var text = Array("Dear Sir or Madam, ".utf8)
        while text.count < size { text += text }
        return Array(text.prefix(size))
    }

    /// By doubling: byte by byte, twenty megabytes take a debug build ten seconds.
    private static func padded(_ head: [UInt8], to size: Int) -> [UInt8] {
        var padding = (0..<256).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        while padding.count < size - head.count { padding += padding }
        return head + padding.prefix(max(0, size - head.count))
    }
}
