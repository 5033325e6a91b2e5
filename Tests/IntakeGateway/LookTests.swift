import Configuration
import FoundationEssentials
import Shared
import Support
import Testing

@testable import IntakeGateway

/// A look that tests give to the tenant `acme`.
enum SampleLook {
    static let logo = Array("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path d='M0 0h9v9z'/></svg>".utf8)
    static let look = TenantLook(
        name: "Acme <Bank>", logo: TenantLook.File(logo, "svg", "image/svg+xml"),
        style: TenantLook.File(Array(AccentColours(Colour("#ffd400") ?? .black).style.utf8), "css", "text/css; charset=utf-8"),
        help: "https://acme.example/help?a=1&b=2", footer: "Acme Bank, 1 High Street",
        texts: ["en": ["about": "Acme asks for <this>, to open your account."]])
}

/// How the page of a tenant's links looks.
@Suite(.timeLimit(.minutes(1)))
struct LookTests {
    /// Whatever colour a tenant has, everybody can read the page.
    @Test func everyColourIsReadableInBothThemes() throws {
        let steps = stride(from: 0.0, through: 1, by: 0.125)
        for red in steps {
            for green in steps {
                for blue in steps {
                    let colour = try #require(Colour(Colour(red: red, green: green, blue: blue).hex))
                    let colours = AccentColours(colour)
                    for (theme, card, paper) in [
                        (colours.light, AccentColours.lightCard, AccentColours.lightPaper),
                        (colours.dark, AccentColours.darkCard, AccentColours.darkPaper),
                    ] {
                        var contrasts = [theme.accentInk.contrast(with: theme.accent)]
                        contrasts += [card, paper].map { theme.accent.contrast(with: $0) }
                        contrasts += [card, paper, theme.tint].map { theme.accentText.contrast(with: $0) }
                        #expect(contrasts.allSatisfy { $0 >= Colour.leastContrast }, "\(colour.hex): \(contrasts)")
                    }
                }
            }
        }
        // A colour that can be read is left as it is.
        #expect(AccentColours(try #require(Colour("#0a5c36"))).light.accent.hex == "#0a5c36")
    }

    @Test(arguments: ["", "#", "#12345", "#1234567", "red", "#12345g", "#+12345", "#-12345", "123456#"])
    func whatIsNoColourIsNone(text: String) { #expect(Colour(text) == nil) }

    @Test func aTenantsPageHasItsNameItsLogoAndItsColour() async throws {
        var options = GatewayUnderTest.Options()
        options.looks = TenantLooks(["acme": SampleLook.look])
        try await GatewayUnderTest.run(options) { gateway in
            let nobody = gateway.client.with(token: nil)
            let link = try await TestLink.make(gateway, try await gateway.draft()).url
            let page = try await nobody.send("GET", link, headers: [("Accept", "text/html")])
            for part in [
                "Acme &lt;Bank&gt;", "src=\"\(SampleLook.look.files[0].path)\"", "href=\"\(SampleLook.look.files[1].path)\"",
                "href=\"https://acme.example/help?a=1&amp;b=2\"", "<span>Acme Bank, 1 High Street</span>",
            ] { #expect(page.text.contains(part), "\(part)") }
            for file in SampleLook.look.files {
                let answer = try await nobody.send("GET", file.path)
                #expect(answer.status == 200 && answer.body == file.bytes)
                #expect(answer.headers["content-type"] == file.contentType)
                #expect(answer.headers["cache-control"] == "public, max-age=31536000, immutable")
                #expect(answer.headers["content-security-policy"]?.contains("sandbox") == true)
            }
            #expect(try await nobody.send("GET", "/looks/0000000000000000.svg").status == 404)
            #expect(page.text.contains("Acme asks for"))
            let french = try await nobody.send("GET", "\(link)?lang=fr", headers: [("Accept", "text/html")])
            #expect(french.text.contains("Acme &lt;Bank&gt;") && !french.text.contains("Acme asks for"))
            // Another tenant's page is as it was.
            let other = try await gateway.draft(as: gateway.foreigner)
            let made = try await gateway.foreigner.send("POST", "/v1/submissions/\(other)/links", json: #"{"purpose": "upload"}"#)
            let theirs = try await nobody.send("GET", try TestLink.path(of: made.json()), headers: [("Accept", "text/html")])
            #expect(theirs.status == 200 && !theirs.text.contains("Acme") && !theirs.text.contains("/looks/"))
        }
    }

    private func read(_ yaml: String, logos: [String: [UInt8]] = [:]) throws -> TenantLooks {
        let folder = try TemporaryFolder("looks")
        for (name, bytes) in logos { try Data(bytes).write(to: URL(filePath: "\(folder.path)/\(name)")) }
        let path = "\(folder.path)/looks.yaml"
        try Data(yaml.utf8).write(to: URL(filePath: path))
        return try LookFile.looks(at: path)
    }

    @Test func aFileSaysHowEachTenantLooks() throws {
        let looks = try read(
            """
            acme:
              name: Acme Bank
              logo: acme.svg
              colour: "#0a5c36"
              help: https://acme.example/help
              footer: Acme Bank plc
              texts:
                en:
                  about: Acme asks for it.
                  afterSending: We write within two days.
                de:
                  about: Acme fragt danach.
            other:
              name: Other
            """, logos: ["acme.svg": SampleLook.logo])
        #expect(looks["acme"].name == "Acme Bank" && looks["acme"].files.count == 2)
        #expect(looks["acme"].logo?.contentType == "image/svg+xml" && looks["acme"].help == "https://acme.example/help")
        #expect(looks["acme"].texts["en"] == ["about": "Acme asks for it.", "state.submitted": "We write within two days."])
        #expect(looks["acme"].texts["de"] == ["about": "Acme fragt danach."] && looks["other"].texts.isEmpty)
        #expect(looks["other"].name == "Other" && looks["other"].files.isEmpty)
        #expect(looks["nobody"].name == nil)
    }

    @Test func allThatIsWrongWithAFileIsSaidAtOnceWithItsLine() throws {
        let faults = #expect(throws: LookFile.Faults.self) {
            try read(
                """
                acme:
                  colour: red
                  help: http://acme.example
                  logo: ../secret.svg
                  motto: Ever on
                "No tenant":
                  name: A
                other:
                  logo: page.png
                third:
                  logo: gone.svg
                  name: 7
                fourth:
                  texts:
                    xx:
                      about: A
                    en:
                      title: A
                      about: 7
                fifth:
                  texts: A
                """, logos: ["page.png": SampleLook.logo])
        }
        let problems = faults?.problems ?? []
        for (line, words) in [
            (2, "colour"), (3, "https"), (4, "without a folder"), (5, "motto"), (6, "tenant"), (9, "neither"), (11, "gone.svg"),
            (12, "text"), (15, "no language"), (18, "afterSending"), (19, "text"), (21, "a mapping of languages"),
        ] {
            #expect(problems.contains { $0.contains("looks.yaml:\(line): ") && $0.contains(words) }, "\(line): \(problems)")
        }
        #expect(problems.count == 12)
        #expect(throws: LookFile.Faults.self) { try LookFile.looks(at: "/nowhere.yaml") }
        #expect(throws: LookFile.Faults.self) { try read("- a list") }
        #expect(throws: LookFile.Faults.self) { try read("a: [") }
    }
}
