import Configuration

/// How people sign in at the desk, and for how long.
struct DeskConfiguration: Sendable {
    /// How long a session may be left unused.
    var idle = Duration.seconds(30 * 60)
    /// How long it lasts, however much it is used.
    var lifetime = Duration.seconds(12 * 3600)
    /// Nil where a key alone signs in.
    var openID: OpenIDConfiguration?

    init() {}

    init(reading reader: inout ConfigurationReader, names: TokenClaimNames) {
        openID = OpenIDConfiguration(reading: &reader, names: names)
        idle = reader.duration(
            "DOCKET_DESK_IDLE", default: idle, in: .seconds(10) ... .seconds(86_400),
            "How long a session of the desk may be left unused")
        lifetime = reader.duration(
            "DOCKET_DESK_SESSION", default: lifetime, in: .seconds(60) ... .seconds(7 * 86_400),
            "How long a session of the desk lasts, however much it is used")
    }
}
