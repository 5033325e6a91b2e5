import Domain
import LMTP
import Shared

extension Mailbox {
    /// Reads `documents@acme.example=acme:journey=proof-of-address:type=utility-bill:authentication=required`.
    init(parsing entry: String, _ journeys: JourneyRegistry) throws(MailboxFault) {
        let halves = entry.split(at: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, let path = MailPath(halves[0]), !path.local.holds("+") else {
            throw MailboxFault(description: "has ‘\(entry)’; it must begin with an address without a plus sign, and =")
        }
        var parts = halves[1].split(at: ":", omittingEmptySubsequences: false)
        guard let tenant = parts.first.flatMap({ TenantID(rawValue: String($0)) }) else {
            throw MailboxFault(description: "names no tenant for \(path)")
        }
        parts.removeFirst()
        var settings: [String: String] = [:]
        for part in parts {
            let pair = part.split(at: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard pair.count == 2, ["journey", "type", "authentication"].contains(pair[0]), settings[pair[0]] == nil else {
                throw MailboxFault(
                    description: "has ‘\(part)’ for \(path); known are journey=NAME, type=NAME and authentication=required")
            }
            settings[pair[0]] = pair[1]
        }
        let named = settings["journey"].flatMap { JourneyID(rawValue: $0) }
        guard let journey = named.flatMap({ journeys[$0] }) else {
            let known = journeys.offered.map(\.id.rawValue).joined(separator: ", ")
            throw MailboxFault(description: "must say journey=NAME for \(path), of \(known)")
        }
        let type = settings["type"].flatMap { name in journey.documentTypes.first { $0.id.rawValue.hasSameBytes(as: name) } }
        guard settings["type"] == nil || type != nil else {
            let known = journey.documentTypes.map(\.id.rawValue).joined(separator: ", ")
            throw MailboxFault(description: "has a type for \(path) that the journey “\(journey.id)” has not; it has \(known)")
        }
        guard settings["authentication"].map({ $0.hasSameBytes(as: "required") }) ?? true else {
            throw MailboxFault(description: "may say authentication=required for \(path), or nothing of it")
        }
        self.init(
            address: path.description, tenant: tenant, journey: journey.id, type: type?.id,
            requiresAuthentication: settings["authentication"] != nil)
    }
}

extension Mailboxes {
    /// The mailbox of an address as it is configured.
    func mailbox(address: String) -> Mailbox? {
        guard let path = MailPath(address) else { return nil }
        return mailbox(local: path.local, domain: path.domain)?.mailbox
    }
}
