import Shared

/// Shows untrusted bytes on a terminal, and never passes them on unchanged.
package enum ByteDump {
    /// A program reads longer ones.
    package static let most = 2_048
    private static let width = 16

    /// As text. Anything but letters, and every control character, becomes a dot.
    package static func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self).map { character in
            isShown(character) ? String(character) : "·"
        }.joined()
    }

    /// Whether a terminal would show the character, and not act on it.
    package static func isShown(_ character: Character) -> Bool {
        character.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
    }

    /// Sixteen bytes a line, with their offset and their ASCII. Shows only the first ones of many.
    package static func lines(_ bytes: [UInt8]) -> [String] {
        let shown = bytes.prefix(most)
        let lines = stride(from: 0, to: shown.count, by: width).map { start in
            let part = Array(shown[start..<min(start + width, shown.count)])
            let hex = part.map { Hex.encode([$0]) }.joined(separator: " ")
            let letters = part.map { (0x20..<0x7F).contains($0) ? String(UnicodeScalar($0)) : "·" }.joined()
            let place = Hex.encode([UInt8(truncatingIfNeeded: start >> 8), UInt8(truncatingIfNeeded: start)])
            return "  \(place)  \(hex)\(String(repeating: " ", count: (width - part.count) * 3))  \(letters)"
        }
        return lines + (bytes.count > most ? ["  … \(bytes.count - most) more; --json has all of them"] : [])
    }
}
