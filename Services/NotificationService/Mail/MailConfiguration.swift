import Configuration
import HTTPClient
import Shared

/// The configuration of mail.
struct MailConfiguration: Sendable {
    var host: String
    var port: Int
    var security: MailRequest.Security
    var login: MailRequest.Login?
    var from: MailAddress
    var fromName: String?
    /// How long an outcome waits for others of its submission, to share a message.
    var digest: Duration
    /// A PEM file of certificates that must have signed the server's.
    var certificates: String?

    /// Nil without a server.
    init?(reading reader: inout ConfigurationReader) {
        let server = reader.optionalString(
            "DOCKET_SMTP_SERVER", "The mail server as host:port; without it nobody is told by mail")
        let mode = reader.optionalString(
            "DOCKET_SMTP_SECURITY", "tls (port 465), starttls (port 587), or none on the same machine; starttls unless told")
        let user = reader.optionalString("DOCKET_SMTP_USER", "Who logs in at the mail server")
        let password = reader.optionalSecret("DOCKET_SMTP_PASSWORD", "What they log in with")
        certificates = reader.optionalString(
            "DOCKET_SMTP_CERTIFICATES", "A file of certificates in PEM to trust instead of the system's")
        let address = reader.optionalString("DOCKET_MAIL_FROM", "The address that mails come from")
        fromName = reader.optionalString("DOCKET_MAIL_NAME", "What people read before it")
        digest = reader.duration(
            "DOCKET_MAIL_DIGEST", default: .seconds(30), in: .zero ... .seconds(86_400),
            "How long an outcome waits for others of its submission, to be told by one mail")
        guard let server else {
            if address != nil { reader.fault("DOCKET_MAIL_FROM", "is set without DOCKET_SMTP_SERVER") }
            return nil
        }
        let parts = server.split(at: ":", omittingEmptySubsequences: false)
        (host, port) = (String(parts.first ?? ""), parts.count == 2 ? Int(parts[1]) ?? 0 : 0)
        if host.isEmpty || !(1...65_535).contains(port) {
            reader.fault("DOCKET_SMTP_SERVER", "must be host:port, such as mail.example.org:587")
        }
        security = .startTLS
        if let mode {
            if let known = MailRequest.Security(rawValue: mode) {
                security = known
            } else {
                reader.fault("DOCKET_SMTP_SECURITY", "must be tls, starttls or none")
            }
        }
        switch (user, password) {
        case (let user?, let password?): login = MailRequest.Login(user: user, password: password.reveal)
        case (nil, nil): login = nil
        case (_?, nil): reader.fault("DOCKET_SMTP_PASSWORD", "is not set; DOCKET_SMTP_USER needs it")
        case (nil, _?): reader.fault("DOCKET_SMTP_USER", "is not set; DOCKET_SMTP_PASSWORD needs it")
        }
        if login != nil, security == .none {
            reader.fault("DOCKET_SMTP_SECURITY", "is none: a password would cross the network in the clear")
        }
        guard let address, let from = MailAddress(address) else {
            reader.fault("DOCKET_MAIL_FROM", "must be an address such as documents@example.org; DOCKET_SMTP_SERVER needs it")
            return nil
        }
        self.from = from
    }
}
