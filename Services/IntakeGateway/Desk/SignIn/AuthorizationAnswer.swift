import HTTPServer
import Shared

/// The issuer's answer, which the browser brings back (RFC 6749, section 4.1.2).
enum AuthorizationAnswer {
    private static let maximumCode = 2048

    /// The code, if this is the answer to the request of this browser.
    static func code(
        in query: QueryParameters, for secrets: SignInSecrets, issuer: String, namesItself: Bool
    ) throws(SignInFailure) -> String {
        for name in ["state", "iss", "error", "code"] where query.values(for: name).count > 1 {
            throw SignInFailure(.issuer, "the answer says \(name) twice")
        }
        guard let state = query["state"], secrets.isState(state) else {
            throw SignInFailure(.expired, "the state is not this browser's")
        }
        if let name = query["iss"] {
            // The answer of another issuer, which somebody has passed on (RFC 9207).
            guard name.hasSameBytes(as: issuer) else { throw SignInFailure(.issuer, "the answer is another issuer's") }
        } else if namesItself {
            throw SignInFailure(.issuer, "the answer does not say whose it is")
        }
        if let error = query["error"] {
            throw SignInFailure(error == "access_denied" ? .refused : .issuer, "the issuer answered \(word(error))")
        }
        guard let code = query["code"], !code.isEmpty, code.utf8.count <= maximumCode else {
            throw SignInFailure(.issuer, "the answer has no code")
        }
        return code
    }

    /// An error's name in a form that is safe for a log.
    static func word(_ text: String) -> String {
        let isWord = text.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "_") }
        return isWord && text.utf8.count <= 64 ? text : "an error"
    }
}
