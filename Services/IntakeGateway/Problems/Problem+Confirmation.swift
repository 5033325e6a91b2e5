import HTTPServer
import Shared

extension Problem {
    /// The only problem whose title varies: it is the question for the person.
    static func confirmationRequired(_ prompt: ConfirmationPrompt, _ token: ConfirmationToken) -> Problem {
        Problem(
            .confirmationRequired, title: prompt.title,
            detail: "Nothing was done yet. Repeat the request with “Docket-Confirmation: TOKEN” to go ahead.",
            members: [
                "message": .string(prompt.message), "actionLabel": .string(prompt.actionLabel), "token": .string(token.text),
                "expiresAt": .string(token.expiresAt.description),
            ])
    }

    static func confirmationInvalid(_ fault: ConfirmationFault) -> Problem {
        Problem(.confirmationInvalid, detail: fault.description, members: ["reason": .string(fault.rawValue)])
    }
}
