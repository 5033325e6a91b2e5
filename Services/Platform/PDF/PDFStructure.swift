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
    /// Anywhere: in the catalog, on a page, in an annotation or a form field.
    public var hasJavaScript = false
    /// Something happens when it or a page of it is opened.
    public var hasAutomaticActions = false
    /// An action that starts a program, or opens a file of the reader's machine (ISO 32000-1, section 12.6.4.5).
    public var hasLaunchAction = false
    /// A file within the file (section 7.11.4), wherever it hangs: in the catalog's names or at an annotation.
    public var hasEmbeddedFile = false
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
        hasAutomaticActions = pdf.has("/OpenAction", in: root)
        hasForm = pdf.has("/AcroForm", in: root)
        pdf.visitDictionaries { dictionary in
            if pdf.has("/AA", in: dictionary) { hasAutomaticActions = true }
            if pdf.has("/JS", in: dictionary) { hasJavaScript = true }
            if pdf.has("/EF", in: dictionary) { hasEmbeddedFile = true }
            if !hasLaunchAction { hasLaunchAction = pdf.name("/S", in: dictionary) == "/Launch" }
            return !(hasAutomaticActions && hasJavaScript && hasEmbeddedFile && hasLaunchAction)
        }
    }
}
