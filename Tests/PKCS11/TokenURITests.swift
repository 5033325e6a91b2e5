import PKCS11
import Testing

/// Which URIs name a key in a token (RFC 7512).
@Suite struct TokenURITests {
    @Test(arguments: [
        ("pkcs11:token=docket;object=main-2026", "pkcs11:token=docket;object=main-2026"),
        ("pkcs11:object=a%20b;token=My%20HSM", "pkcs11:token=My%20HSM;object=a%20b"),
        ("pkcs11:serial=0001;id=%01%02", "pkcs11:serial=0001;id=%01%02"),
        ("pkcs11:token=t;object=o;type=secret-key", "pkcs11:token=t;object=o;type=secret-key"),
    ])
    func `a key is named by its token and itself, in one form`(text: String, canonical: String) throws {
        let uri = try TokenURI(text, .aes)
        #expect(uri.text == canonical)
        #expect(try TokenURI(uri.text, .aes) == uri)
    }

    @Test(arguments: [
        ("", "is no URI"), ("docket", "is no URI"), ("https://docket.example", "is no URI"),
        ("pkcs11:token=%zz;object=o", "is no URI"),
        ("pkcs11:object=main", "names no token"), ("pkcs11:token=docket", "names no key"), ("pkcs11:", "names no token"),
        ("pkcs11:token=t;object=o?pin-value=1234", "has a PIN in it"),
        ("pkcs11:token=t;object=o?pin-source=/etc/pin", "has a PIN"),
        ("pkcs11:token=t;object=o?module-path=/tmp/x.so", "says more"), ("pkcs11:token=t;object=o;x-colour=red", "says more"),
        ("pkcs11:token=t;object=o;type=cert", "names something else"),
    ])
    func `what names none, or holds what stands elsewhere, is refused`(text: String, problem: String) {
        let error = #expect(throws: TokenURI.Unusable.self) { try TokenURI(text, .aes) }
        #expect(
            error?.problem.hasPrefix(problem) == true || error?.problem.contains(problem) == true, "\(String(describing: error))")
        #expect(error?.problem.contains("1234") == false)
    }

    @Test func `a type that is told has to be that of the key`() throws {
        let (wraps, signs) = ("pkcs11:token=t;object=o;type=secret-key", "pkcs11:token=t;object=o;type=private")
        for (text, kind, other) in [(wraps, TokenKeyKind.aes, TokenKeyKind.ellipticCurve), (signs, .ellipticCurve, .aes)] {
            #expect(try TokenURI(text, kind).kind == kind)
            #expect(throws: TokenURI.Unusable.self) { try TokenURI(text, other) }
        }
    }
}
