public import Shared
import Synchronization

/// Synthetic files in place of personal ones: valid pages without text, of the recorded size and type. Files with the
/// same seed are equal; others differ.
public final class SyntheticDocuments: Sendable {
    /// The kinds of files.
    public enum Kind: Sendable, Hashable {
        case jpeg, png, pdf

        public var mediaType: MediaType {
            switch self {
            case .jpeg: .jpeg
            case .png: .png
            case .pdf: .pdf
            }
        }

        /// The kind for a recorded type; other types of pictures become JPEG.
        public init(standingFor mediaType: MediaType?) {
            self =
                switch mediaType {
                case .png?: .png
                case .pdf?: .pdf
                default: .jpeg
                }
        }
    }

    private struct Base: Hashable {
        let isPNG: Bool
        let shortSide: Int
        let variant: Int
    }

    /// The sizes by the short side in pixels, the largest first, each with the bytes from which a JPEG or PNG has it.
    private static let sizes: [(shortSide: Int, jpeg: Int, png: Int)] = [
        (1240, 420_000, 580_000), (620, 110_000, 150_000), (310, 0, 0),
    ]
    /// The number of different pages, so that those of one submission look different.
    private static let variants = 6

    private let bases = Mutex<[Base: (head: [UInt8], rest: [UInt8])]>([:])

    public init() {}

    /// A file of `bytes`, or of more if the page needs them. No picture's short side is below `minimumShortSide`.
    public func make(_ kind: Kind, bytes: Int, seed: UInt64, minimumShortSide: Int = 0) -> [UInt8] {
        let fits = Self.sizes.first { bytes >= (kind == .png ? $0.png : $0.jpeg) }?.shortSide ?? 310
        let shortSide = max(fits, minimumShortSide)
        let height = shortSide * 7 / 5
        var random = Scramble(seed)
        let (head, rest) = base(
            Base(isPNG: kind == .png, shortSide: shortSide, variant: Int(random.next() % UInt64(Self.variants))))
        switch kind {
        // Also without room for it there is a little: it makes the file its own.
        case .jpeg: return head + BaselineJPEG.comments(max(36, bytes - head.count - rest.count), &random) + rest
        case .png: return head + PlainPNG.padding(max(44, bytes - head.count - rest.count), &random) + rest
        case .pdf:
            let jpeg = head + BaselineJPEG.comments(36, &random) + rest
            return PlainPDF.make(
                PlainPDF.Picture(jpeg: jpeg, width: shortSide, height: height, isGrey: true), bytes: bytes, &random)
        }
    }

    private func base(_ base: Base) -> (head: [UInt8], rest: [UInt8]) {
        if let made = bases.withLock({ $0[base] }) { return made }
        let page = GreyPage(
            width: base.shortSide, height: base.shortSide * 7 / 5, seed: UInt64(base.variant + 1) << 32 | UInt64(base.shortSide))
        let made = base.isPNG ? PlainPNG.parts(page) : BaselineJPEG.parts(page)
        bases.withLock { $0[base] = made }
        return made
    }
}
