import JourneyFiles
import Shared

/// Journeys that somebody writes in YAML, read by libyaml. What must hold: a fault has a place in the file; a journey that is taken
/// has no faults, is the same when it is written and read as JSON, and its examples can be tried.
enum JourneyYAML: FuzzTarget {
    static func run(_ input: [UInt8]) {
        do throws(JourneyFileFaults) {
            let file = try JourneyFile.parse(input, path: "journeys/fuzzed.yaml")
            precondition(file.journey.faults.isEmpty, "a journey with faults was taken")
            guard let written = try? CanonicalJSON.encode(file.journey) else { preconditionFailure("a journey can be written") }
            let again = try? CanonicalJSON.decode(JourneyDefinition.self, from: written)
            precondition(again == file.journey, "a journey reads as it is written")
            let facts = SubmissionFacts(journey: file.journey, documents: [], today: CalendarDate(daysSinceEpoch: 20_000))
            _ = DryRun(facts)
        } catch {
            precondition(!error.faults.isEmpty)
            for fault in error.faults {
                precondition(!fault.problem.isEmpty && (fault.line ?? 1) > 0 && (fault.column ?? 1) > 0)
            }
        }
    }

    static var seeds: [[UInt8]] {
        let full = """
            id: parking
            title: Parking permit
            summary: For residents
            documents: ‹1›-‹3›
            replacements: ‹3›
            review: on_warning
            retention: {draft: ‹7›, decided: ‹30›}
            timeZone: Europe/London
            consent: {version: 2026-10, text: I agree}
            guide: steps
            pdfText: dropped
            types:
              registration:
                title: Registration
                hint: Both sides
                icon: car
                media: [image/jpeg, application/pdf]
                documents: ‹1›-‹2›
                pages: ‹1›-‹4›
                size: ‹10› kB - ‹20› MB
                pixels: ‹600› x ‹800›
                issued: within ‹90› days
                covers: ‹3› months
                duplicates: refuse
            translations:
              de: {title: Parkausweis, types: {registration: {title: Zulassung}}}
            examples:
              - {type: registration, issued: ‹90› days ago, expect: accepted}
              - {type: registration, pages: ‹9›, expect: document.pages}
            """
        let small = """
            title: Parking permit
            types:
              a: {title: A, documents: ‹1›, issued: within ‹90› days, size: ‹10› MB, pages: ‹2›}
              b: {title: B, documents: 0-‹2›, covers: ‹12› months, size: 1 kB - ‹2› GB}
            examples:
              - {type: a, issued: ‹91› days ago, expect: document.issue-date-recent}
            """
        return [full, small, "a: [1, &x 0x‹10›, ‹1›.5e‹3›, !!int 3, *x]\n? b\n: {c: [[[]]]}\n"].flatMap(HostileNumbers.seeds)
    }
}
