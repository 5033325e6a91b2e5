import EventLoop
import FoundationEssentials
import Shared
import Support
import Testing

@testable import IntakeGateway

/// The page looks at a photo before it is sent: it says what the worker will say, but for two of a hundred.
@Suite(.timeLimit(.minutes(20)))
struct PageLookTests {
    /// Letters of several sizes, out of focus and in bad light by degrees; no camera is without grain.
    private static func makePictures(in folder: String) async throws -> Int {
        let script = """
            import random, subprocess, sys
            random.seed(7)
            words = "the quarterly statement of your account shows what was paid to us in this month and what is left".split()
            count = 0
            for letter in range(10):
                text = "\\n".join(" ".join(random.choices(words, k=7)) for _ in range(24))
                run = lambda *words: subprocess.run(["vips", *map(str, words)], cwd=sys.argv[1], check=True, capture_output=True)
                run("text", "ink.v", text, "--dpi", 150 + 15 * letter, "--font", "sans 12")
                run("embed", "ink.v", "framed.v", 120, 120, 1600, 2100)
                run("invert", "framed.v", "page.v")
                for degree, (sigma, light) in enumerate(
                    [(0, 1), (1, 1), (2.5, 1), (6, 1), (9, 1), (14, 1), (0, 0.6), (0, 0.2), (1, 0.15), (9, 0.5)]):
                    source = "page.v"
                    if sigma:
                        run("gaussblur", source, "soft.v", sigma)
                        source = "soft.v"
                    run("linear", source, "lit.v", light * 0.85, 12)
                    run("gaussnoise", "grain.v", 1600, 2100, "--sigma", 2, "--mean", 0, "--seed", count)
                    run("add", "lit.v", "grain.v", "sum.v")
                    run("cast", "sum.v", "grey.v", "uchar")
                    run("jpegsave", "grey.v", f"{letter}-{degree}.jpg", "--Q", 90)
                    run("thumbnail", f"{letter}-{degree}.jpg", f"{letter}-{degree}.pgm", 800, "--height", 800)
                    count += 1
            print(count)
            """
        try Data(script.utf8).write(to: URL(filePath: "\(folder)/make.py"))
        let made = try await Program.check("python3", ["\(folder)/make.py", folder], limit: .seconds(900))
        return try #require(Int(made.text.prefix { $0.isNumber }))
    }

    /// What the thresholds of `Shared/Signals` say of a grey picture in the form PGM.
    private static func concern(of path: String) throws -> String? {
        let bytes = try #require(ProcFile.bytes(path))
        let head = try #require(bytes.firstRange(of: Array("\n255\n".utf8)))
        let sizes = String(decoding: bytes[..<head.lowerBound], as: UTF8.self).split(whereSeparator: \.isWhitespace)
        let (width, height) = (try #require(Int(sizes[sizes.count - 2])), try #require(Int(sizes[sizes.count - 1])))
        let picture = try #require(GreyPicture(width: width, height: height, pixels: Array(bytes[head.upperBound...])))
        let signals = PageSignals(measuring: picture)
        return signals.isBlurred ? "blurred" : signals.isDark ? "dark" : nil
    }

    @Test func thePageSaysOfAPhotoWhatTheWorkerSays() async throws {
        let script = try BrowserScript("looks.py", python: await PageTests.python())
        let folder = script.folder
        let count = try await Self.makePictures(in: folder.path)
        try await GatewayUnderTest.run { gateway in
            let link = try await TestLink.make(gateway, try await gateway.draft()).url
            let found = try await script.run(
                [String: String?].self, at: "http://\(gateway.address)", [link, "-", "-", folder.path], limit: .seconds(200))
            #expect(found.count == count && count >= 100)
            var (others, concerns) = ([String](), Set<String?>())
            for (name, said) in found {
                let expected = try Self.concern(of: "\(folder.path)/\(name.dropLast(4)).pgm")
                concerns.insert(expected)
                if said != expected { others.append("\(name): \(said ?? "nothing"), and the worker \(expected ?? "nothing")") }
            }
            #expect(concerns == ["blurred", "dark", nil])
            #expect(others.count * 50 <= count, "\(others.sorted())")
        }
    }

    private struct Sheets: Decodable {
        /// How far a corner is from where it was drawn, in parts of the width.
        let sheets: [Double?]
        let others: [Bool]
    }

    /// On dark and light tables, on wood and among other things; and where no sheet lies, none is seen.
    @Test func theCameraFindsTheSheetWhereverItLies() async throws {
        let script = try BrowserScript("edges.py", python: await PageTests.python())
        try await GatewayUnderTest.run { gateway in
            let link = try await TestLink.make(gateway, try await gateway.draft()).url
            let seen = try await script.run(
                Sheets.self, at: "http://\(gateway.address)", [link, "-", "-", "60"], limit: .seconds(200))
            let right = seen.sheets.count { $0.map { $0 < 0.015 } ?? false }
            let farthest = seen.sheets.compactMap(\.self).max() ?? 1
            print(
                "sheets found: \(right) of 60, farthest corner \(farthest); seen where there is none: \(seen.others.count { $0 })"
            )
            #expect(seen.sheets.count == 60 && right >= 54, "\(right) of 60: \(seen.sheets)")
            // A wrong frame is worse than none.
            #expect(!seen.sheets.contains { $0.map { $0 > 0.05 } ?? false }, "\(seen.sheets)")
            #expect(seen.others.count { $0 } <= 1, "\(seen.others)")
        }
    }
}
