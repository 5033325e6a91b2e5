import DocumentFixtures
import EventLoop
import FoundationEssentials
import IntakeClient
import Shared
import Support
import Testing

/// A letter that lies askew before a browser's camera becomes an upright page of a PDF.
@Suite(.sharedDocket, .timeLimit(.minutes(4)))
struct CameraTests {
    private struct Seen: BrowserLook {
        /// Of a corner, in parts of the picture.
        let found: Double
        /// Milliseconds that one frame takes, with the processor throttled four times.
        let median, mean: Double
        let axe, console, origins: [String]
    }

    private static let (width, height) = (1280, 960)
    /// Where the sheet lies in what the camera shows.
    private static let corners: [(x: Double, y: Double)] = [(330, 90), (930, 150), (1010, 880), (210, 800)]

    /// White paper with writing, and three marks that say how it is turned.
    private static func letter(in folder: TemporaryFolder) async throws -> Pixels {
        let text = Array(repeating: "what was paid to us in this month and what is left of it", count: 26).joined(separator: "\n")
        for step in [
            ["text", "ink.v", text, "--dpi", "130", "--font", "sans 10"], ["invert", "ink.v", "black.v"],
            ["embed", "black.v", "grey.v", "60", "160", "850", "1100", "--extend", "white"],
            ["bandjoin", "grey.v grey.v grey.v", "rgb.v"], ["copy", "rgb.v", "letter.png", "--interpretation", "srgb"],
        ] {
            _ = try await Program.check("vips", step, workingDirectory: folder.path)
        }
        let plain = try Pixels(decoding: try #require(ProcFile.bytes("\(folder.path)/letter.png")))
        var rgb = plain.rgb
        for (left, top, colour) in [(40, 40, Colour.red), (plain.width - 120, 40, .green), (40, plain.height - 120, .blue)] {
            for y in top..<top + 80 {
                for x in left..<left + 80 {
                    let place = (y * plain.width + x) * 3
                    rgb.replaceSubrange(
                        place..<place + 3, with: [UInt8(colour.red), UInt8(colour.green), UInt8(colour.blue)])
                }
            }
        }
        return Pixels(width: plain.width, height: plain.height, rgb: rgb)
    }

    private static func python() async throws -> String {
        do {
            return try await Browser.python()
        } catch let missing as PythonPeers.Missing {
            try Test.cancel("\(missing.description)")
        }
    }

    @Test func aTiltedLetterIsPhotographedAndComesUprightIntoThePDF() async throws {
        let docket = try #require(RunningDocket.current)
        let script = try BrowserScript("camera.py", python: await Self.python())
        let folder = script.folder
        let letter = try await Self.letter(in: folder)
        let frame = try Photo.jpeg(letter.photographed(at: Self.corners, width: Self.width, height: Self.height))
        try Data(frame + frame + frame).write(to: URL(filePath: "\(folder.path)/camera.mjpeg"))

        let draft = try await docket.client.createSubmission(NewSubmission(journey: "proof-of-address"))
        let made = try await docket.curl(
            "/v1/submissions/\(draft.id)/links", ["-H", "Content-Type: application/json", "-d", #"{"purpose": "upload"}"#])
        let link = try #require(made.member("url")?.split(separator: "/u/").last)
        let corners = Self.corners.map { "[\($0.x / Double(Self.width)),\($0.y / Double(Self.height))]" }
        let seen = try await script.look(
            Seen.self, at: docket.url,
            ["/u/\(link)", "\(folder.path)/camera.mjpeg", "[\(corners.joined(separator: ","))]"], limit: .seconds(180))
        #expect(seen.found < 0.012, "of the width")
        print("one frame, throttled four times: median \(seen.median) ms, mean \(seen.mean) ms")

        let ended = try await docket.client.wait(for: draft.id, timeout: .seconds(60)) { $0.hasEnded }
        let document = try #require(ended.documents.first)
        #expect(ended.state == .accepted && document.pages.count == 1 && document.pages[0].crop != nil)
        let pdf = try await docket.bytes(at: try #require(document.pdf))
        #expect(try await PageCheck.complaints(about: pdf) == "")
        try Data(pdf).write(to: URL(filePath: "\(folder.path)/made.pdf"))
        _ = try await Program.check(
            "pdftoppm", ["-png", "-r", "100", "-singlefile", "made.pdf", "page"], workingDirectory: folder.path)
        let page = try Pixels(decoding: try #require(ProcFile.bytes("\(folder.path)/page.png")))
        // The marks are where they stand on the paper.
        func colour(_ x: Int, _ y: Int) -> Colour { page[page.width * x / letter.width, page.height * y / letter.height] }
        #expect(colour(80, 80).isClose(to: .red, tolerance: 70))
        #expect(colour(letter.width - 80, 80).isClose(to: .green, tolerance: 70))
        #expect(colour(80, letter.height - 80).isClose(to: .blue, tolerance: 70))
        // Nothing of the table is left at the corners.
        #expect(colour(letter.width - 16, letter.height - 16).isClose(to: .white, tolerance: 60))
    }
}
