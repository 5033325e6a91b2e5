import HTTPServer

/// The contacts and return addresses that a caller may set for a submission. It is pure.
///
/// The tenant's own programs may set any. Other callers could make the tenant's mail server write to a stranger, with a
/// link to their own site. So they may only set an address that their sign-in has verified, and a return address at a
/// host that the tenant has named.
///
/// Every caller may set a push token. Apple gives it only to the app on a device, and accepts notifications for it only
/// with the app's own key. A notification has fixed words and ids, without links or text of a person. A wrong token can
/// only notify a device with the same app of some submission's outcome.
struct ContactPolicy: Sendable {
    let principal: Principal
    let returnHosts: ReturnHosts

    /// The verified spelling of the requested address: a mailbox may be case-sensitive. Nil if the caller may not set it.
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

    /// Compares bytes, except for the case of ASCII letters.
    private func isVerified(_ email: String) -> Bool {
        guard let verified = principal.verifiedEmail else { return false }
        return verified.utf8.map(\.asciiLowercased) == email.utf8.map(\.asciiLowercased)
    }
}
