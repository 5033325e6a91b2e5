import FoundationEssentials

/// The meaning of an answer of Vault's transit engine. It is pure.
enum VaultAnswer {
    struct Values: Decodable, Sendable {
        var ciphertext: String?
        var plaintext: String?
    }

    private struct Body: Decodable {
        var data: Values?
        var errors: [String]?
    }

    /// The version in a ciphertext, as in `v3` of `vault:v3:…`.
    static func version(of ciphertext: String) -> String? {
        let parts = ciphertext.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "vault", parts[1].first == "v", let number = UInt32(parts[1].dropFirst()) else {
            return nil
        }
        return "v\(number)"
    }

    static func verdict(
        status: Int, body: [UInt8], _ subject: String, _ action: String
    ) -> KeyServiceVerdict<Values> {
        let parsed = try? JSONDecoder().decode(Body.self, from: Data(body))
        if status == 200 {
            if let values = parsed?.data { return .answer(values) }
            return .failure(SealingError(.unavailable, "\(subject) does not answer as Vault does"), isTransient: false)
        }
        let told = told(parsed?.errors)
        func failure(_ code: SealingError.Code, _ advice: String, again: Bool = false) -> KeyServiceVerdict<Values> {
            .failure(SealingError(code, "\(subject) answers \(status)\(told): \(advice)"), isTransient: again)
        }
        switch status {
        case 400 where action == "decrypt":
            return failure(.unknownKey, "it has not wrapped this for this tenant, or may not open that version any more")
        case 400: return failure(.unavailable, "look whether this transit key exists and has the type aes256-gcm96")
        case 401, 403:
            return failure(
                .unavailable, "look at VAULT_TOKEN_FILE, VAULT_NAMESPACE, and whether the policy allows to update \(action)/NAME")
        case 404:
            return failure(.unavailable, "look whether there is a transit engine with this key, and at VAULT_NAMESPACE")
        case 301, 302, 307, 308:
            return failure(.unavailable, "VAULT_ADDR has to be that of the active node, or of one that forwards")
        case 412, 429, 472, 473: return failure(.unavailable, "it cannot answer at the moment", again: true)
        case 503: return failure(.unavailable, "it is sealed or in maintenance; unseal it", again: true)
        case 500, 502, 504: return failure(.unavailable, "it cannot answer at the moment", again: true)
        default: return failure(.unavailable, "it does not do what it was asked for")
        }
    }

    /// Its own words, which hold no secrets, on one short line.
    private static func told(_ errors: [String]?) -> String {
        guard let first = errors?.first(where: { !$0.isEmpty }) else { return "" }
        return " (" + KeyServiceWords.line(first) + ")"
    }
}

/// Words of a key service for the log.
enum KeyServiceWords {
    static func line(_ text: String) -> String {
        let shown = text.unicodeScalars.prefix(160).map { $0.properties.generalCategory == .control ? " " : String($0) }
        return shown.joined()
    }
}
