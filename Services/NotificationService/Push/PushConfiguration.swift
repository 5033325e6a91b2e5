import Configuration
import Crypto
import Shared

/// The configuration of Apple's push service.
struct PushConfiguration: Sendable {
    /// One of Apple's two services. Apps from its store have tokens of the first, apps from a developer's machine of the
    /// second.
    enum Environment: String, Sendable, CaseIterable {
        case production, sandbox

        var server: String { self == .production ? "api.push.apple.com:443" : "api.sandbox.push.apple.com:443" }
    }

    var identity: ProviderIdentity
    /// The app's bundle id.
    var topic: String
    /// `host:port`.
    var server: String
    /// A PEM file of certificates that must have signed the server's.
    var certificates: String?
    /// How long Apple stores a message for an unreachable device.
    var lifetime: Duration

    /// Nil without a key.
    init?(reading reader: inout ConfigurationReader) {
        let key = reader.optionalSecret(
            Variable.key, "The key of Apple's push service, the contents of its .p8 file; without it nobody is told by push")
        let keyID = reader.optionalString(Variable.keyID, "The key's id, ten letters and digits")
        let teamID = reader.optionalString(Variable.teamID, "The id of the team that it belongs to, ten letters and digits")
        let topic = reader.optionalString(Variable.topic, "The app's bundle id, such as org.example.app")
        let environment = reader.choice(
            Variable.environment, default: Environment.production,
            "Which of Apple's services: sandbox for apps from a developer's machine")
        let server = reader.optionalString(
            Variable.server, "Another server than Apple's, as host:port; port 2197 is Apple's, too")
        certificates = reader.optionalString(
            "DOCKET_APNS_CERTIFICATES", "A file of certificates in PEM to trust instead of the system's")
        lifetime = reader.duration(
            "DOCKET_APNS_LIFETIME", default: .seconds(86_400), in: .seconds(60) ... .seconds(30 * 86_400),
            "How long after an outcome it is still worth telling a device of it")
        guard let key else {
            for (name, value) in [(Variable.keyID, keyID), (Variable.teamID, teamID), (Variable.topic, topic)] where value != nil
            {
                reader.fault(name, "is set without \(Variable.key)")
            }
            return nil
        }
        self.server = server ?? environment.server
        if let server, !Self.isServer(server) { reader.fault(Variable.server, "must be host:port, such as localhost:2197") }
        for (name, value) in [(Variable.keyID, keyID), (Variable.teamID, teamID)] where !(value.map(Self.isID) ?? false) {
            reader.fault(name, "must be ten letters and digits; \(Variable.key) needs it")
        }
        if !(topic.map(Self.isTopic) ?? false) {
            reader.fault(Variable.topic, "must be a bundle id such as org.example.app; \(Variable.key) needs it")
        }
        // One that could not be read is named already.
        guard !key.reveal.isEmpty else { return nil }
        do throws(CryptoError) {
            identity = ProviderIdentity(key: try ES256.PrivateKey(pem: key.reveal), keyID: keyID ?? "", teamID: teamID ?? "")
        } catch {
            reader.fault(Variable.key, "cannot be used: \(error.description)")
            return nil
        }
        self.topic = topic ?? ""
    }

    private enum Variable {
        static let key = "DOCKET_APNS_KEY"
        static let keyID = "DOCKET_APNS_KEY_ID"
        static let teamID = "DOCKET_APNS_TEAM_ID"
        static let topic = "DOCKET_APNS_TOPIC"
        static let environment = "DOCKET_APNS_ENVIRONMENT"
        static let server = "DOCKET_APNS_SERVER"
    }

    private static func isID(_ text: String) -> Bool { text.utf8.count == 10 && text.utf8.allSatisfy(\.isLetterOrDigit) }

    private static func isTopic(_ text: String) -> Bool {
        (1...155).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
    }

    private static func isServer(_ text: String) -> Bool {
        let parts = text.split(at: ":", omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && parts[0].utf8.allSatisfy { $0.isLetterOrDigit || ".-".utf8.contains($0) }
            && (1...65_535).contains(Int(parts[1]) ?? 0)
    }
}
