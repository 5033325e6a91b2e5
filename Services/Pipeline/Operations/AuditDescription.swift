package import Domain
import Shared

/// An entry of the audit trail with its tenant, in JSON for the API and the command line.
package struct AuditDescription: Codable, Sendable {
    package let id: Int64
    package let time: String
    package let tenant: String
    package let actor: String
    package let basis: String
    package let action: String
    package let resource: String
    package let submission: String?
    package let event: String?
    package let address: String?
    package let note: String?

    package init(_ entry: AuditEntry) {
        id = entry.number
        time = entry.act.time.description
        tenant = entry.act.tenant.rawValue
        actor = entry.act.origin.actor
        basis = entry.act.basis.rawValue
        action = entry.act.action
        resource = entry.act.resource
        submission = entry.act.submission?.description
        event = entry.act.event?.description
        address = entry.act.origin.address
        note = entry.act.note
    }
}
