internal import Shared

/// What a change of a stage counts. Pure.
extension StageWork {
    /// A file that has its clean pages already had them made before: an operator's retry makes them again, and counts none. A file
    /// that was turned, cropped or replaced since has none.
    init?(making documents: [NormalizedDocument], of submission: Submission) {
        var made = 0
        for document in documents {
            guard let before = submission.document(document.document) else { continue }
            for page in document.pages where before.page(page.page)?.images.isEmpty == true { made += page.images.count }
        }
        self.init(pagesMade: made)
    }

    /// A page that could not be read does not count.
    init?(reading record: ReadingRecord, in processor: Duration) {
        self.init(
            pagesRead: record.documents.reduce(0) { $0 + $1.pages.count { $0.source != nil } },
            readingMilliseconds: Int(processor / .milliseconds(1)))
    }
}
