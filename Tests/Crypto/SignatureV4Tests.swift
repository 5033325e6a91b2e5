import Crypto
import Shared
import Testing

/// AWS's published examples: those of the S3 API Reference, and of the Signature Version 4 test suite.
@Suite struct SignatureV4Tests {
    private static let empty = Hex.encode(SHA256.hash(""))

    private func signature(_ headers: [(name: String, value: String)]) -> String? {
        headers.last { $0.name == "Authorization" }.flatMap { $0.value.split(separator: "=").last.map(String.init) }
    }

    struct S3Example: Sendable {
        let method: String
        let path: String
        var query: [(name: String, value: String)] = []
        var headers: [(name: String, value: String)] = []
        var payload = ""
        let signature: String
    }

    private static let examples = [
        S3Example(
            method: "GET", path: "test.txt", headers: [(name: "Range", value: "bytes=0-9")],
            signature: "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"),
        S3Example(
            method: "PUT", path: "test$file.text",
            headers: [
                (name: "Date", value: "Fri, 24 May 2013 00:00:00 GMT"),
                (name: "x-amz-storage-class", value: "REDUCED_REDUNDANCY"),
            ], payload: "Welcome to Amazon S3.",
            signature: "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"),
        S3Example(
            method: "GET", path: "", query: [(name: "lifecycle", value: "")],
            signature: "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"),
        S3Example(
            method: "GET", path: "", query: [(name: "prefix", value: "J"), (name: "max-keys", value: "2")],
            signature: "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"),
    ]

    @Test(arguments: examples.indices)
    func theExamplesOfTheS3Reference(_ index: Int) {
        let example = Self.examples[index]
        let signer = SignatureV4(
            credentials: .init(accessKey: "AKIAIOSFODNN7EXAMPLE", secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"),
            region: "us-east-1", service: "s3")
        let digest = Hex.encode(SHA256.hash(example.payload))
        let headers = signer.headers(
            for: .init(
                method: example.method, path: "/\(SignatureV4.escaped(example.path, keepsSlashes: true))", query: example.query,
                headers: example.headers + [
                    (name: "Host", value: "examplebucket.s3.amazonaws.com"), (name: "x-amz-content-sha256", value: digest),
                ], payloadDigest: digest), at: 1_369_353_600)
        #expect(signature(headers) == example.signature)
    }

    private var suite: SignatureV4 {
        SignatureV4(
            credentials: .init(accessKey: "AKIDEXAMPLE", secretKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"),
            region: "us-east-1", service: "service")
    }

    @Test func getVanilla() {
        let headers = suite.headers(
            for: .init(
                method: "GET", path: "/", headers: [(name: "Host", value: "example.amazonaws.com")],
                payloadDigest: Self.empty), at: 1_440_938_160)
        #expect(headers.contains { $0 == ("x-amz-date", "20150830T123600Z") })
        #expect(signature(headers) == "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31")
    }

    @Test func getVanillaQueryOrderKeyCase() {
        let headers = suite.headers(
            for: .init(
                method: "GET", path: "/",
                query: [(name: "Param2", value: "value2"), (name: "Param1", value: "value1")],
                headers: [(name: "Host", value: "example.amazonaws.com")], payloadDigest: Self.empty), at: 1_440_938_160)
        #expect(signature(headers) == "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500")
    }

    @Test func whatIsEscaped() {
        #expect(SignatureV4.escaped("a%2eb/ü +~", keepsSlashes: true) == "a%252eb/%C3%BC%20%2B~")
        #expect(SignatureV4.escaped("a/b") == "a%2Fb")
        #expect(SignatureV4.canonicalQuery([("b", "2"), ("a", "x y"), ("B", ""), ("a", "1")]) == "B=&a=1&a=x%20y&b=2")
    }

    @Test func aSessionTokenIsSignedAndNoSecretIsShown() {
        let credentials = SignatureV4.Credentials(accessKey: "A", secretKey: "hidden", sessionToken: "token")
        let headers = SignatureV4(credentials: credentials, region: "r", service: "s3").headers(
            for: .init(method: "GET", path: "/", headers: [(name: "Host", value: "h")], payloadDigest: Self.empty), at: 0)
        #expect(headers.contains { $0 == ("x-amz-security-token", "token") })
        #expect(headers.last?.value.contains("SignedHeaders=host;x-amz-date;x-amz-security-token,") == true)
        #expect(headers.last?.value.contains("Credential=A/19700101/r/s3/aws4_request,") == true)
        #expect(!"\(credentials)".contains("hidden"))
        var dumped = ""
        dump(credentials, to: &dumped)
        #expect(!dumped.contains("hidden"))
    }
}
