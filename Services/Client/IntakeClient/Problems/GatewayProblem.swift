#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
public import Shared

/// An error answer of the gateway (RFC 9457), with the members that its problem types add.
public struct GatewayProblem: Sendable, Hashable {
    /// One fault among several: where it is and what it is.
    public struct Item: Sendable, Hashable, Codable {
        /// JSON Pointer into the request's body.
        public let pointer: String?
        /// A query or path parameter, or a header.
        public let parameter: String?
        public let detail: String
        public let rule: String?
    }

    /// The last part of the type's URI, its fragment where it has one, such as `unknown-journey`; `about:blank` when the answer was no problem document.
    public let type: String
    public let title: String
    public let status: Int
    public let detail: String?
    /// The id of the request, for a question to the operator.
    public let instance: String?
    public let errors: [Item]
    /// What is still missing, of an `incomplete` submission.
    public let missing: [MissingView]
    /// The question that a `confirmation-required` asks.
    public let confirmation: ConfirmationQuestion?
    /// Seconds that the gateway asks to wait before the next try.
    public let retryAfter: Int?

    /// What to ask a person, and what to send back when they agree.
    public struct ConfirmationQuestion: Sendable, Hashable {
        public let prompt: ConfirmationPrompt
        public let token: String
        public let expiresAt: Timestamp
    }
}

extension GatewayProblem: CustomStringConvertible {
    /// Title, detail, and each fault on a line of its own.
    public var description: String {
        let head = [title, detail].compactMap { $0 }.joined(separator: ": ")
        let faults = errors.map { item in
            "  " + [item.pointer ?? item.parameter, item.detail].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ": ")
        }
        return ([head] + faults + missing.map { "  \($0.message)" }).joined(separator: "\n")
    }
}

extension GatewayProblem {
    /// Reads an answer of 400 and more. A body that is no problem document, as a proxy sends it, becomes one of its status.
    init(_ response: GatewayResponse) {
        let members = try? JSONDecoder().decode(Members.self, from: Data(response.body))
        type = members?.type?.split(whereSeparator: { $0 == "/" || $0 == "#" }).last.map(String.init) ?? "about:blank"
        title = members?.title ?? "The gateway answered with status \(response.status)"
        status = response.status
        detail = members?.detail
        instance = members?.instance
        errors = members?.errors ?? []
        missing = members?.reasons ?? []
        confirmation = members?.question
        retryAfter = response.headers["retry-after"].flatMap { Int($0) }
    }

    /// What the gateway would answer of a submission that lacks something.
    static func incomplete(_ reasons: [Reason], _ title: String) -> Self {
        Self(
            type: "incomplete", title: title, status: 422, detail: nil, instance: nil, errors: [],
            missing: reasons.map(MissingView.init), confirmation: nil, retryAfter: nil)
    }

    private struct Members: Decodable {
        let type: String?
        let title: String?
        let detail: String?
        let instance: String?
        let errors: [Item]?
        let reasons: [MissingView]?
        let message: String?
        let actionLabel: String?
        let token: String?
        let expiresAt: Timestamp?

        var question: ConfirmationQuestion? {
            guard let title, let message, let actionLabel, let token, let expiresAt else { return nil }
            let prompt = ConfirmationPrompt(title: title, message: message, actionLabel: actionLabel)
            return ConfirmationQuestion(prompt: prompt, token: token, expiresAt: expiresAt)
        }
    }
}
