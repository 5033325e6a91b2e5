import CQpdf

/// What a PDF is made of besides its pages: what rules want to know.
public struct PDFStructure: Hashable, Sendable {
    public enum Encryption: Hashable, Sendable {
        case none
        /// Restrictions only: it opens without a password.
        case ownerPassword
        case userPassword
    }

    public var encryption: Encryption = .none
    /// Something happens when it is opened.
    public var hasAutomaticActions = false
    public var hasForm = false
    /// What qpdf had to repair, or could not.
    public var complaint: String?

    public init(of bytes: [UInt8]) {
        let pdf = QpdfHandle(bytes, attemptRecovery: true)
        complaint = pdf.complaint
        if pdf.needsPassword { encryption = .userPassword }
        guard pdf.isReadable else { return }
        if qpdf_is_encrypted(pdf.data) != 0 { encryption = .ownerPassword }
        let root = pdf.root
        hasAutomaticActions = pdf.has("/OpenAction", in: root) || pdf.has("/AA", in: root)
        hasForm = pdf.has("/AcroForm", in: root)
    }
}
