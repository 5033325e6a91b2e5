import DocumentFixtures
import Foundation
import Shared
import Testing

/// The manual's table of formats: every sample in it becomes what the table says.
@Suite(.serialized, .timeLimit(.minutes(10))) struct FormatTableTests {
    private struct Row {
        let outcome: String
        let samples: [String]

        /// The rule that refuses; nil where pages are made.
        var rule: String? {
            outcome.hasPrefix("refused: `") ? String(outcome.dropFirst("refused: `".count).prefix { $0 != "`" }) : nil
        }
        var pages: Int { outcome.hasPrefix("a page") ? 1 : Int(outcome.prefix { $0.isNumber }) ?? 0 }
    }

    private static func rows() throws -> [Row] {
        let manual = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../deploy/manual/formats.md")
        let lines = try String(contentsOf: manual, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("| ") }
        return lines.dropFirst().map { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            return Row(outcome: cells[1], samples: cells[2].split(separator: " ").map { $0.filter { $0 != "`" } })
        }
    }

    /// What is in no other corpus.
    private static func further() throws -> [String: [UInt8]] {
        let png = try Photo.encoded(as: "png")
        let profiled = try Photo.jpeg(.cornered(width: 120, height: 80), inProfile: "p3")
        var round = HandmadeTIFF([.rgb(.red), .rgb(.blue)]).bytes
        round.replaceSubrange(round.count - 4..<round.count, with: round[4..<8])
        return [
            "profile-behind-frame.jpg": try movingProfile(of: profiled),
            "200-megapixels.jpg": try Tool.vips.run(
                ["grey", "out.jpg", "16320", "12240", "--uchar"], yields: "out.jpg"),
            "without-picture.dng": HandmadeRaw.dng(preview: [], width: 120, height: 80),
            "without-end.png": png.dropLast(12), "half.png": Array(png.prefix(png.count / 2)),
            "one-strip.tif": HandmadeTIFF([.rgb(.green)], saysRowsPerStrip: false).bytes, "round.tif": round,
            "runs.bmp": HandmadeBitmaps.bitmap(bits: 8).enumerated().map { $0.offset == 30 ? 1 : $0.element },
        ]
    }

    /// Puts the segment of the profile behind that of the frame.
    private static func movingProfile(of jpeg: [UInt8]) throws -> [UInt8] {
        var segments: [(marker: UInt8, bytes: ArraySlice<UInt8>)] = []
        var position = 2
        while segments.last?.marker != 0xda {
            let length = 2 + Int(jpeg[position + 2]) << 8 + Int(jpeg[position + 3])
            segments.append((jpeg[position + 1], jpeg[position..<position + length]))
            position += length
        }
        let profile = segments.filter { $0.marker == 0xe2 }.flatMap(\.bytes)
        try #require(!profile.isEmpty)
        let others = segments.filter { $0.marker != 0xe2 }
        return jpeg[..<2] + others.flatMap { $0.marker == 0xc0 ? Array($0.bytes) + profile : Array($0.bytes) }
            + jpeg[position...]
    }

    @Test func everySampleBecomesWhatTheTableSays() async throws {
        let corpus = ProcessInfo.processInfo.environment["DOCKET_TEST_CORPUS"]
        var seen: Set<MediaType> = []
        var pictures: [(name: String, jpeg: [UInt8])] = []
        try await CorpusFixture.run { ground in
            let files = try await ground.withTools {
                try Self.further().merging(Corpus.all().map { ($0.name, $0.bytes) }) { own, _ in own }
            }
            for row in try Self.rows() {
                for name in row.samples {
                    let real = corpus.flatMap { FileManager.default.contents(atPath: "\($0)/\(name)") }.map { [UInt8]($0) }
                    // A real file that nobody has here.
                    guard let bytes = files[name] ?? real else {
                        #expect(name.contains("/"), "There is no sample “\(name)”.")
                        continue
                    }
                    let shortName = name.split(separator: "/").last.map(String.init) ?? name
                    let fate = try await ground.fate(
                        of: CorpusFile(shortName, .good, bytes, as: nil), under: CorpusFixture.journey())
                    let refusals = fate.reasons.filter { $0.severity == .refuse }.map(\.rule.rawValue)
                    #expect(row.rule.map { refusals.contains($0) } ?? refusals.isEmpty, "\(name): \(refusals)")
                    #expect(fate.images.count == (row.rule == nil ? row.pages : 0), "\(name)")
                    if !fate.images.isEmpty { seen.insert(try #require(fate.facts.mediaType)) }
                    for image in fate.images { pictures.append((name, try await fate.jpeg(image))) }
                }
            }
            try await ground.withTools { [pictures] in try Self.write(pictures) }
        }
        // HEIF is HEIC by another name.
        #expect(seen.union([.heif]) == Set(MediaType.known))
    }

    /// Where DOCKET_FORMATS_PICTURE names a file, it becomes the manual's picture of all of these.
    private static func write(_ pictures: [(name: String, jpeg: [UInt8])]) throws {
        guard let path = ProcessInfo.processInfo.environment["DOCKET_FORMATS_PICTURE"] else { return }
        var files: [String: [UInt8]] = [:]
        for (number, picture) in pictures.enumerated() {
            let name = "\(number).png"
            files[name] = try Tool.vips.run(
                ["thumbnail", "in.jpg", "out.png", "88", "--height", "66", "--size", "both"], files: ["in.jpg": picture.jpeg],
                yields: "out.png")
        }
        let names = pictures.indices.map { "\($0).png" }.joined(separator: " ")
        let sheet = try Tool.vips.run(
            [
                "arrayjoin", names, "sheet.jpg[Q=85,strip]", "--across", "10", "--shim", "6", "--hspacing", "88", "--vspacing",
                "66",
                "--background", "255", "--halign", "centre", "--valign", "centre",
            ], files: files, yields: "sheet.jpg")
        try Data(sheet).write(to: URL(filePath: path))
    }
}
