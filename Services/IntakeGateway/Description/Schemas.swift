import Shared

/// The named schemas of the description.
enum Schemas {
    static func all(journeys: [JourneyID]) -> [String: Schema] {
        [
            basics(journeys: journeys), journeyParts, submissionParts, documentParts, resultParts, custodyParts, logParts,
            erasureParts,
            factParts, manifestParts, screenParts, decisionParts, reviewParts, mailParts, linkParts, portalLinkParts,
            portalParts, integrationParts, sandboxParts, usageParts, formParts,
            auditParts, deskParts, endpointParts, problemParts,
        ]
        .reduce(into: [:]) { all, part in all.merge(part) { first, _ in first } }
    }

    // MARK: - Words that recur

    private static func basics(journeys: [JourneyID]) -> [String: Schema] {
        [
            "Identifier": .string(format: "uuid"),
            "Name": .string(pattern: "^[a-z0-9][a-z0-9._-]{0,63}$"),
            "JourneyName": .string(oneOf: journeys.map(\.rawValue)).described(
                "A journey that submissions can be opened for here."),
            "Timestamp": .string(format: "date-time"),
            "Day": .string(format: "date"),
            "Digest": .string(pattern: "^sha256:[0-9a-f]{64}$"),
            "MediaType": .string(pattern: "^[a-z0-9!#$&^_.+-]+/[a-z0-9!#$&^_.+-]+$"),
            "Rotation": .integer(oneOf: Rotation.allCases.map(\.degrees)).described("Clockwise, in degrees."),
            "Crop": .array(of: .array(of: .integer(0...PageCrop.whole), minimum: 2, maximum: 2), minimum: 4, maximum: 4)
                .described(
                    """
                    The part of a photo that is the page: its corners from the top left clockwise, as x and y in ten-thousandths of \
                    the width and height of the photo, upright, before `rotation`. It is drawn straight.
                    """),
            "SubmissionState": .choice(SubmissionState.self),
            "DocumentState": .choice(DocumentState.self),
            "DocumentSource": .choice(DocumentSource.self),
            "Verdict": .choice(Verdict.self),
            "RulePolicy": .choice(RulePolicy.self),
            "CountRange": .answer(.required("min", .integer(0 ... .max)), .required("max", .integer(0 ... .max))),
            "PixelSize": .answer(.required("width", .integer(0 ... .max)), .required("height", .integer(0 ... .max))),
        ]
    }

    // MARK: - Problems

    private static let problemParts: [String: Schema] = [
        "Problem": .answer(
            .required("type", .string(format: "uri-reference"), "Which problem it is; the page at /docs lists them."),
            .required("title", .string()),
            .required("status", .integer(400...599)),
            .optional("detail", .string(), "What happened, to which thing, and what to do."),
            .optional("instance", .string(), "Which occurrence: the request's id."),
            .optional(
                "errors",
                .array(
                    of: .answer(
                        .optional("pointer", .string(), "A JSON Pointer (RFC 6901) into the body."),
                        .optional("parameter", .string(), "A parameter or header."),
                        .required("detail", .string()),
                        .optional("rule", .string()))))
        ).described("RFC 9457. Some problems have further members, such as `limit` or `accepted`.")
    ]
}
