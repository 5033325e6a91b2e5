import FoundationEssentials

/// The meaning of an answer of AWS KMS. It is pure.
enum KMSAnswer {
    // swift-format-ignore: AlwaysUseLowerCamelCase
    struct Values: Decodable, Sendable {
        var KeyId: String?
        var CiphertextBlob: String?
        var Plaintext: String?
    }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    private struct Fault: Decodable {
        var type: String?
        var message: String?
        var Message: String?

        enum CodingKeys: String, CodingKey {
            case type = "__type"
            case message
            case Message
        }
    }

    static func verdict(status: Int, body: [UInt8], _ subject: String) -> KeyServiceVerdict<Values> {
        if status == 200 {
            if let values = try? JSONDecoder().decode(Values.self, from: Data(body)) { return .answer(values) }
            return .failure(SealingError(.unavailable, "\(subject) does not answer as KMS does"), isTransient: false)
        }
        let fault = try? JSONDecoder().decode(Fault.self, from: Data(body))
        // Some put the name's place before it: com.amazonaws.kms#NotFoundException.
        let type = String(KeyServiceWords.line(fault?.type ?? "").split(separator: "#").last ?? "")
        let (code, advice, isTransient) = meaning(of: type, status)
        let told = type.isEmpty ? "\(status)" : "\(status) \(type)"
        let words = (fault?.message ?? fault?.Message).map { " (\(KeyServiceWords.line($0)))" } ?? ""
        return .failure(SealingError(code, "\(subject) answers \(told)\(words): \(advice)"), isTransient: isTransient)
    }

    private static func meaning(of type: String, _ status: Int) -> (SealingError.Code, advice: String, isTransient: Bool) {
        switch type {
        case "InvalidCiphertextException", "IncorrectKeyException":
            (.unknownKey, "it has not wrapped this for this tenant", false)
        case "NotFoundException": (.unavailable, "there is no such key; look at DOCKET_SEALING_KMS_KEY and AWS_REGION", false)
        case "DisabledException", "KMSInvalidStateException":
            (.unavailable, "the key is disabled or about to be deleted; enable it", false)
        case "InvalidKeyUsageException": (.unavailable, "the key has to be a symmetric one for ENCRYPT_DECRYPT", false)
        case "AccessDeniedException":
            (.unavailable, "the key's policy has to allow kms:Encrypt, kms:Decrypt and kms:ReEncrypt*", false)
        case "UnrecognizedClientException", "InvalidSignatureException", "InvalidClientTokenId", "ExpiredTokenException",
            "IncompleteSignature", "MissingAuthenticationToken", "RequestExpired":
            (.unavailable, "look at AWS_ACCESS_KEY_ID and what belongs to it, at AWS_REGION, and at the clock", false)
        case "ThrottlingException", "LimitExceededException", "KMSInternalException", "KeyUnavailableException",
            "DependencyTimeoutException", "InternalFailure", "ServiceUnavailable":
            (.unavailable, "it cannot answer at the moment", true)
        default:
            [408, 429, 500, 502, 503, 504].contains(status)
                ? (.unavailable, "it cannot answer at the moment", true)
                : (.unavailable, "it does not do what it was asked for", false)
        }
    }
}
