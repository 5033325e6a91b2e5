import Crypto

/// Signatures in PDFs (CMS), which a child of the jail takes apart. What must hold: whatever a message says, it is not that of
/// content that nobody has signed.
enum DocumentSignatures: FuzzTarget {
    private static let content = Array("nobody has signed this".utf8)

    static func run(_ input: [UInt8]) {
        for form in [ContentSignature.Form.detached, .advanced, .overSHA1] {
            let found = ContentSignature(
                input, form, of: [content[...]], trusting: SignatureAuthorities(), now: 1_793_437_507)
            precondition([.broken, .unknown].contains(found.verdict), "a signature of what was never signed")
            precondition(found.stampedSeconds == nil, "a stamp of what was never signed")
        }
        var authorities = SignatureAuthorities()
        try? authorities.add(input)
        precondition(authorities.count <= SignatureAuthorities.mostCertificates)
    }

    /// Of other content, by OpenSSL's command: CAdES without the content, and one that holds a SHA-1.
    static var seeds: [[UInt8]] { [advanced, attached].compactMap { Base64.decode($0) } + [[0x30, 0x80], []] }

    private static let advanced = """
        MIIDCwYJKoZIhvcNAQcCoIIC/DCCAvgCAQExDTALBglghkgBZQMEAgEwCwYJKoZIhvcNAQcBoIIBdDCCAXAwggEVoAMCAQICFAuVFVh1ODNvQX\
        +H8V7JdPP36hJFMAoGCCqGSM49BAMCMAwxCjAIBgNVBAMMAUEwIBcNMjYxMTI3MjIxMDI2WhgPMjA4MTA4MzAyMjEwMjZaMAwxCjAIBgNVBAMM\
        AUEwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATQCG45syE4WjDyXfas8UKUK/t2zozRzzE09fuS3OPEyej6bA+BLwxevA4QIb4qBzeC7KOYL+\
        96SIHHC4kkeDuno1MwUTAdBgNVHQ4EFgQUSkRNZX/ibHSsB1Nzf96yUsk2KvIwHwYDVR0jBBgwFoAUSkRNZX/ibHSsB1Nzf96yUsk2KvIwDwYD\
        VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEAnqK4yNqZ5vykoYZWOLGhb9nIc/udqcG4CvQIqSHqr70CIQC9OLnP495Z7uu3f70IIC\
        48F1KN/cmQ9axRiSsUAhc8NjGCAV0wggFZAgEBMCQwDDEKMAgGA1UEAwwBQQIUC5UVWHU4M29Bf4fxXsl08/fqEkUwCwYJYIZIAWUDBAIBoIHM\
        MBgGCSqGSIb3DQEJAzELBgkqhkiG9w0BBwEwHAYJKoZIhvcNAQkFMQ8XDTI2MTEyNzIyMTAyNlowLwYJKoZIhvcNAQkEMSIEIGRkFaSH9hem4a\
        9vIfBefQ3WRXUld0A99wsfmF7znufSMGEGCyqGSIb3DQEJEAIvMVIwUDBOMEwEIGpQQeo5TJJfSuBWfe0k3VJdYkSnZBIKH+xT3ZvYsdt+MCgw\
        EKQOMAwxCjAIBgNVBAMMAUECFAuVFVh1ODNvQX+H8V7JdPP36hJFMAoGCCqGSM49BAMCBEYwRAIgXUJuKBTPpqbtNEV7KoiNqhNfzd0AoPZnXe\
        gZOEicjs0CIEf+Fr1AkR0OlatqZE5ZjZ4cSGHcRHpNwSJZGJNJQ+hv
        """
    private static let attached = """
        MIICvgYJKoZIhvcNAQcCoIICrzCCAqsCAQExDTALBglghkgBZQMEAgEwIwYJKoZIhvcNAQcBoBYEFM4VK6G3b8ogmhtJNQqtxQ2nGkFgoIIBdD\
        CCAXAwggEVoAMCAQICFAuVFVh1ODNvQX+H8V7JdPP36hJFMAoGCCqGSM49BAMCMAwxCjAIBgNVBAMMAUEwIBcNMjYxMTI3MjIxMDI2WhgPMjA4\
        MTA4MzAyMjEwMjZaMAwxCjAIBgNVBAMMAUEwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATQCG45syE4WjDyXfas8UKUK/t2zozRzzE09fuS3O\
        PEyej6bA+BLwxevA4QIb4qBzeC7KOYL+96SIHHC4kkeDuno1MwUTAdBgNVHQ4EFgQUSkRNZX/ibHSsB1Nzf96yUsk2KvIwHwYDVR0jBBgwFoAU\
        SkRNZX/ibHSsB1Nzf96yUsk2KvIwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEAnqK4yNqZ5vykoYZWOLGhb9nIc/udqcG4Cv\
        QIqSHqr70CIQC9OLnP495Z7uu3f70IIC48F1KN/cmQ9axRiSsUAhc8NjGB+TCB9gIBATAkMAwxCjAIBgNVBAMMAUECFAuVFVh1ODNvQX+H8V7J\
        dPP36hJFMAsGCWCGSAFlAwQCAaBpMBgGCSqGSIb3DQEJAzELBgkqhkiG9w0BBwEwHAYJKoZIhvcNAQkFMQ8XDTI2MTEyNzIyMTAyNlowLwYJKo\
        ZIhvcNAQkEMSIEIASlux+4eHsMyVJQ1mVQ3r+1KeJRDg04Gi+VTwc7Bk7SMAoGCCqGSM49BAMCBEcwRQIgER5+whp2MH382nlP4MVlZAWxLWlK\
        /YiODQy4K8E0sGUCIQDgi2Oiiy6trcILwwNEoQ84XfPFvOtHrPl7U5ytUgfxbQ==
        """
}
