import Configuration

/// How people sign in at the desk, and how long sessions last.
struct DeskConfiguration: Sendable {
    /// The longest time between two uses of a session.
    var idle = Duration.seconds(30 * 60)
    /// The longest time of a session, however often it is used.
    var lifetime = Duration.seconds(12 * 3600)
    /// Nil if people sign in with a key only.
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
