public import Shared

/// How far an upload is, in all and in its current file.
public struct UploadProgress: Sendable, Hashable {
    public enum Phase: Sendable, Hashable {
        /// The gateway is told of documents, dates, order.
        case arranging
        case sending(DraftPageID)
        /// Something failed that may pass; the next try comes after this time.
        case waiting(Duration, IntakeClientError)
        /// The gateway does not take a file; the others go on.
        case refused(DraftPageID)
        /// The gateway has everything but what it refused or the person stopped.
        case finished
    }

    public let phase: Phase
    /// Of all files that are to be sent.
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
