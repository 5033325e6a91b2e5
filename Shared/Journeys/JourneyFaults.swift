#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Everything that is wrong with a journey's definition.
public struct JourneyFaults: Error, Sendable, Hashable, CustomStringConvertible {
    public let journey: JourneyID
    public let faults: [JourneyFault]

    public var description: String {
        "The journey “\(journey)” cannot be used: " + faults.map(\.description).joined(separator: " ")
    }
}

/// One fault of a journey's definition: the member, its value and what is allowed.
public struct JourneyFault: Sendable, Hashable, CustomStringConvertible {
    /// Nil for a fault of the journey itself.
    public let documentType: DocumentTypeID?
    /// Of the definition or of the document type; the first part before a dot is the member's name.
    public let member: String
    /// Continues the member's name, as in “is 0; allowed is 1 to 10”.
    public let problem: String

    public var description: String {
        (documentType.map { "Document type “\($0)”: " } ?? "") + "\(member) \(problem)."
    }
}

extension JourneyDefinition {
    /// The faults for which a registry would refuse this definition; empty if it is sound.
    public var faults: [JourneyFault] { faults(allowsPrivateCallOuts: true) }

    /// The same, and call-outs that an installation asks only if it lets webhooks reach its own network.
    public func faults(allowsPrivateCallOuts: Bool) -> [JourneyFault] {
        var faults: [JourneyFault] = []
        func expect(_ condition: Bool, _ member: String, _ problem: @autoclosure () -> String) {
            if !condition { faults.append(JourneyFault(documentType: nil, member: member, problem: problem())) }
        }
        expect(!title.isEmpty, "title", "is empty")
        expect(!documentTypes.isEmpty, "documentTypes", "is empty; a journey accepts at least one")
        expect(
            Set(documentTypes.map(\.id)).count == documentTypes.count, "documentTypes", "has an id twice; ids are unique")
        expect(documents.isSound(atLeast: 1), "documents", "is \(documents); wanted is 1 ≤ min ≤ max ≤ \(CountRange.limit)")
        expect((0...100).contains(replacements), "replacements", "is \(replacements); allowed is 0 to 100")
        expect((1...2).contains(reviewers), "reviewers", "is \(reviewers); allowed is 1 or 2")
        if let reviewWithin {
            expect(
                Self.promises.contains(reviewWithin), "reviewWithin",
                "is \(reviewWithin) seconds; allowed is one minute to 365 days")
        }
        expect(
            KnownTimeZone(named: timeZone) != nil, "timeZone",
            KnownTimeZone.areInstalled
                ? "is “\(timeZone)”, which is no IANA time zone"
                : "is “\(timeZone)”, but this system has no time zones; install its package tzdata")
        let required = documentTypes.reduce(0) { $0 + $1.documents.min }
        let possible = documentTypes.reduce(0) { $0 + $1.documents.max }
        expect(required <= documents.max, "documents", "allows \(documents.max), but its types ask for \(required)")
        expect(possible >= documents.min, "documents", "asks for \(documents.min), but its types allow only \(possible)")
        if let consent {
            let length = consent.version.utf8.count
            expect(
                (1...GivenConsent.maximumVersionLength).contains(length), "consent.version",
                "has \(length) characters; allowed is 1 to \(GivenConsent.maximumVersionLength)")
            expect(!consent.text.isEmpty, "consent.text", "is empty; it is what the person reads")
        }
        return faults + retention.faults + callOutFaults(allowsPrivate: allowsPrivateCallOuts) + ruleFaults + translationFaults
            + documentTypes.flatMap(\.faults)
    }

    /// The range of a promised review time, in seconds.
    private static let promises = 60...365 * 86_400

    private var ruleFaults: [JourneyFault] {
        let known = RuleChecks.standard.rules
        return rules.keys.sorted().compactMap { id in
            guard let rule = known.first(where: { $0.id == id }) else {
                return JourneyFault(documentType: nil, member: "rules.\(id)", problem: "is no rule that Docket knows")
            }
            guard !rule.isNegotiable else { return nil }
            let negotiable = known.filter(\.isNegotiable).map(\.id.rawValue).joined(separator: ", ")
            return JourneyFault(
                documentType: nil, member: "rules.\(id)",
                problem: "cannot be changed by a journey; these can: \(negotiable)")
        }
    }
}

extension Retention {
    fileprivate var faults: [JourneyFault] {
        var faults: [JourneyFault] = []
        func expect(_ condition: Bool, _ member: String, _ problem: @autoclosure () -> String) {
            if !condition { faults.append(JourneyFault(documentType: nil, member: "retention.\(member)", problem: problem())) }
        }
        expect(
            Self.allowedForDrafts.contains(draft), "draft",
            "is \(draft) days; allowed is 1 to \(Self.allowedForDrafts.upperBound)")
        for (name, days) in ofDecided + (minimum.map { [("minimum", $0)] } ?? []) {
            expect(Self.allowed.contains(days), name, "is \(days) days; allowed is 1 to \(Self.allowed.upperBound)")
        }
        for (name, days) in ofDecided {
            expect(days >= minimum ?? 0, name, "is \(days) days, which is less than the minimum of \(minimum ?? 0)")
        }
        return faults
    }
}

extension DocumentType {
    fileprivate var faults: [JourneyFault] {
        var faults: [JourneyFault] = []
        func expect(_ condition: Bool, _ member: String, _ problem: @autoclosure () -> String) {
            if !condition { faults.append(JourneyFault(documentType: id, member: member, problem: problem())) }
        }
        expect(!title.isEmpty, "title", "is empty")
        expect(!mediaTypes.isEmpty, "mediaTypes", "is empty; a type accepts at least one")
        for type in mediaTypes where !MediaType.known.contains(type) {
            expect(false, "mediaTypes", "has “\(type)”; known are \(MediaType.known.map(\.essence).joined(separator: ", "))")
        }
        expect(pages.isSound(atLeast: 1), "pages", "is \(pages); wanted is 1 ≤ min ≤ max ≤ \(CountRange.limit)")
        expect(pageNames.count <= pages.max, "pageNames", "names more pages than there may be")
        expect(pageNames.allSatisfy { !$0.isEmpty }, "pageNames", "has an empty name")
        expect(documents.isSound(atLeast: 0), "documents", "is \(documents); wanted is 0 ≤ min ≤ max ≤ \(CountRange.limit)")
        expect(documents.max > 0, "documents", "allows none; leave the type out instead")
        expect((1...1_000_000_000).contains(maximumBytes), "maximumBytes", "is \(maximumBytes); allowed is 1 to 1000000000")
        expect(
            (1...max(1, maximumBytes)).contains(minimumBytes), "minimumBytes",
            "is \(minimumBytes); allowed is 1 to maximumBytes (\(maximumBytes))")
        let (oldest, newest) = (issueDate.maximumAgeInDays, issueDate.minimumAgeInDays)
        for days in [oldest, newest].compactMap(\.self) {
            expect((0...36_500).contains(days), "issueDate", "has days \(days); allowed is 0 to 36500")
        }
        if let oldest, let newest {
            expect(
                newest <= oldest, "issueDate", "wants at least \(newest) and at most \(oldest) days, which nothing can satisfy")
        }
        for side in [pixels.minimumShortSide, pixels.maximumLongSide].compactMap(\.self) {
            expect((1...100_000).contains(side), "pixels", "has a side of \(side); allowed is 1 to 100000")
        }
        if let least = pixels.minimumShortSide, let most = pixels.maximumLongSide {
            expect(least <= most, "pixels", "wants at least \(least) and at most \(most), which nothing can satisfy")
        }
        expect(
            signature == .none || mediaTypes == [.pdf], "signature",
            "is \(signature.rawValue), but mediaTypes has other types than PDF; only PDFs can be signed")
        return faults + (coverage?.faults(of: id) ?? []) + (looksLike?.faults(of: id) ?? [])
    }
}

extension CoverageRule {
    fileprivate func faults(of type: DocumentTypeID) -> [JourneyFault] {
        [("months", months, 1...120), ("latestWithinDays", latestWithinDays, 0...3650), ("toleranceDays", toleranceDays, 0...31)]
            .compactMap { name, value, allowed in
                guard !allowed.contains(value) else { return nil }
                return JourneyFault(
                    documentType: type, member: "coverage.\(name)",
                    problem: "is \(value); allowed is \(allowed.lowerBound) to \(allowed.upperBound)")
            }
    }
}

extension CountRange: CustomStringConvertible {
    /// The greatest number in a count.
    public static let limit = 1000

    public var description: String { "\(min) to \(max)" }

    fileprivate func isSound(atLeast least: Int) -> Bool { least <= min && min <= max && max <= Self.limit }
}
