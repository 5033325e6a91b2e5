import Crypto
import Shared

/// What Apple knows one app on one device by: bytes in hexadecimal. It is a person's, and in the submission alone.
struct DeviceToken: Sendable, Hashable {
    /// Lower-case digits; nothing else can come into an address.
    let hex: String

    /// Nil for what is none.
    init?(_ text: String) {
        guard Contact.isDeviceToken(text) else { return nil }
        hex = text.lowercased()
    }

    /// What a retired one is remembered by: nobody can tell the token from it.
    func digest(topic: String) -> [UInt8] { ContentDigest(of: Array("\(topic)\n\(hex)".utf8)).bytes }
}
