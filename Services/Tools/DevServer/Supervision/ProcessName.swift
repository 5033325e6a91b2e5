/// The role of a supervised process.
enum ProcessRole: String, Sendable, CaseIterable, Hashable {
    case guardian, postgres, broker, gateway, validation, normalization, reading, notification

    /// The product beside `docket` that runs it; nil if `docket` itself or Debian provides it.
    var executable: String? {
        switch self {
        case .gateway: "IntakeGateway"
        case .validation: "ValidationWorker"
        case .normalization: "NormalizationWorker"
        case .reading: "ReadingWorker"
        case .notification: "NotificationService"
        case .guardian, .postgres, .broker: nil
        }
    }

    /// Whether it reads topics and commits offsets.
    var readsFromBroker: Bool { executable != nil && self != .gateway }

    /// The services, which may run several times; all others run once.
    static let services = allCases.filter { $0.executable != nil }

    /// The services with stages.
    static let readers = allCases.filter(\.readsFromBroker)
}

/// One process that `docket up` keeps running.
struct ProcessName: Hashable, Sendable, CustomStringConvertible {
    let role: ProcessRole
    /// Counted from 1 within a role.
    var instance = 1

    var description: String { instance == 1 ? role.rawValue : "\(role.rawValue)-\(instance)" }
}
