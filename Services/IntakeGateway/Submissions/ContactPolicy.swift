import HTTPServer
import Shared

/// What whoever opens a submission may say of where its person is told, and where they are sent back to. Pure.
///
/// The tenant's own programs may say anything: they know whom they deal with. Anybody else could have the tenant's mail server
/// write to a stranger, with a link to a place of their own in it. So from them a mail goes only to the address that their sign-in
/// has verified, and back only to a host that the tenant has named.
///
/// A push token is left to everybody. Apple gives it to the app on a device alone, and takes nothing for it but from this app's own
/// key; the notification has fixed words and ids, and no link or word that a person chose. What a wrong one can do is to tell a
/// device of the same app that some submission has an outcome.
struct ContactPolicy: Sendable {
    let principal: Principal
    let returnHosts: ReturnHosts

    /// The address that mail goes to where the request names this one: the spelling that was verified, since a mailbox may tell
    /// small letters from capitals.
    func address(named email: String?) -> String? {
        guard let email, !principal.isTenant else { return email }
        return isVerified(email) ? principal.verifiedEmail : email
    }

    func faults(email: String?, returnUrl: String?) -> [ProblemItem] {
        guard !principal.isTenant else { return [] }
        var faults: [ProblemItem] = []
        if let email, !isVerified(email) {
            let detail =
                principal.verifiedEmail == nil
                ? "Your token names no verified address (email with email_verified), so none can be told. Leave it out."
                : "This must be the verified address of your token, or be left out: mail is sent to no other."
            faults.append(ProblemItem(pointer: "/contact/email", detail: detail, rule: "verified-address"))
        }
        if let returnUrl, !returnHosts.allow(returnUrl, of: principal.tenant) {
            faults.append(
                ProblemItem(
                    pointer: "/returnUrl",
                    detail: "This must be an https address of a host that the tenant has named for it, or be left out.",
                    rule: "return-host"))
        }
        return faults
    }

    /// By bytes, but for the case of ASCII letters.
    private func isVerified(_ email: String) -> Bool {
        guard let verified = principal.verifiedEmail else { return false }
        return verified.utf8.map(\.asciiLowercased) == email.utf8.map(\.asciiLowercased)
    }
}
