/// What a look into the bytes of a picture has found. Nobody has to look into the same bytes again.
public struct PictureDescription: Sendable, Hashable, Codable {
    /// What the picture was taken for.
    public let mediaType: MediaType
    /// What another reader takes it for; nil if that knows nothing like it.
    public let secondOpinion: MediaType?
    /// The number of pages that decoding would yield.
    public let pageCount: Int
    /// Of the upright pages.
    public let pictures: [PixelSize]
    public let repairs: [Repair]
    /// Stands for what the findings follow from besides the bytes: the decoders, and the limits that they keep.
    public let basis: ContentDigest

    public init(
        mediaType: MediaType, secondOpinion: MediaType?, pageCount: Int, pictures: [PixelSize], repairs: [Repair],
        basis: ContentDigest
    ) {
        self.mediaType = mediaType
        self.secondOpinion = secondOpinion
        self.pageCount = pageCount
        self.pictures = pictures
        self.repairs = repairs
        self.basis = basis
    }
}

extension PageFacts {
    /// Adds what a look into the picture has found.
    public mutating func add(_ picture: PictureDescription) {
        if let other = picture.secondOpinion { secondOpinion = other }
        protection = .none
        // A file whose end is missing may be decoded all the same: `structure` says so, and a lenient decoder does not.
        integrity = .intact
        pageCount = picture.pageCount
        repairs = picture.repairs
        pictures = picture.pictures
    }
}
