import Configuration
import Crypto

/// The configured time stamp authority for signed heads.
struct StampConfiguration: Sendable {
    let url: String
    /// The authorities whose stamps are accepted; nil if none are configured.
    let authorities: TimeStampAuthorities?

    init(url: String, authorities: TimeStampAuthorities? = nil) { (self.url, self.authorities) = (url, authorities) }

    /// Nil if no authority is configured.
    init?(reading reader: inout ConfigurationReader, isSigning: Bool) {
        let url = reader.optionalString(
            "DOCKET_TSA_URL", "Authority for time stamps (RFC 3161), as a URL, that is asked to stamp signed heads of logs")
        let file = reader.optionalString(
            "DOCKET_TSA_CERTIFICATES", "A file of certificates in PEM: only what one of them has stamped is kept")
        var authorities: TimeStampAuthorities?
        if let file {
            authorities = (try? SmallFile.bytes(of: file, atMost: TimeStampAuthorities.maximumLength)).flatMap {
                try? TimeStampAuthorities(pem: $0)
            }
            if authorities == nil { reader.fault("DOCKET_TSA_CERTIFICATES", "is ‘\(file)’, which holds no certificate in PEM") }
        }
        guard let url else {
            if file != nil {
                reader.fault("DOCKET_TSA_CERTIFICATES", "says whose stamps are kept, and DOCKET_TSA_URL asks nobody")
            }
            return nil
        }
        if !url.hasPrefix("https://"), !url.hasPrefix("http://") {
            reader.fault("DOCKET_TSA_URL", "is ‘\(url)’; it must be an http or https URL")
        }
        if !isSigning { reader.fault("DOCKET_TSA_URL", "is set, and no head is signed: DOCKET_SIGNING_KEY is not") }
        self.init(url: url, authorities: authorities)
    }
}
