import DocumentFixtures
import Shared
import Testing

/// Every kind of file is found to be what it is, however it is looked into.
@Suite struct HandmadeCorpusTests {
    @Test func thereAreEnoughKinds() throws {
        let files = try Corpus.all()
        #expect(files.count >= 60)
        #expect(files.count { $0.nature == .good } * 2 >= 60)
        #expect(Set(files.map(\.name)).count >= 60)
    }

    @Test(arguments: Corpus.handmade)
    func handmadeFilesAreSeenThrough(file: CorpusFile) {
        Self.check(file)
    }

    @Test func encodedFilesAreSeenThrough() throws {
        for file in try Corpus.encoded() { Self.check(file) }
    }

    private static func check(_ file: CorpusFile) {
        let facts = Looking.whole(file.bytes)
        let name = file.name
        #expect(facts.mediaType?.essence == file.mediaType, "\(name)")
        #expect(facts.size == file.size.map { PixelSize(width: $0.width, height: $0.height) }, "\(name)")
        let hasPages = facts.mediaType == .tiff || facts.mediaType == .pdf
        #expect((hasPages ? facts.pageCount : facts.frameCount) == file.count, "\(name): \(facts)")
        #expect(facts.orientation ?? 1 == file.orientation ?? 1, "\(name)")
        #expect(facts.trailing?.kind.rawValue == file.trailing, "\(name)")
        #expect(facts.secondFormats.map(\.rawValue) == file.secondFormats, "\(name)")
        #expect(facts.encryption?.rawValue == file.encryption, "\(name)")
        if let isTruncated = file.isTruncated, facts.mediaType != nil { #expect(facts.isTruncated == isTruncated, "\(name)") }
        #expect(facts.remarks.map(\.rawValue) == file.remarks, "\(name)")
        #expect(Self.name(of: FileLimits().earlyRefusal(of: facts)) == file.earlyRefusal, "\(name)")

        // However the bytes come, the same is found out.
        for pieces in [1, 7, 4096] where file.bytes.count < 20_000 || pieces > 7 {
            #expect(Looking.streamed(file.bytes, pieces: pieces) == facts, "\(name) in pieces of \(pieces)")
        }
        // The way of the gateway finds the same reason to refuse it.
        var sniffer = FileSniffer(limits: FileLimits(), depth: .headers)
        for start in stride(from: 0, to: file.bytes.count, by: 1000) {
            sniffer.take(Array(file.bytes[start..<min(start + 1000, file.bytes.count)]))
        }
        sniffer.finish()
        #expect(Self.name(of: sniffer.earlyRefusal) == file.earlyRefusal, "\(name)")
    }

    private static func name(of earlyRefusal: EarlyRefusal?) -> String? {
        switch earlyRefusal {
        case .pixels: "pixels"
        case .pages: "pages"
        case .frames: "frames"
        case .passwordRequired: "password"
        case nil: nil
        }
    }

    @Test(arguments: ["jpg", "png", "webp"]) func aPicturesProgramIsSeen(_ format: String) throws {
        let plain = try Photo.encoded(as: format)
        let edited = try Tool.exiftool.run(
            ["-overwrite_original", "-IFD0:Software=Adobe Photoshop 25.0", "in.\(format)"], files: ["in.\(format)": plain],
            yields: "in.\(format)")
        #expect(Looking.whole(edited).software == "Adobe Photoshop 25.0" && Looking.whole(plain).software == nil)
        #expect(Looking.streamed(edited, pieces: 7).software == "Adobe Photoshop 25.0")
    }

    @Test(arguments: ["jpg", "png", "webp"]) func aPicturesDatesAreSeen(_ format: String) throws {
        let plain = try Photo.encoded(as: format)
        let dated = try Tool.exiftool.run(
            [
                "-overwrite_original", "-ExifIFD:DateTimeOriginal=2024:02:29 23:59:00", "-IFD0:ModifyDate=2023:01:02 03:04:05",
                "in.\(format)",
            ], files: ["in.\(format)": plain], yields: "in.\(format)")
        let dates = FileDates(made: CalendarDate("2024-02-29"), changed: CalendarDate("2023-01-02"))
        #expect(Looking.whole(dated).dates == dates && Looking.whole(plain).dates == FileDates())
        #expect(Looking.streamed(dated, pieces: 7).dates == dates)
    }

    @Test(
        arguments: [
            ("2024:02:29 23:59:00", "2024-02-29"), ("D:20240229235900+09'00'", "2024-02-29"), ("D:20240229", "2024-02-29"),
            ("20240229", "2024-02-29"), ("2023:02:29 00:00:00", nil), ("0000:00:00 00:00:00", nil), ("    :  :     :  :  ", nil),
            ("D:2024", nil), ("D:202402", nil), ("2024-02-29", nil), ("", nil), ("D:-0240229", nil),
        ])
    func aFilesDateIsADayOrNothing(_ text: String, _ day: String?) {
        #expect(CalendarDate(inFile: text.utf8)?.description == day)
    }
}
