internal import Domain
internal import Shared

extension MailRecord {
    /// What the audit trail says of it: ids, and what mail servers have found out.
    func act(
        _ action: String, by origin: AuditOrigin, _ basis: AuditAct.Basis = .person, note: String?, at now: Timestamp
    ) -> AuditAct {
        AuditAct(
            tenant: tenant, submission: state == .assigned ? submission : nil, action: action, resource: "mail/\(id)",
            basis: basis,
            origin: origin, note: note.flatMap { $0.isEmpty ? nil : $0 }, time: now)
    }
}

extension MailRecord.State {
    /// What was done when it came to be so.
    var action: String {
        switch self {
        case .arriving, .waiting: "receive"
        case .assigned: "assign"
        case .discarded: "discard"
        case .expired: "expire"
        }
    }
}
