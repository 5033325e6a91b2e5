import Shared
import Testing

@testable import Jail

/// What a child says of a page that it delivers, when it was taken over.
@Suite struct DecodedPageTests {
    private static let extremes = [Int.min, Int.min + 1, -1, 0, 1, 2, 1 << 31, 1 << 62, Int.max - 1, Int.max]

    /// A frame of eight by eight grey pixels, and a scan of it: what is told of a picture, not one that can be decoded.
    private static let picture: [UInt8] =
        [0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x12, 0xff, 0xd9]

    private func page(
        _ change: (inout DecodedPageHeader) -> Void, preview: PreviewRequest? = nil, payload: [UInt8] = picture
    ) throws(JailError) -> DecodedPage {
        var header = DecodedPageHeader(
            number: 1, total: 1, width: 8, height: 8, pageBytes: Self.picture.count,
            previewBytes: payload.count - Self.picture.count)
        change(&header)
        let request = DecodeRequest(mediaType: .jpeg, preview: preview, measures: false)
        return try DecodedPage(checking: header, payload, number: 1, total: nil, for: request)
    }

    @Test func whatIsSoundIsTaken() throws {
        let page = try page { _ in }
        #expect((page.number, page.total, page.width, page.height) == (1, 1, 8, 8))
        #expect(page.jpeg == Self.picture && page.preview == nil)
        let both = try self.page({ _ in }, preview: PreviewRequest(longestSide: 8), payload: Self.picture + Self.picture)
        #expect(both.preview?.jpeg == Self.picture)
    }

    /// Each number alone and any two together: none of them may end the worker.
    @Test func noNumberIsTrusted() throws {
        let fields: [WritableKeyPath<DecodedPageHeader, Int>] = [
            \.number, \.total, \.width, \.height, \.pageBytes, \.previewBytes,
        ]
        let sound = DecodedPageHeader(
            number: 1, total: 1, width: 8, height: 8, pageBytes: Self.picture.count, previewBytes: 0)
        for first in fields {
            for second in fields {
                for (one, other) in Self.extremes.flatMap({ one in Self.extremes.map { (one, $0) } }) {
                    var header = sound
                    header[keyPath: first] = one
                    header[keyPath: second] = other
                    for payload in [Self.picture, [], [0]] {
                        let taken = try? page({ $0 = header }, payload: payload)
                        if let taken { #expect(taken.jpeg == Self.picture && taken.width == 8 && taken.number == 1, "\(header)") }
                    }
                }
            }
        }
    }

    @Test func thePayloadIsWhatWasAnnounced() {
        for payload in [[], Array(Self.picture.dropLast()), Self.picture + [0]] {
            #expect(throws: JailError.self) { try page({ $0.previewBytes = 0 }, payload: payload) }
        }
        #expect(throws: JailError.self) { try page({ $0.width = 9 }) }
        #expect(throws: JailError.self) { try page({ _ in }, preview: PreviewRequest(longestSide: 8)) }
    }
}
