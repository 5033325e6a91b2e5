/// An action that destroys a person's data, prepared and not yet done.
///
/// Functions that would destroy return this and do nothing. Only a confirmation runs the action, once. A dropped value
/// changes nothing, and the compiler warns of an unused result. The closure is private: there is no other way to run it.
/// ```swift
/// let removal = try await store.removeDocument(document, of: submission)
/// try await removal.confirm(by: confirmation)
/// ```
public struct ConfirmationRequired<Output: Sendable>: ~Copyable, Sendable {
    /// What to ask the person.
    public let prompt: ConfirmationPrompt
    /// What exactly would be done, to which version of what.
    public let subject: ConfirmationSubject
    private let action: @Sendable (Confirmation) async throws -> Output

    /// `action` destroys, and writes into the audit trail what confirmed it.
    public init(
        _ prompt: ConfirmationPrompt, of subject: ConfirmationSubject,
        action: @escaping @Sendable (Confirmation) async throws -> Output
    ) {
        self.prompt = prompt
        self.subject = subject
        self.action = action
    }

    /// Runs the action that a person has confirmed.
    ///
    /// - Throws: `ConfirmationFault.mismatch` if the confirmation is for something else, or an error of the action.
    public consuming func confirm(by confirmation: Confirmation) async throws -> Output {
        guard confirmation.subject == subject else { throw ConfirmationFault.mismatch }
        return try await action(confirmation)
    }

    /// Runs the action on the ground of a policy, which the audit trail names.
    package consuming func confirm(by policy: ConfirmationPolicy) async throws -> Output {
        try await action(Confirmation(basis: .policy(policy), subject: subject))
    }

    /// Asks a person in an app, and acts if they agree; nil if they do not.
    ///
    /// `ask` shows the prompt and waits for the answer.
    public consuming func confirm(
        asking actor: String, _ ask: @Sendable (ConfirmationPrompt) async -> Bool
    ) async throws -> Output? {
        guard await ask(prompt) else { return nil }
        return try await action(Confirmation(basis: .person(actor), subject: subject))
    }
}

/// What a person reads before they confirm.
public struct ConfirmationPrompt: Sendable, Hashable, Codable {
    public let title: String
    public let message: String
    /// The label of the button that acts, such as “Remove document”.
    public let actionLabel: String

    public init(title: String, message: String, actionLabel: String) {
        self.title = title
        self.message = message
        self.actionLabel = actionLabel
    }
}

/// What is to be confirmed: an action on one version of one resource. Another version needs another confirmation.
public struct ConfirmationSubject: Sendable, Hashable, Codable {
    /// Such as `document.remove`.
    public let action: String
    /// Such as `submissions/{id}/documents/{id}`.
    public let resource: String
    public let version: Int

    public init(action: String, resource: String, version: Int) {
        self.action = action
        self.resource = resource
        self.version = version
    }
}
