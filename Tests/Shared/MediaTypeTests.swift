import Shared
import Support
import Testing

@Suite struct MediaTypeTests {
    @Test(arguments: [
        ("image/jpeg", "image/jpeg"), ("IMAGE/JPEG", "image/jpeg"), ("image/jpg", "image/jpeg"), (" image/png ", "image/png"),
        ("image/heic-sequence", "image/heic"), ("application/pdf; charset=binary", "application/pdf"),
        ("text/plain;a=\"b/c\"", "text/plain"), ("application/vnd.ms-excel", "application/vnd.ms-excel"),
    ])
    func parses(text: String, essence: String) {
        #expect(MediaType(text)?.essence == essence)
    }

    @Test(arguments: [
        "", "image", "image/", "/png", "image/png/x", "ima ge/png", "image /png", "bild/tüte", "image/png\n", ";image/png",
        "a/" + String(repeating: "b", count: 254),
    ])
    func refuses(text: String) {
        #expect(MediaType(text) == nil)
    }

    @Test(arguments: MediaType.known)
    func extensionsLeadBack(type: MediaType) {
        #expect(!type.fileExtensions.isEmpty)
        for name in type.fileExtensions {
            #expect(MediaType(fileExtension: name) == type)
            #expect(MediaType(fileExtension: name.uppercased()) == type)
        }
        #expect(MediaType(type.essence) == type)
        #expect(type.isImage == (type != .pdf))
    }

    @Test(
        arguments: [
            ("scan.PDF", "pdf"), ("a.b.jpeg", "jpeg"), (".hidden", "hidden"), ("none", nil), ("dot.", nil), ("a.tar gz", nil),
            ("secret name.élan", nil), ("x.averylongextension", nil), ("../../etc.png", "png"),
        ] as [(String, String?)])
    func keepsOnlyTheExtension(name: String, expected: String?) {
        #expect(MediaType.fileExtension(ofName: name) == expected)
    }

    @Test func phonesNameHEICEitherWay() {
        #expect(MediaType.heic.isCompatible(with: .heif) && MediaType.heif.isCompatible(with: .heic))
        #expect(MediaType.png.isCompatible(with: .octetStream))
        #expect(!MediaType.png.isCompatible(with: .jpeg) && !MediaType.avif.isCompatible(with: .heif))
    }
}

@Suite struct MediaTypeSnifferTests {
    static func brands(_ major: String, _ compatible: [String] = [], size: UInt8? = nil) -> [UInt8] {
        let length = size ?? UInt8(16 + compatible.count * 4)
        return [0, 0, 0, length] + Array(("ftyp" + major).utf8) + [0, 0, 0, 0] + compatible.flatMap { Array($0.utf8) }
    }

    static let samples: [(head: [UInt8], type: MediaType?)] = [
        ([0xff, 0xd8, 0xff, 0xe0, 0, 16], .jpeg),
        ([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0], .png),
        (Array("GIF89a....".utf8), .gif), (Array("GIF87a....".utf8), .gif), (Array("GIF88a....".utf8), nil),
        (Array("II*\0....".utf8), .tiff), (Array("MM\0*....".utf8), .tiff), (Array("II+\0....".utf8), .tiff),
        (Array("RIFF....WEBPVP8 ".utf8), .webp), (Array("RIFF....WAVEfmt ".utf8), nil),
        (brands("heic", ["mif1", "heic"]), .heic), (brands("heix"), .heic), (brands("mif1", ["miaf", "heic"]), .heic),
        (brands("mif1", ["miaf", "avif"]), .avif), (brands("avif", ["mif1"]), .avif), (brands("mif1", ["miaf"]), .heif),
        (brands("msf1"), .heif), (brands("isom", ["mp42"]), nil), (brands("qt  "), nil),
        // A brand that lies beyond the box's end does not count.
        (brands("mif1", ["miaf", "heic"], size: 20), .heif), (brands("mif1", ["heic"], size: 0), .heif),
        (Array("%PDF-1.7\n".utf8), .pdf), ([0xef, 0xbb, 0xbf] + Array("%PDF-1.4".utf8), .pdf),
        ([UInt8](repeating: 0x20, count: 1019) + Array("%PDF-".utf8), .pdf),
        ([UInt8](repeating: 0x20, count: 1020) + Array("%PDF-".utf8), nil),
        (Array("%PDF".utf8), nil), (Array("%%%%PDF-1".utf8), .pdf),
        ([], nil), ([0xff, 0xd8], nil), (Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8), nil), (Array("MZ".utf8), nil),
        (Array("PK\u{3}\u{4}".utf8), nil), (Array("<html>".utf8), nil),
        // The first bytes decide over a PDF header further on.
        (Array("GIF89a %PDF-1.7".utf8), .gif),
    ]

    @Test(arguments: samples)
    func tellsByContent(head: [UInt8], type: MediaType?) {
        #expect(MediaTypeSniffer.mediaType(of: head) == type)
    }

    @Test func noHeadTrapsIt() {
        for (head, _) in Self.samples {
            for length in 0...min(head.count, 64) {
                _ = MediaTypeSniffer.mediaType(of: Array(head.prefix(length)))
            }
        }
        var generator = SeededGenerator(seed: 42)
        for _ in 0..<2000 {
            var head = (0..<Int.random(in: 0...80, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator) }
            if let start = Self.samples.randomElement(using: &generator)?.head.prefix(24) {
                head.replaceSubrange(0..<min(head.count, start.count), with: start)
            }
            _ = MediaTypeSniffer.mediaType(of: head)
        }
    }
}
