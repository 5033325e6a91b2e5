import CommandSupport
import EventLoop
import IntakeClient
import Shared

/// Shows the text of the demo's letters and the rules' findings, each value with its place on the page.
struct DemoReading: Sendable {
    let client: IntakeClient
    let folder: String
    let report: DemoReport
    let terminal: Terminal
    let loop: EventLoop

    /// Checks that a rule has a finding, and shows the value that was read.
    func check(_ view: SubmissionView, rule: RuleID, what: String, shown name: DocumentFact.Name?) async throws {
        let reasons = view.allReasons.filter { $0.rule == rule }
        for line in SubmissionScreen.reasons(reasons, style: terminal.style) { terminal.line(line) }
        report.check(
            "\(rule) speaks of \(what)", !reasons.isEmpty,
            otherwise: "of this was spoken: \(view.allReasons.map(\.rule.rawValue).joined(separator: ", "))")
        guard let name else { return }
        let record = try await client.facts(of: view.id)
        for document in record.documents {
            guard let told = document.certain(name), document.pages.indices.contains(told.page) else { continue }
            // A zone says it, too, but nobody reads that.
            let fact = document.facts(.printedDay).first { $0.day == told.day && $0.page == told.page } ?? told
            try await show(fact, named: name, on: document.pages[fact.page], of: document.document, in: view.id)
            return
        }
        report.check("“\(name.rawValue)” was read", fault: "it is not among the facts")
    }

    /// Cuts the place out of its clean page, as a file and as dots.
    private func show(
        _ fact: DocumentFact, named name: DocumentFact.Name, on page: ReadPage, of document: DocumentID,
        in submission: SubmissionID
    ) async throws {
        let path = "\(folder)/read-\(name.rawValue)-\(submission).jpg"
        try await ResultFile.write(path) { descriptor in
            try await client.fetchImage(page.number, of: page.page, of: document, in: submission, into: descriptor)
        }
        let encoder = PhotoEncoder(program: try Tool.find("vips", package: "libvips-tools"), loop: loop)
        var picture = try await encoder.decode(path)
        let place = Place(fact.box, in: picture)
        for line in DotPicture.lines(of: picture, place.left..<place.right, place.top..<place.bottom) {
            terminal.line("    \(line)")
        }
        picture.outline(x: place.left, y: place.top, width: place.width, height: place.height, CornerPicture.red)
        try await encoder.encode(picture, to: path, "jpegsave", ["--Q", "85"])
        report.line("“\(fact.value)”, \(fact.confidence) of 100 sure; where it stands is marked in \(path)")
    }
}

/// A box in pixels with a margin.
private struct Place {
    let left: Int
    let top: Int
    let right: Int
    let bottom: Int

    var width: Int { right - left }
    var height: Int { bottom - top }

    init(_ box: PageBox, in picture: Pixmap) {
        let margin = 8
        left = max(0, box.left * picture.width / 10_000 - margin)
        top = max(0, box.top * picture.height / 10_000 - margin)
        right = max(left, min(picture.width, box.right * picture.width / 10_000 + margin))
        bottom = max(top, min(picture.height, box.bottom * picture.height / 10_000 + margin))
    }
}

/// A part of a picture in a terminal: eight dots a character (Unicode's Braille patterns), dark on light.
enum DotPicture {
    /// The most characters of a line.
    static let columns = 72

    static func lines(of picture: Pixmap, _ across: Range<Int>, _ down: Range<Int>) -> [String] {
        guard !across.isEmpty, !down.isEmpty else { return [] }
        let step = max(1, (across.count + columns * 2 - 1) / (columns * 2))
        let (width, height) = (across.count / step, down.count / step)
        func isDark(_ x: Int, _ y: Int) -> Bool {
            guard x < width, y < height else { return false }
            let mean = picture.mean(x: across.lowerBound + x * step, y: down.lowerBound + y * step, width: step, height: step)
            return Int(mean.red) + Int(mean.green) + Int(mean.blue) < 3 * 140
        }
        return stride(from: 0, to: height, by: 4).map { top in
            var line = String.UnicodeScalarView()
            for left in stride(from: 0, to: width, by: 2) {
                // The order of the dots in a pattern's number.
                let dots = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]
                let bits = dots.enumerated().reduce(UInt32(0)) { bits, dot in
                    isDark(left + dot.element.0, top + dot.element.1) ? bits | 1 << UInt32(dot.offset) : bits
                }
                line.append(Unicode.Scalar(0x2800 + bits) ?? " ")
            }
            return String(line)
        }
    }
}

extension Pixmap {
    /// A frame of three pixels around a part.
    mutating func outline(x: Int, y: Int, width: Int, height: Int, _ colour: Colour) {
        fill(x: x, y: y, width: width, height: 3, colour)
        fill(x: x, y: y + height - 3, width: width, height: 3, colour)
        fill(x: x, y: y, width: 3, height: height, colour)
        fill(x: x + width - 3, y: y, width: 3, height: height, colour)
    }
}
