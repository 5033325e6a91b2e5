import Shared
import Testing

@testable import CommandSupport
@testable import DocketCLI

@Suite struct TerminalScreenTests {
    @Test func everyComponentIsKnown() {
        #expect(TerminalScreen(style: .plain).registry.identifiers == ScreenModels.all.map { $0.reuseIdentifier }.sorted())
    }

    @Test func aListingAndAChoiceAreShown() throws {
        let screen = Screen(
            title: "Submissions", state: ScreenState(.data),
            sections: [
                ScreenSection(
                    id: "s",
                    items: [
                        try ScreenComponent(
                            id: "a",
                            SubmissionModel(
                                title: "Identity", reference: "case 12", state: .inReview, text: "Somebody is looking.",
                                documents: 1, updatedAt: Timestamp(millisecondsSinceEpoch: 0)),
                            route: ScreenRoute(.submission, "GET", "/v1/s")),
                        try ScreenComponent(
                            id: "b",
                            DocumentTypeModel(
                                type: "passport", title: "Passport", hint: "The page with the photo.", icon: "passport",
                                count: 0, minimum: 1, isEnabled: true)),
                    ])
            ])
        #expect(
            TerminalScreen(style: .plain).lines(screen) == [
                "  Identity  case 12", "    in_review  Somebody is looking.  1970-01-01T00:00:00.000Z  GET /v1/s",
                "  Passport  0 of 1", "    The page with the photo.",
            ])
    }

    @Test func aScreenIsShownAndWhatIsNotKnownIsSaid() throws {
        let screen = Screen(
            title: "Proof of address", state: ScreenState(.loading, message: "Being checked."),
            sections: [
                ScreenSection(
                    id: "summary",
                    header: try ScreenComponent(id: "h", HeadlineModel(title: "Proof of address", subtitle: "case 12")),
                    items: [
                        try ScreenComponent(id: "s", StatusModel(state: .submitted, text: "Submitted.", isValid: false)),
                        ScreenComponent(id: "x", reuseIdentifier: "hologram", model: .object([:])),
                        ScreenComponent(id: "y", reuseIdentifier: "page", model: .object(["number": .string("one")])),
                    ]),
                ScreenSection(
                    id: "d",
                    header: try ScreenComponent(
                        id: "d",
                        DocumentModel(title: "Utility bill", icon: "bill", state: .checking, issueDate: nil, pages: 1),
                        route: ScreenRoute(.document, "GET", "/v1/d")),
                    items: [
                        try ScreenComponent(
                            id: "p", PageModel(number: 1, mediaType: .jpeg, size: 1500, rotation: 90, preview: nil))
                    ],
                    footer: try ScreenComponent(id: "a", ActionModel(label: "Add a page", isEnabled: false))),
            ])
        #expect(
            TerminalScreen(style: .plain).lines(screen) == [
                "  … Being checked.", "", "  Proof of address  case 12", "    submitted  Submitted.",
                "  ? This client knows no component “hologram” (x): update it.",
                "  ? The component “page” (y) cannot show what it was given.", "",
                "  Utility bill  checking  GET /v1/d", "    page 1  image/jpeg  1.5 KB, turned by 90°",
                "    [ Add a page, not now ]",
            ])
    }
}
