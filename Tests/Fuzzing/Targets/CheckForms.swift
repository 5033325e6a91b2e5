import DocumentFixtures
import Shared

@testable import HTTPServer
@testable import IntakeGateway

/// The form of a dry run: fields and whole files, as far as the rules' verdict on them. What must hold: every verdict can be given
/// and written; nothing is said of a document that the form did not name.
enum CheckForms: FuzzTarget {
    private static let today = CalendarDate(daysSinceEpoch: 20_757)
    /// Between the parts of a form, and between a name and its value.
    private static let (separator, equals) = (UInt8(0x1E), UInt8(0x1F))

    static func run(_ input: [UInt8]) {
        // The first byte says which journey it is, and in which language.
        guard let first = input.first else { return }
        let journeys = JourneyRegistry.builtIn.offered
        let language = Language.all[Int(first >> 4) % Language.all.count]
        var form = CheckForm(journey: journeys[Int(first & 15) % journeys.count].said(in: language), today: today)
        for part in input.dropFirst().split(separator: separator).prefix(16) {
            let name = String(decoding: part.prefix { $0 != equals }, as: UTF8.self)
            let value = Array(part.drop { $0 != equals }.dropFirst())
            if name.hasPrefix("file") {
                form.add(file(value, named: name))
            } else {
                form.set(name, String(decoding: value, as: UTF8.self))
            }
        }
        do throws(Problem) {
            let run = DryRun(try form.finish(), in: language)
            precondition((try? CanonicalJSON.encode(run)) != nil, "a verdict can be written")
            for file in run.documents.flatMap(\.files) { precondition(file.size >= 0 && file.pages ?? 1 >= 0) }
        } catch {
            precondition(error.isOfTheRequest && !error.errors.isEmpty)
        }
    }

    private static func file(_ bytes: [UInt8], named name: String) -> PageFacts {
        var gatherer = FileGatherer()
        for start in stride(from: 0, to: bytes.count, by: 100) {
            gatherer.take(Array(bytes[start..<min(start + 100, bytes.count)]))
        }
        return gatherer.facts(id: .random(), declared: MediaType(name), fileExtension: MediaType.fileExtension(ofName: name))
    }

    static var seeds: [[UInt8]] {
        let pdf =
            "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count ‹1›>>endobj\n"
            + "trailer<</Root 1 0 R/Size ‹3›/Prev ‹9›>>\nstartxref\n‹9›\n%%EOF\n"
        let small = Corpus.handmade.map(\.bytes).filter { $0.count < 1500 && !$0.contains(separator) }
        return JourneyRegistry.builtIn.offered.enumerated().flatMap { index, journey -> [[UInt8]] in
            let type = journey.documentTypes[index % journey.documentTypes.count].id
            let fields =
                "type\u{1F}\(type)\u{1E}issueDate\u{1F}‹2026›-‹10›-‹31›\u{1E}periodStart\u{1F}2026-01-01\u{1E}"
                + "periodEnd\u{1F}‹2026›-03-31\u{1E}source\u{1F}camera\u{1E}consent\u{1F}2026-10\u{1E}"
            let head = [UInt8(index | index << 4)]
            let texts = index == 0 ? HostileNumbers.seeds(fields) : [Array(fields.filter { $0 != "‹" && $0 != "›" }.utf8)]
            let files =
                index == 0 ? HostileNumbers.seeds(pdf) : small.enumerated().filter { $0.offset % 4 == index - 1 }.map(\.element)
            let named = Array("file.pdf\u{1F}".utf8)
            return texts.map { head + $0 }
                + files.map { head + Array("type\u{1F}\(type)\u{1E}".utf8) + named + $0 + [separator] + named + $0 }
        }
    }
}
