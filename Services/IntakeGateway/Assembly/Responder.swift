import HTTPServer
import Telemetry

/// What makes the answers of an endpoint, and what happens around that.
struct Responder: Sendable {
    typealias Answer = @Sendable (Call) async throws -> HTTPResponse

    enum Form: Sendable {
        /// For everybody: nobody is asked who they are.
        case open(@Sendable (GatewayServices) -> Handler)
        /// For known principals who may; whatever it throws becomes a problem.
        case known(@Sendable (GatewayServices) -> Answer)
    }

    let form: Form
    /// The level of its line in the access log.
    var accessLog = LogLevel.info
    /// What the audit trail says of its answers.
    var reading: AuditTrail.Reading?
    /// Set for what may be told to have its effect once only.
    var content: IdempotencyGate.Content?
    /// Whether its answers are streams that last: one counts as one of its tenant's streams and as none of its requests.
    var isFollowed = false
    /// Whether a browser is shown its problems as a page.
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
