import Foundation
import Shared
import Testing

@testable import Imaging

/// What is measured of real pictures, where a folder of them is there. Most are photos of landscapes, animals and things: no signal
/// may take what is in them for a fault of a page.
@Suite(.timeLimit(.minutes(5))) struct CorpusSignalTests {
    private static let folder = ProcessInfo.processInfo.environment["DOCKET_TEST_CORPUS"]
    private static let budget = ImageBudget(
        pages: 10, pixelsPerPage: 100_000_000, pixelsPerDocument: 200_000_000, memory: 768 << 20)

    /// Taken at night, or as good as.
    private static let dark: Set<String> = ["avif/pitm.avif"]
    /// Nothing but a colour that changes slowly.
    private static let soft: Set<String> = ["heic/RGB_8__128x128.heif", "heic/RGB_10__128x128.heif"]

    init() throws {
        try StartedLibrary.outcome.get()
    }

    @Test(.enabled(if: folder != nil, "No corpus is tried: DOCKET_TEST_CORPUS names no folder of documents."))
    func realPicturesAreWhatTheyAre() throws {
        let folder = try #require(Self.folder)
        var measured = 0
        for kind in ["orientation", "colour", "avif", "heic", "tiff"] {
            for name in try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(kind)").sorted() {
                let file = "\(kind)/\(name)"
                guard let content = FileManager.default.contents(atPath: "\(folder)/\(file)"),
                    let image = try? EncodedImage([UInt8](content), budget: Self.budget),
                    let grey = try? image.page(
                        0, fitting: PixelSize(width: 2480, height: 3508), rotation: .none, quality: 90,
                        measuring: GreyPicture.longSide
                    ).grey
                else { continue }
                let picture = try #require(
                    GreyPicture(width: grey.size.width, height: grey.size.height, pixels: grey.bytes), "\(file)")
                let signals = PageSignals(measuring: picture)
                measured += 1
                #expect(signals.glaringTiles == 0, "\(file): \(signals)")
                #expect(!signals.isLikelyScreenshot, "\(file): \(signals)")
                // Small samples of a few pixels prove nothing of light.
                #expect(!signals.isDark || signals.tiles < 80 || Self.dark.contains(file), "\(file): \(signals)")
                #expect(!signals.isBlurred || Self.soft.contains(file), "\(file): \(signals)")
            }
        }
        #expect(measured > 0)
    }

    /// What a person is told before submitting, by the preview, is what the worker finds: but for two of a hundred files.
    @Test(.enabled(if: folder != nil, "No corpus is tried: DOCKET_TEST_CORPUS names no folder of documents."))
    func aPreviewSaysWhatTheCleanPageSays() throws {
        let folder = try #require(Self.folder)
        var (measured, others) = (0, [String]())
        for kind in ["orientation", "colour", "avif", "heic", "tiff"] {
            for name in try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(kind)").sorted() {
                guard let content = FileManager.default.contents(atPath: "\(folder)/\(kind)/\(name)"),
                    let image = try? EncodedImage([UInt8](content), budget: Self.budget),
                    let clean = try? Self.concerns(of: image, within: PixelSize(width: 2480, height: 3508)),
                    let preview = try? Self.concerns(of: image, within: PixelSize(width: 1600, height: 1600))
                else { continue }
                measured += 1
                if clean != preview { others.append("\(kind)/\(name): \(preview), then \(clean)") }
            }
        }
        #expect(measured > 30)
        #expect(others.count * 50 <= measured, "\(others)")
    }

    private static func concerns(of image: EncodedImage, within box: PixelSize) throws -> [Bool] {
        let page = try image.page(0, fitting: box, rotation: .none, quality: 85, measuring: GreyPicture.longSide)
        let grey = try #require(page.grey)
        let picture = try #require(GreyPicture(width: grey.size.width, height: grey.size.height, pixels: grey.bytes))
        let signals = PageSignals(measuring: picture)
        return [signals.isBlurred, signals.hasGlare, signals.isDark, signals.isLikelyScreenshot]
    }
}
