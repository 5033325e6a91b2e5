import Shared

/// Apple's name of one app on one device: bytes in hexadecimal. It is personal, and only the submission has it.
struct DeviceToken: Sendable, Hashable {
    /// Lower-case digits only, so it is safe in an address.
    let hex: String

    /// Nil for an invalid token.
    init?(_ text: String) {
        guard Contact.isDeviceToken(text) else { return nil }
        hex = text.lowercased()
    }

    /// Identifies a retired token without revealing it.
    func digest(topic: String) -> [UInt8] { ContentDigest(of: Array("\(topic)\n\(hex)".utf8)).bytes }
}
