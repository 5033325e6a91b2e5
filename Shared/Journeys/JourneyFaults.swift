#if canImport(FoundationInternationalization)
    internal import FoundationInternationalization
#endif
#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Everything that is wrong with a journey's definition, at once.
public struct JourneyFaults: Error, Sendable, Hashable, CustomStringConvertible {
    public let journey: JourneyID
    /// Each names the field, what it holds and what is allowed.
    public let faults: [String]

    public var code: String { "journey-invalid" }
    public var isRetriable: Bool { false }
    public var description: String {
        "The journey “\(journey)” cannot be used: " + faults.joined(separator: " ")
    }
    public var detail: String { description }
}

extension JourneyDefinition {
    /// What a registry would refuse this definition for; empty if it is sound.
    public var faults: [String] {
        var faults: [String] = []
        func expect(_ condition: Bool, _ fault: @autoclosure () -> String) {
            if !condition { faults.append(fault()) }
        }
        expect(!title.isEmpty, "title is empty.")
        expect(!documentTypes.isEmpty, "documentTypes is empty; a journey accepts at least one.")
        expect(Set(documentTypes.map(\.id)).count == documentTypes.count, "documentTypes has an id twice; ids are unique.")
        expect(documents.isSound(atLeast: 1), "documents is \(documents); wanted is 1 ≤ min ≤ max ≤ \(CountRange.limit).")
        expect((0...100).contains(replacements), "replacements is \(replacements); allowed is 0 to 100.")
        expect((1...3650).contains(draftRetentionDays), "draftRetentionDays is \(draftRetentionDays); allowed is 1 to 3650.")
        expect(TimeZone(identifier: timeZone) != nil, "timeZone is “\(timeZone)”, which is no IANA time zone.")
        let required = documentTypes.reduce(0) { $0 + $1.documents.min }
        let possible = documentTypes.reduce(0) { $0 + $1.documents.max }
        expect(required <= documents.max, "documents allows \(documents.max), but its types ask for \(required).")
        expect(possible >= documents.min, "documents asks for \(documents.min), but its types allow only \(possible).")
        return faults + documentTypes.flatMap(\.faults)
    }
}

extension DocumentType {
    fileprivate var faults: [String] {
        var faults: [String] = []
        func expect(_ condition: Bool, _ fault: @autoclosure () -> String) {
            if !condition { faults.append("Document type “\(id)”: " + fault()) }
        }
        expect(!title.isEmpty, "title is empty.")
        expect(!mediaTypes.isEmpty, "mediaTypes is empty; a type accepts at least one.")
        for type in mediaTypes where !MediaType.known.contains(type) {
            expect(false, "mediaTypes has “\(type)”; known are \(MediaType.known.map(\.essence).joined(separator: ", ")).")
        }
        expect(pages.isSound(atLeast: 1), "pages is \(pages); wanted is 1 ≤ min ≤ max ≤ \(CountRange.limit).")
        expect(documents.isSound(atLeast: 0), "documents is \(documents); wanted is 0 ≤ min ≤ max ≤ \(CountRange.limit).")
        expect(documents.max > 0, "documents allows none; leave the type out instead.")
        expect((1...1_000_000_000).contains(maximumBytes), "maximumBytes is \(maximumBytes); allowed is 1 to 1000000000.")
        if case .issuedWithin(let days) = issueDate {
            expect((0...36_500).contains(days), "issueDate has days \(days); allowed is 0 to 36500.")
        }
        return faults
    }
}

extension CountRange: CustomStringConvertible {
    /// No journey counts further.
    public static let limit = 1000

    public var description: String { "\(min) to \(max)" }

    fileprivate func isSound(atLeast least: Int) -> Bool { least <= min && min <= max && max <= Self.limit }
}
