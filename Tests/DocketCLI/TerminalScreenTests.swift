import Shared
import Testing

@testable import DocketCLI

@Suite struct TerminalScreenTests {
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
