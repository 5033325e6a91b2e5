/// Proves that a person owns a property: two documents that agree.
public enum ProofOfOwnership: DocumentsScope {
    public static let id: JourneyID = "proof-of-ownership"
    public static let title = "Proof of ownership"
    public static let summary = "Send two documents that show that the property is yours."
    public static let documents = CountRange(2...4)
    public static let review = ReviewPolicy.onWarning

    public static let titleDeed = ScopedDocumentType<Self>(
        DocumentType(
            id: "title-deed", title: "Title deed", hint: "All pages, with the seal or stamp.", icon: "scroll",
            pages: CountRange(1...40), documents: CountRange(0...2), issueDate: .optional, duplicates: .refuse))

    public static let landRegisterExtract = ScopedDocumentType<Self>(
        DocumentType(
            id: "land-register-extract", title: "Extract of the land register", hint: "Not older than 180 days.", icon: "map",
            pages: CountRange(1...20), documents: CountRange(0...2), issueDate: .issuedWithin(days: 180),
            duplicates: .refuse))

    public static let purchaseContract = ScopedDocumentType<Self>(
        DocumentType(
            id: "purchase-contract", title: "Purchase contract", hint: "All pages, with every signature.", icon: "signature",
            pages: CountRange(1...80), documents: CountRange(0...2), issueDate: .optional, duplicates: .refuse))

    public static let documentTypes = [titleDeed, landRegisterExtract, purchaseContract]
}
