import CommandSupport
import EventLoop
import Glibc
import IntakeClient
import Shared

/// Fetches the pages of the demo's photos and examines them.
struct DemoResults: Sendable {
    let client: IntakeClient
    let folder: String
    let report: DemoReport
    let loop: EventLoop

    /// `originals`: the photo of each page, in order; empty for a PDF, which has its photos inside.
    func checkPages(of view: SubmissionView, originals: [String]) async throws {
        let examination = PageExamination(
            encoder: PhotoEncoder(program: try Tool.find("vips", package: "libvips-tools"), loop: loop),
            thumbnailer: try Tool.find("vipsthumbnail", package: "libvips-tools"), loop: loop)
        for document in view.documents {
            let expected = originals.isEmpty ? DemoPhotos.pagesOfPDF : originals.count
            let count = document.pages.map(\.images.count).reduce(0, +)
            report.check(
                "\(document.type) has \(expected) clean pages", count == expected, otherwise: "it has \(count)")
            for (index, page) in document.pages.enumerated() {
                for number in 1...max(1, page.images.count) where !page.images.isEmpty {
                    let path = "\(folder)/\(document.type)-\(index + 1)-\(number).jpg"
                    try await ResultFile.write(path) { descriptor in
                        try await client.fetchImage(number, of: page.id, of: document.id, in: view.id, into: descriptor)
                    }
                    let original = index < originals.count ? originals[index] : nil
                    let finding = try await examination.examine(path, original: original)
                    let difference = finding.difference.map { ", \(Self.tenths($0)) of 255 away from the photo" } ?? ""
                    report.check(
                        "\(path) is upright and clean\(difference)",
                        fault: finding.faults.isEmpty ? nil : finding.faults.joined(separator: "; "))
                }
            }
        }
    }

    func checkPDFs(of view: SubmissionView, _ sender: SubmissionSender) async throws {
        let paths = try await SubmissionSender(client: sender.client, terminal: nil).save(view, in: folder)
        report.check("submission \(view.id) has a PDF", !paths.isEmpty, otherwise: "there is none")
        let qpdf = try Tool.find("qpdf", package: "qpdf")
        for path in paths {
            let outcome = try await Tool.outcome(qpdf, ["--check", path], on: loop)
            report.check("\(path) passes qpdf --check", outcome.success, otherwise: outcome.lastLine)
        }
    }

    private static func tenths(_ value: Double) -> String {
        let rounded = Int((value * 10).rounded())
        return "\(rounded / 10).\(rounded % 10)"
    }
}
