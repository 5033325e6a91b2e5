import CPoppler

/// Collects poppler's complaints while it draws. They are texts without codes in GLib's log.
final class PopplerComplaints {
    /// The first complaint about something that is not drawn.
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

    /// That poppler searches for objects itself is no loss.
    private func note(_ message: String) {
        guard first == nil, message.hasPrefix("Syntax error"), !message.contains("trailer"),
            !message.lowercased().contains("xref")
        else { return }
        first = message
    }
}
