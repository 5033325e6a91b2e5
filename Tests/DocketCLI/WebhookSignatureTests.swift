import Testing
import Webhooks

@testable import DocketCLI

@Suite struct WebhookSignatureTests {
    let body = Array("{\"type\":\"test\"}".utf8)

    func fault(_ signature: WebhookSignature, _ header: String?, id: String? = "m1", time: String? = "1000") -> String? {
        signature.fault(id: id, timestamp: time, signature: header, body: body, now: 1010)
    }

    @Test func aSignatureOfTheSameSecretIsValid() throws {
        let secret = WebhookSignature.newSecret()
        let signature = try #require(WebhookSignature(secret: secret))
        let header = try WebhookSigner(secrets: [WebhookSecret(secret)]).signature(id: "m1", timestamp: 1000, body: body)
        #expect(fault(signature, header) == nil)
        #expect(fault(signature, "v1a,xyz v1,AAAA \(header)") == nil)
        #expect(fault(signature, header, id: "m2") != nil)
        #expect(fault(signature, header, time: "1001") != nil)
        let other = try #require(WebhookSignature(secret: WebhookSignature.newSecret()))
        #expect(fault(other, header) != nil)
    }

    /// The example of the specification's reference libraries.
    @Test func itAgreesWithTheReference() throws {
        let signature = try #require(WebhookSignature(secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        let fault = signature.fault(
            id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: "1614265330",
            signature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
            body: Array("{\"test\": 2432232314}".utf8), now: 1_614_265_330)
        #expect(fault == nil)
    }

    @Test func whatIsMissingOrOldIsNamed() throws {
        let signature = try #require(WebhookSignature(secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        #expect(fault(signature, nil)?.contains("webhook-signature") == true)
        #expect(fault(signature, "v1,x", id: nil)?.contains("webhook-id") == true)
        #expect(fault(signature, "v1,x", time: "soon")?.contains("webhook-timestamp") == true)
        let old = signature.fault(id: "m1", timestamp: "1000", signature: "v1,x", body: body, now: 2000)
        #expect(old?.contains("1000 s") == true)
        #expect(WebhookSignature(secret: "plain") == nil)
    }
}
