import HTTPServer
import Testing

@testable import IntakeGateway

/// What a request says of its cookies, and whose page it comes from.
@Suite struct RequestCookiesTests {
    @Test(arguments: [
        ("docket-desk=a", "a"), (" x=1;docket-desk=a; y", "a"), ("docket-desk=", ""), ("docket-desk=a=b", "a=b"),
        ("docket-desk = a ", "a"), ("docket-deskx=a", nil), ("Docket-Desk=a", nil), ("xdocket-desk=a", nil), ("", nil),
        (";;=", nil),
        ("docket-desk", nil), ("e\u{301}=1;\u{301}; docket-desk=a", "a"),
    ])
    func ourCookieIsFound(field: String, value: String?) throws {
        #expect(try RequestCookies([field]).value(of: "docket-desk") == value)
    }

    @Test func oneOfTwoCookiesOfANameCannotBeTold() throws {
        for fields in [["docket-desk=a; docket-desk=a"], ["docket-desk=a", "docket-desk=b"]] {
            #expect(throws: RequestCookies.Fault.twice) { try RequestCookies(fields).value(of: "docket-desk") }
            #expect(try RequestCookies(fields).value(of: "other") == nil)
        }
    }

    @Test func whatIsTooMuchIsNotRead() throws {
        let many = Array(repeating: "a=b", count: 101).joined(separator: ";")
        #expect(throws: RequestCookies.Fault.tooMany) { try RequestCookies([many]) }
        #expect(throws: RequestCookies.Fault.tooMany) { try RequestCookies([String(repeating: "a", count: 16_385)]) }
        let most = Array(repeating: "a=b", count: 99).joined(separator: ";") + "; docket-desk=c"
        #expect(try RequestCookies([most]).value(of: "docket-desk") == "c")
    }

    private static func verdict(
        _ method: HTTPMethod, mark: String? = "1", origin: String? = nil, site: String? = nil,
        own: Set<String> = ["https://docket.example"]
    ) -> Bool {
        let request = PageRequest(method: method, mark: mark, origin: origin, fetchSite: site, own: own)
        return (try? request.check()) != nil
    }

    @Test(arguments: [
        (nil, "same-origin", true), ("https://docket.example", nil, true), ("HTTPS://Docket.example", nil, true),
        // What the browser itself says counts before what a page could have had it say.
        ("https://docket.example", "cross-site", false), ("https://stranger.example", "same-origin", true),
        (nil, nil, false), (nil, "none", false), (nil, "same-site", false), ("null", nil, false), ("", nil, false),
        ("http://docket.example", nil, false), ("https://docket.example.stranger.example", nil, false),
        ("https://docket.example:8443", nil, false),
    ])
    func whatChangesSomethingComesFromOurPages(origin: String?, site: String?, isOurs: Bool) {
        for method in [HTTPMethod.post, .put, .patch, .delete] {
            #expect(Self.verdict(method, origin: origin, site: site) == isOurs)
            #expect(!Self.verdict(method, mark: nil, origin: origin, site: site))
            #expect(!Self.verdict(method, mark: "true", origin: origin, site: site))
        }
    }

    @Test(arguments: [
        (nil, nil, true), (nil, "same-origin", true), (nil, "none", true), (nil, "same-site", false), (nil, "cross-site", false),
        ("https://stranger.example", nil, false), ("null", nil, false), ("https://docket.example", nil, true),
    ])
    func whatReadsComesFromNoOtherSite(origin: String?, site: String?, isOurs: Bool) {
        for method in [HTTPMethod.get, .head, .options] {
            #expect(Self.verdict(method, mark: nil, origin: origin, site: site) == isOurs)
        }
    }

    @Test(arguments: [
        ("https://docket.example", "https://docket.example"), ("https://Docket.example:8443/at/", "https://docket.example:8443"),
        ("", nil), ("https:", nil), ("https://", nil), ("docket.example/https://x", nil),
    ])
    func anOriginIsSchemeAndHost(url: String, origin: String?) { #expect(PageRequest.origin(of: url) == origin) }
}
