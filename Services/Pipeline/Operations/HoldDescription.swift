package import Domain
import Shared

/// A hold in JSON, for the API and the command line.
package struct HoldDescription: Codable, Sendable {
    package let id: String
    package let tenant: String
    package var submission: String?
    package var subject: String?
    package let reason: String?
    package let setBy: String
    package let setAt: String
    package let releasedBy: String?
    package let releasedAt: String?
    /// Whether whom it is on, or why, is left out, because no key opens it here.
    package let isUnopened: Bool?

    package init(_ hold: LegalHold) {
        id = hold.id.description
        tenant = hold.tenant.rawValue
        switch hold.scope {
        case .submission(let id)?: submission = id.description
        case .subject(let text)?: subject = text
        case nil: break
        }
        reason = hold.reason
        setBy = hold.setBy
        setAt = hold.setAt.description
        releasedBy = hold.releasedBy
        releasedAt = hold.releasedAt?.description
        isUnopened = hold.isUnopened ? true : nil
    }
}
