import Configuration
import Domain
import EventLoop
import Jail
import Shared

/// Where mail comes in, and for whom.
struct MailConfiguration: Sendable {
    var address: SocketAddress
    var mailboxes: Mailboxes
    /// The name under which a mail server of one's own says who has sent a message; nil where none does.
    var authority: String?
    /// Of a message, in bytes.
    var messageBytes = 35_000_000
    /// Mail servers that are let in at once; each has one message here at most.
    var connections = 4
    /// How long a message waits for somebody who says whose it is.
    var retention = standardRetention
    var jail = JailConfiguration.mail()

    static let standardRetention = Duration.seconds(14 * 86_400)

    init(address: SocketAddress, mailboxes: Mailboxes, authority: String? = nil) {
        (self.address, self.mailboxes, self.authority) = (address, mailboxes, authority)
    }

    /// Nil where no mail is taken.
    static func optional(reading reader: inout ConfigurationReader, _ journeys: JourneyRegistry) -> MailConfiguration? {
        let variable = "DOCKET_LMTP_ADDRESS"
        let text = reader.optionalString(
            variable,
            "Where mail servers of one's own network deliver by LMTP, such as 127.0.0.1:2400 or unix:/run/docket/lmtp; no mail is taken without it"
        )
        var configuration = MailConfiguration(
            address: .unix(path: ""), mailboxes: Self.mailboxes(&reader, journeys),
            authority: reader.optionalString(
                "DOCKET_LMTP_AUTHSERV_ID",
                "The name by which one's own mail server writes Authentication-Results; those of others are passed over"))
        configuration.messageBytes = reader.bytes(
            "DOCKET_LMTP_MESSAGE", default: configuration.messageBytes, in: 1_000_000...64_000_000,
            "The largest message, as it comes")
        configuration.connections = reader.integer(
            "DOCKET_LMTP_CONNECTIONS", default: configuration.connections, in: 1...64,
            "Mail servers' connections at once, each with one message in memory; more wait")
        configuration.retention = reader.duration(
            "DOCKET_LMTP_RETENTION", default: configuration.retention, in: .seconds(3600) ... .seconds(365 * 86_400),
            "How long mail waits for somebody who says whose it is, and a message is known that comes again")
        configuration.jail = .mail(reading: &reader)
        guard let text else { return nil }
        guard let address = Self.address(text) else {
            reader.fault(variable, "is ‘\(text)’; it must be an address and a port, or unix: and a path")
            return nil
        }
        configuration.address = address
        if configuration.mailboxes.isEmpty { reader.fault(variable, "is set, and DOCKET_LMTP_MAILBOXES names no address") }
        if configuration.authority == nil, configuration.mailboxes.all.contains(where: \.requiresAuthentication) {
            reader.fault("DOCKET_LMTP_MAILBOXES", "has authentication=required, and DOCKET_LMTP_AUTHSERV_ID is not set")
        }
        return configuration
    }

    private static func address(_ text: String) -> SocketAddress? {
        guard text.hasPrefix("unix:") else { return try? SocketAddress(parsing: text) }
        let path = String(text.dropFirst(5))
        // sockaddr_un has no room for more.
        return path.hasPrefix("/") && path.utf8.count < 108 ? .unix(path: path) : nil
    }

    private static func mailboxes(_ reader: inout ConfigurationReader, _ journeys: JourneyRegistry) -> Mailboxes {
        let variable = "DOCKET_LMTP_MAILBOXES"
        let entries = reader.list(
            variable, default: [],
            "Addresses that mail is taken at, as local@domain=tenant:journey=NAME, with :type=NAME and :authentication=required where wanted"
        )
        var boxes: [Mailbox] = []
        for entry in entries {
            do throws(MailboxFault) {
                let box = try Mailbox(parsing: entry, journeys)
                guard Mailboxes(boxes).mailbox(address: box.address) == nil else {
                    throw MailboxFault(description: "names \(box.address) twice")
                }
                boxes.append(box)
            } catch {
                reader.fault(variable, error.description)
            }
        }
        return Mailboxes(boxes)
    }
}

/// What is wrong with an entry of `DOCKET_LMTP_MAILBOXES`.
struct MailboxFault: Error, Hashable {
    let description: String
}
