import DocumentFixtures
import Shared
import Support
import Testing

/// Whatever is cut, changed or left out: no trap, no read past the end, and no answer that depends on how the bytes came.
@Suite struct RobustnessTests {
    static let small = Corpus.handmade.filter { (1...1500).contains($0.bytes.count) }

    @Test(arguments: small)
    func everyTruncationIsSurvived(file: CorpusFile) {
        for length in 0...file.bytes.count {
            let part = Array(file.bytes.prefix(length))
            let whole = Looking.whole(part)
            #expect(Looking.streamed(part, pieces: 64) == whole, "\(file.name) cut at \(length)")
        }
    }

    @Test(arguments: small)
    func changedBytesAreSurvived(file: CorpusFile) {
        var generator = SeededGenerator(seed: UInt64(file.bytes.count))
        for _ in 0..<60 {
            var bytes = file.bytes
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[place] = [0x00, 0x01, 0x7f, 0x80, 0xff].randomElement(using: &generator) ?? 0
                case 1: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 2: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
                default: bytes.removeSubrange(place..<min(bytes.count, place + 4))
                }
                if bytes.isEmpty { bytes = [0] }
            }
            let streamed = Looking.streamed(bytes, pieces: 50)
            let whole = Looking.whole(bytes)
            #expect(streamed.mediaType == whole.mediaType && streamed.size == whole.size, "\(file.name): \(bytes)")
        }
    }

    /// Numbers at the ends of their types, wherever a TIFF has one: in each field of an entry of each type of value, and in the
    /// number of entries.
    @Test(arguments: ExtremeNumbers.all) func numbersAtTheEndsOfTheirTypesAreSurvived(number: UInt64) {
        for tag in [256, 257, 258, 262, 273, 274, 277, 279, 338] {
            for type in [1, 3, 4, 16] {
                let bytes = ExtremeNumbers.bigTIFF(tag: tag, type: type, count: number, value: number)
                #expect(Looking.streamed(bytes, pieces: 64) == Looking.whole(bytes), "tag \(tag), type \(type)")
            }
        }
        let heads: [[UInt8]] = [
            ExtremeNumbers.bigTIFF(directory: number), ExtremeNumbers.box(size: number),
            ExtremeNumbers.pdf(count: number), ExtremeNumbers.pdf(startOfReferences: number),
        ]
        for bytes in heads {
            let whole = Looking.whole(bytes, limits: FileLimits())
            #expect((whole.pageCount ?? 1) > 0 && (whole.largestPage ?? 0) >= 0 && (whole.pixelsOfAllPages ?? 0) >= 0)
        }
    }

    @Test(arguments: Corpus.handmade.filter { $0.bytes.count > 20 })
    func anUploadThatGoesOnIsJudgedLikeOneThatNeverStopped(file: CorpusFile) {
        let middle = file.bytes.count / 2
        var resumed = FileSniffer(limits: FileLimits())
        resumed.take(Array(file.bytes[..<middle]))
        // What is stored is given again in other pieces.
        var again = FileSniffer(limits: FileLimits())
        for byte in file.bytes[..<middle] { again.take([byte]) }
        for index in [0, 1] {
            var sniffer = index == 0 ? resumed : again
            sniffer.take(Array(file.bytes[middle...]))
            sniffer.finish()
            #expect(sniffer.facts == Looking.whole(file.bytes), "\(file.name)")
        }
    }

    @Test func whatIsSkippedIsNotGuessedAt() {
        let photo = Corpus.handmade.first { $0.name == "motion-photo.jpg" }?.bytes ?? []
        var sniffer = FileSniffer()
        sniffer.take(Array(photo.prefix(40)))
        sniffer.skip(photo.count - 50)
        sniffer.take(Array(photo.suffix(10)))
        sniffer.finish()
        #expect(sniffer.position == photo.count)
        #expect(sniffer.facts.size == PixelSize(width: 40, height: 30))
        #expect(sniffer.facts.trailing == nil && sniffer.facts.isTruncated == nil)
    }

    /// A file with a gigabyte of nothing behind its head costs a handful of reads.
    @Test func whatDoesNotMatterIsNotRead() {
        let head = HugeFile.png
        var reads = 0
        var sniffer = FileSniffer(limits: FileLimits(), depth: .headers)
        sniffer.examine(size: 1 << 30) { offset, count in
            reads += 1
            return (offset..<min(offset + count, 1 << 30)).map { $0 < head.count ? head[$0] : 0 }
        }
        #expect(reads <= 2)
        #expect(sniffer.facts.size == PixelSize(width: 4000, height: 3000))
    }

    private enum HugeFile {
        static let png: [UInt8] =
            [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13] + Array("IHDR".utf8)
            + [0, 0, 0x0f, 0xa0, 0, 0, 0x0b, 0xb8, 8, 2, 0, 0, 0, 0, 0, 0, 0, 0x3f, 0, 0, 0] + Array("IDAT".utf8)
    }
}
