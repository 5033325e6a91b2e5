import CLibcrypto

/// Why a time stamp is not trusted.
public enum TimeStampFault: Error, Sendable, Hashable {
    /// It is not a time stamp (RFC 3161), or is too long.
    case malformed
    /// The authority refuses the request, in its own words.
    case refused(String)
    /// It is for another digest.
    case otherDigest
    /// It answers another request.
    case otherQuestion
    /// No trusted certificate has signed it, or the signer's was not valid then; with the message of libcrypto.
    case untrusted(String)
    /// An error in libcrypto.
    case failed(String)
}

extension TimeStampFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .malformed: "it is no time stamp"
        case .refused(let words): "the authority refuses: \(words)"
        case .otherDigest: "it is a stamp of something else"
        case .otherQuestion: "it answers another question"
        case .untrusted(let words): "its signer is not trusted: \(words)"
        case .failed(let words): "it cannot be checked: \(words)"
        }
    }
}

extension TimeStampFault {
    /// The fault of the last call into libcrypto on this thread; empties its error queue.
    static func last() -> TimeStampFault {
        defer { ERR_clear_error() }
        var data: UnsafePointer<CChar>?
        var flags: CInt = 0
        // The deepest cause comes first, with what it is about.
        let code = ERR_get_error_all(nil, nil, nil, &data, &flags)
        let reason = ERR_reason_error_string(code).map { String(cString: $0) } ?? "no reason is told"
        let about = flags & ERR_TXT_STRING == 0 ? "" : data.map { " (\(String(cString: $0)))" } ?? ""
        guard ERR_GET_LIB(code) == ERR_LIB_TS else {
            return code == 0 ? .failed(reason) : .untrusted(reason + about)
        }
        switch ERR_GET_REASON(code) {
        case TS_R_MESSAGE_IMPRINT_MISMATCH: return .otherDigest
        case TS_R_NONCE_MISMATCH, TS_R_NONCE_NOT_RETURNED, TS_R_POLICY_MISMATCH: return .otherQuestion
        case TS_R_UNSUPPORTED_VERSION, TS_R_WRONG_CONTENT_TYPE, TS_R_DETACHED_CONTENT, TS_R_INVALID_NULL_POINTER:
            return .malformed
        case TS_R_NO_TIME_STAMP_TOKEN: return .refused(about.isEmpty ? reason : about)
        default: return .untrusted(reason + about)
        }
    }
}
