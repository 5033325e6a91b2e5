import CPoppler

/// What poppler finds wrong while it draws. It has words for it, and no codes; it says them to GLib's log.
final class PopplerComplaints {
    /// The first that says that something is not drawn.
    private(set) var first: String?

    func gathering<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let handler = g_log_set_handler(
            Self.domain, GLogLevelFlags(rawValue: Self.allLevels),
            { _, _, message, listener in
                guard let message, let listener else { return }
                Unmanaged<PopplerComplaints>.fromOpaque(listener).takeUnretainedValue().note(String(cString: message))
            }, Unmanaged.passUnretained(self).toOpaque())
        defer { g_log_remove_handler(Self.domain, handler) }
        return try body()
    }

    private static let domain = "Poppler"
    /// From G_LOG_LEVEL_ERROR to G_LOG_LEVEL_DEBUG.
    private static let allLevels: Int32 = 0b1111_1100

    /// That it looks for objects itself is no loss.
    private func note(_ message: String) {
        guard first == nil, message.hasPrefix("Syntax error"), !message.contains("trailer"),
            !message.lowercased().contains("xref")
        else { return }
        first = message
    }
}
