/// Every target. Add yours.
let fuzzTargets: [any FuzzTarget.Type] = [
    BoxStructure.self, ByteRanges.self, CheckForms.self, ChunkStructure.self, ClamdAnswers.self, DocumentSignatures.self,
    EntityTags.self,
    EventRecords.self, HTTPConnection.self, HeaderFields.self, JSONBodies.self, JailAnswers.self, JourneyYAML.self,
    JPEGStructure.self,
    ListingQueries.self, MailSessions.self, MultipartForm.self, OutsideDates.self, PDFFileStructure.self, PagePDFs.self,
    PageReadings.self,
    ProxyClaims.self,
    S3Answers.self, SealedFiles.self, TIFFStructure.self, UploadRequests.self, UploadSequences.self,
]
