import Shared

/// Removes secrets from stored requests and answers.
public enum Redaction {
    public static let mask = "[removed]"

    /// The texts before a secret. The secret ends before the first character that cannot be part of one.
    private static let openings: [[UInt8]] = [
        "whsec_", "whsk_", "v1,", "v1a,", "Bearer ", "bearer ", "Basic ", "basic ", "dk_", "dl_", "dp_", "eyJ",
    ].map { Array($0.utf8) }
    private static let firstLetters = Set(openings.map { $0[0] })
    /// Shorter texts are words.
    private static let shortest = 12

    /// At most about `limit` bytes of a text, without control characters and without anything that looks like a secret.
    public static func excerpt(_ bytes: some Collection<UInt8>, limit: Int) -> String {
        let text = String(decoding: bytes.prefix(limit), as: UTF8.self)
        let clean = String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0 == "\n" || $0 == "\t" || $0.properties.generalCategory != .control ? $0 : " " }))
        // A secret that the end cuts through is shorter, and is taken out however short it is.
        return withoutSecrets(clean, isCut: bytes.count > limit) + (bytes.count > limit ? "…" : "")
    }

    private static func withoutSecrets(_ text: String, isCut: Bool) -> String {
        let bytes = Array(text.utf8)
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            guard firstLetters.contains(bytes[index]), let opening = opening(at: index, of: bytes) else {
                kept.append(bytes[index])
                index += 1
                continue
            }
            let start = index + opening.count
            let end = bytes[start...].firstIndex { !isOfSecret($0) } ?? bytes.count
            kept += opening
            let isSecret = end - start >= shortest || (isCut && end == bytes.count)
            kept += isSecret ? Array(mask.utf8) : Array(bytes[start..<end])
            index = end
        }
        return String(decoding: kept, as: UTF8.self)
    }

    private static func opening(at index: Int, of bytes: [UInt8]) -> [UInt8]? {
        openings.first { bytes[index...].starts(with: $0) }
    }

    private static func isOfSecret(_ byte: UInt8) -> Bool {
        byte.isLetterOrDigit || "+/=-_.".utf8.contains(byte)
    }

    /// An address without its query, where keys are often put.
    public static func address(_ url: String) -> String {
        let path = url.prefix { $0 != "?" }
        return path.count == url.count ? url : path + "?" + mask
    }
}
