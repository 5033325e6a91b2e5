import Glibc

/// A colour in sRGB: red, green and blue from 0 to 1.
struct Colour: Sendable, Hashable {
    var red, green, blue: Double

    static let white = Colour(red: 1, green: 1, blue: 1)
    static let black = Colour(red: 0, green: 0, blue: 0)

    init(red: Double, green: Double, blue: Double) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// Such as `#0a5c36`; nil for anything else.
    init?(_ text: String) {
        let digits = text.utf8.dropFirst()
        guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6,
            digits.allSatisfy({ UnicodeScalar($0).properties.isASCIIHexDigit }),
            let number = Int(String(Substring(digits)), radix: 16)
        else { return nil }
        func part(_ shift: Int) -> Double { Double(number >> shift & 0xFF) / 255 }
        self.init(red: part(16), green: part(8), blue: part(0))
    }

    var hex: String {
        [red, green, blue].reduce(into: "#") { text, part in
            let digits = String(Int((min(max(part, 0), 1) * 255).rounded()), radix: 16)
            text += digits.utf8.count == 1 ? "0\(digits)" : digits
        }
    }

    /// Mixes in `share` of `other`, from 0 to 1.
    func mixed(with other: Colour, _ share: Double) -> Colour {
        Colour(
            red: red + (other.red - red) * share, green: green + (other.green - green) * share,
            blue: blue + (other.blue - blue) * share)
    }

    /// From 0 to 1 (WCAG 2.2, “relative luminance”).
    var luminance: Double {
        func linear(_ part: Double) -> Double { part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4) }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// From 1 to 21 (WCAG 2.2, “contrast ratio”).
    func contrast(with other: Colour) -> Double {
        let (lighter, darker) = (max(luminance, other.luminance), min(luminance, other.luminance))
        return (lighter + 0.05) / (darker + 0.05)
    }

    /// As drawn, with integer components, so that a contrast computed here holds on the screen.
    private var drawn: Colour { Colour(hex) ?? self }

    /// The nearest mixture with `end` that is readable on all these backgrounds.
    func readable(on grounds: [Colour], towards end: Colour) -> Colour {
        for step in 0...100 {
            let mixture = mixed(with: end, Double(step) / 100).drawn
            if grounds.allSatisfy({ mixture.contrast(with: $0) >= Self.leastContrast }) { return mixture }
        }
        return end
    }

    /// For text that is not large (WCAG 2.2, 1.4.3).
    static let leastContrast = 4.5
}
