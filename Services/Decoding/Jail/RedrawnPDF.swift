/// A redrawn PDF, proven to contain nothing but drawings.
///
/// Its bytes are in sealed memory until this object is released.
public final class RedrawnPDF: Sendable {
    public let byteCount: Int
    public let proof: PDFProof
    private let file: MemoryFile

    init(file: MemoryFile, byteCount: Int, proof: PDFProof) {
        self.file = file
        self.byteCount = byteCount
        self.proof = proof
    }

    /// Up to `maximum` bytes from `offset`; empty at the end.
    public func read(at offset: Int, maximum: Int = 262_144) throws(JailError) -> [UInt8] {
        try file.read(at: offset, maximum: min(maximum, max(byteCount - offset, 0)))
    }
}
