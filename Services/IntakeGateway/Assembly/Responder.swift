import HTTPServer
import Telemetry

/// The handler of an endpoint, and the steps around it.
struct Responder: Sendable {
    typealias Answer = @Sendable (Call) async throws -> HTTPResponse

    enum Form: Sendable {
        /// For anyone, without identification.
        case open(@Sendable (GatewayServices) -> Handler)
        /// For permitted principals. Thrown errors become problems.
        case known(@Sendable (GatewayServices) -> Answer)
    }

    let form: Form
    /// The level of its line in the access log.
    var accessLog = LogLevel.info
    /// How the audit trail records its answers.
    var reading: AuditTrail.Reading?
    /// Set if a request may have its effect only once.
    var content: IdempotencyGate.Content?
    /// Whether its answers are endless streams. Such an answer counts as one of its tenant's streams, not as a request.
    var isFollowed = false
    /// Whether a browser gets its problems as pages.
    var isPage = false

    var isOpen: Bool {
        switch form {
        case .open: true
        case .known: false
        }
    }

    static func open(log level: LogLevel = .info, _ make: @escaping @Sendable (GatewayServices) -> Handler) -> Self {
        Self(form: .open(make), accessLog: level)
    }

    static func on(reading: AuditTrail.Reading? = nil, _ make: @escaping @Sendable (GatewayServices) -> Answer) -> Self {
        Self(form: .known(make), reading: reading)
    }

    static func once(_ content: IdempotencyGate.Content, _ make: @escaping @Sendable (GatewayServices) -> Answer) -> Self {
        Self(form: .known(make), content: content)
    }

    static func follow(reading: AuditTrail.Reading, _ make: @escaping @Sendable (GatewayServices) -> Answer) -> Self {
        Self(form: .known(make), reading: reading, isFollowed: true)
    }

    static func page(reading: AuditTrail.Reading? = nil, _ make: @escaping @Sendable (GatewayServices) -> Answer) -> Self {
        Self(form: .known(make), reading: reading, isPage: true)
    }
}
