import Crypto
import HTTPServer
import Shared

/// Tokens from the configuration, a few per tenant.
struct StaticTokenAuthenticator: Authenticator {
    private struct Entry {
        let principal: Principal
        let token: [UInt8]
    }

    private let entries: [Entry]

    /// - Parameter tokens: The entries that `StaticTokens.parse` has accepted.
    init(_ tokens: [StaticTokens.Entry]) {
        entries = tokens.map { entry in
            Entry(
                principal: Principal(tenant: entry.tenant, actor: "token:\(entry.tenant)"),
                token: Array(entry.token.utf8))
        }
    }

    func authenticate(_ request: HTTPRequest) async throws(Problem) -> Principal {
        guard let header = request.headers["authorization"], let token = BearerToken(authorization: header) else {
            throw .unauthenticated("Send your token as “Authorization: Bearer TOKEN”.")
        }
        let given = Array(token.value.utf8)
        // Every entry is compared, in constant time: neither time nor order tells how close a guess was.
        var found: Principal?
        for entry in entries where constantTimeEquals(entry.token, given) { found = entry.principal }
        guard let found else {
            throw .unauthenticated("This token is not known here. Check it, or ask for a new one.")
        }
        return found
    }
}

/// The form of `DOCKET_TOKENS`: `tenant=token`, separated by commas or white space.
enum StaticTokens {
    struct Entry: Equatable {
        let tenant: TenantID
        let token: String
    }

    static let minimumLength = 16

    /// - Returns: The entries, or the fault of the text. The fault never repeats a token.
    static func parse(_ text: String) -> Result<[Entry], Fault> {
        var entries: [Entry] = []
        let items = text.split { $0 == "," || $0.isWhitespace }
        for (index, item) in items.enumerated() {
            let halves = item.split(at: "=", maxSplits: 1)
            guard halves.count == 2 else { return .failure(Fault("entry \(index + 1) is not of the form tenant=token")) }
            guard let tenant = TenantID(rawValue: String(halves[0])) else {
                return .failure(Fault("the tenant of entry \(index + 1) is not a name of a–z 0–9 . _ -"))
            }
            let token = String(halves[1])
            guard token.utf8.count >= minimumLength, BearerToken(authorization: "Bearer \(token)")?.value == token else {
                return .failure(
                    Fault(
                        "the token of entry \(index + 1) needs at least \(minimumLength) characters of A–Z a–z 0–9 - . _ ~ + / =")
                )
            }
            guard !entries.contains(where: { $0.token.hasSameBytes(as: token) }) else {
                return .failure(Fault("entry \(index + 1) repeats the token of another"))
            }
            entries.append(Entry(tenant: tenant, token: token))
        }
        return entries.isEmpty ? .failure(Fault("it holds no entry of the form tenant=token")) : .success(entries)
    }

    struct Fault: Error, Equatable {
        let description: String
        init(_ description: String) { self.description = description }
    }
}
