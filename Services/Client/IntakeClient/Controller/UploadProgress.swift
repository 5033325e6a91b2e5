public import Shared

/// The progress of an upload, in total and in its current file.
public struct UploadProgress: Sendable, Hashable {
    public enum Phase: Sendable, Hashable {
        /// The gateway receives documents, dates and order.
        case arranging
        case sending(DraftPageID)
        /// A temporary failure. The next attempt follows after this time.
        case waiting(Duration, IntakeClientError)
        /// The gateway refused a file. The others continue.
        case refused(DraftPageID)
        /// The gateway has everything except refused and stopped files.
        case finished
    }

    public let phase: Phase
    /// Of all files to send.
    public let sentBytes: Int
    public let totalBytes: Int

    init(_ phase: Phase, of draft: Draft) {
        self.phase = phase
        let counted = draft.pages.filter { page in
            switch page.transfer {
            case .waiting, .sending, .sent: page.file.place != .gateway
            case .refused, .cancelled: false
            }
        }
        sentBytes = counted.reduce(0) { $0 + $1.sentBytes }
        totalBytes = counted.reduce(0) { $0 + $1.file.size }
    }

    /// From 0 to 1.
    public var fraction: Double { totalBytes == 0 ? 1 : Double(sentBytes) / Double(totalBytes) }
}
