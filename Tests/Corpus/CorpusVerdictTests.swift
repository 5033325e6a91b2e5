import DocumentFixtures
import Shared
import Testing

/// Every file of the corpus goes the way of a real one, through the jail, the rules and the decoder, and gets the verdict and the
/// reasons that are expected of it.
@Suite(.serialized, .timeLimit(.minutes(10))) struct CorpusVerdictTests {
    @Test func everyFileGetsItsVerdict() async throws {
        try await CorpusFixture.run { ground in
            let files = try await ground.withTools { try Corpus.all() }
            #expect(files.count >= 60)
            #expect(files.count { $0.nature == .good } * 2 >= 60)
            let names = files.map(CorpusVerdicts.key)
            #expect(Set(names).count == names.count)
            // Nobody is expected who is not there.
            #expect(Set(CorpusVerdicts.refusals.keys).subtracting(names) == [])
            for file in files {
                let fate = try await ground.fate(of: file, under: CorpusFixture.journey())
                let expected = file.nature == .good ? [] : CorpusVerdicts.refusals[CorpusVerdicts.key(file)] ?? []
                #expect(fate.reasons.map(CorpusVerdicts.text) == expected, "\(CorpusVerdicts.key(file)): \(fate.facts)")
                #expect(fate.images.isEmpty == fate.isRefused, "\(CorpusVerdicts.key(file))")
            }
        }
    }

    @Test func whatCouldActIsStrippedOrRefusedAsTheJourneySays() async throws {
        let found = [
            "script.pdf": PageFacts.ActiveContent.script, "launch.pdf": .launch, "attachment.pdf": .embeddedFile,
            "attachment-on-page.pdf": .embeddedFile,
        ]
        let policies: [(RulePolicy, [String])] = [
            (.allow, []), (.warn, ["file.no-active-content, warn"]), (.refuse, ["file.no-active-content"]),
        ]
        try await CorpusFixture.run { ground in
            for (name, content) in found {
                let file = try #require(Corpus.handmade.first { $0.name == name })
                for (policy, expected) in policies {
                    let fate = try await ground.fate(of: file, under: CorpusFixture.journey(["file.no-active-content": policy]))
                    #expect(fate.facts.activeContent?.contains(content) == true, "\(name): \(fate.facts)")
                    #expect(fate.reasons.map(CorpusVerdicts.text) == expected, "\(name)")
                    #expect(fate.images.count == (policy == .refuse ? 0 : 1), "\(name)")
                }
            }
        }
    }

    @Test func whatIsLeftOfACutOffFileIsTakenWhereTheJourneyAllowsIt() async throws {
        try await CorpusFixture.run { ground in
            let photo = try await ground.withTools { try Photo.jpeg(.grainy(width: 300, height: 400)) }
            let file = CorpusFile("half.jpg", .broken, Array(photo.prefix(photo.count / 2)), as: nil)
            for (policy, isTaken) in [(RulePolicy.refuse, false), (.warn, true), (.allow, true)] {
                let fate = try await ground.fate(of: file, under: CorpusFixture.journey(["file.complete": policy]))
                #expect(fate.images.count == (isTaken ? 1 : 0), "\(policy): \(fate.reasons)")
                let rules = Set(fate.reasons.map(CorpusVerdicts.text))
                #expect(
                    rules == (policy == .allow ? [] : policy == .warn ? ["file.complete, warn"] : ["file.complete"]),
                    "\(policy)")
            }
        }
    }

    /// The peer has nothing of Docket's in it but the library that decodes pictures.
    @Test func pagesOfGoodFilesLookAsLibvipsShowsThem() async throws {
        try await CorpusFixture.run { ground in
            // Of a raw file the peer shows the small copy.
            for file in try await ground.withTools({ try Corpus.all() })
            where file.nature == .good && file.mediaType != MediaType.dng.essence {
                let fate = try await ground.fate(of: file, under: CorpusFixture.journey())
                let wanted = [.tiff, .pdf].contains(fate.facts.mediaType) ? fate.facts.pageCount ?? 0 : 1
                #expect(fate.images.count == wanted, "\(file.name)")
                for (number, image) in fate.images.enumerated() {
                    let jpeg = try await fate.jpeg(image)
                    let (difference, tile) = try await ground.withTools {
                        let ours = try Pixels(decoding: jpeg)
                        let theirs = try Peer.page(number, of: file, fate.facts, width: ours.width, height: ours.height)
                        return (Peer.difference(ours, theirs), Peer.largestTileDifference(ours, theirs))
                    }
                    #expect(difference < 4, "page \(number + 1) of \(file.name) differs by \(difference)")
                    #expect(tile < Peer.toleratedTile, "a part of page \(number + 1) of \(file.name) differs by \(tile)")
                }
            }
        }
    }

    /// Who compares has to see a difference where there is one.
    @Test func theComparisonSeesWhatIsWrong() async throws {
        try await CorpusFixture.run { ground in try await ground.withTools { try Self.compareWhatDiffers() } }
    }

    private static func compareWhatDiffers() throws {
        let pixels = Pixels.cornered(width: 120, height: 80)
        #expect(Peer.difference(pixels, pixels) == 0)
        #expect(Peer.difference(pixels, .plain(.red, width: 120, height: 80)) > 50)
        let turned = try Pixels(decoding: try Photo.jpeg(orientation: 1))
        let file = try #require(try Corpus.encoded().first { $0.name == "orientation-3.jpg" })
        let theirs = try Peer.page(
            0, of: file, PageFacts(id: .random(), size: 1, mediaType: .jpeg), width: 120, height: 80)
        #expect(Peer.difference(turned, theirs) > 50)
        // Colours that were not converted, which in the mean of most pictures are hardly seen.
        let wide = try #require(try Corpus.encoded().first { $0.name == "display-p3.jpg" })
        let converted = try Peer.page(
            0, of: wide, PageFacts(id: .random(), size: 1, mediaType: .jpeg), width: 120, height: 80)
        let raw = try Pixels(decoding: try Photo.jpeg(pixels, inProfile: "p3", embedded: false))
        #expect(Peer.largestTileDifference(raw, converted) > 2 * Peer.toleratedTile)
    }
}

/// What libvips's own tool makes of a file.
enum Peer {
    /// A page, counted from 0, upright, in sRGB and on white.
    static func page(_ number: Int, of file: CorpusFile, _ facts: PageFacts, width: Int, height: Int) throws -> Pixels {
        let option = [.tiff, .pdf].contains(facts.mediaType) ? "in[page=\(number)]" : "in"
        // The tool knows a PDF by its first byte, which blanks may precede.
        let bytes = facts.mediaType == .pdf ? Array(file.bytes.drop { $0 == 0x0d || $0 == 0x0a }) : file.bytes
        // Where there is no profile, libvips would shift the colours on their way through one.
        let hasProfile = try Tool.vipsheader.output(of: ["-a", "in"], files: ["in": bytes]).contains("icc-profile-data")
        let size =
            ["\(width)", "--height", "\(height)", "--size", "force"] + (hasProfile ? ["--export-profile", "srgb"] : [])
        let small = try Tool.vips.run(["thumbnail", option, "out.v"] + size, files: ["in": bytes], yields: "out.v")
        var picture = try Tool.vips.run(["colourspace", "in.v", "out.v", "srgb"], files: ["in.v": small], yields: "out.v")
        let bands = try Tool.vipsheader.output(of: ["-f", "bands", "in.v"], files: ["in.v": picture])
        if bands.hasPrefix("4") {
            picture = try Tool.vips.run(
                ["flatten", "in.v", "out.v", "--background", "255"], files: ["in.v": picture], yields: "out.v")
        }
        return try Pixels(decoding: picture)
    }

    /// Of 255. Shrinking while decoding and compressing once more leave less than that in the mean of a tile.
    static let toleratedTile = 12

    /// How far the mean colour of one of at most 64 tiles differs, in the band where it does most.
    static func largestTileDifference(_ first: Pixels, _ second: Pixels) -> Int {
        guard first.width == second.width, first.height == second.height, first.rgb.count == second.rgb.count else { return 255 }
        let (columns, rows) = (min(8, first.width), min(8, first.height))
        var sums = [Int](repeating: 0, count: columns * rows * 3)
        var counts = [Int](repeating: 0, count: columns * rows)
        for y in 0..<first.height {
            for x in 0..<first.width {
                let tile = y * rows / first.height * columns + x * columns / first.width
                counts[tile] += 1
                for band in 0..<3 {
                    let place = (y * first.width + x) * 3 + band
                    sums[tile * 3 + band] += Int(first.rgb[place]) - Int(second.rgb[place])
                }
            }
        }
        return sums.indices.map { abs(sums[$0]) / counts[$0 / 3] }.max() ?? 0
    }

    /// The mean difference of all values, from 0 to 255.
    static func difference(_ first: Pixels, _ second: Pixels) -> Int {
        guard first.width == second.width, first.height == second.height, first.rgb.count == second.rgb.count else { return 255 }
        var sum = 0
        for (one, other) in zip(first.rgb, second.rgb) { sum += abs(Int(one) - Int(other)) }
        return sum / max(1, first.rgb.count)
    }
}
