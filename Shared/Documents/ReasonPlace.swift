/// Where on a page of a document a reason was found, for a screen to show it.
public struct ReasonPlace: Sendable, Hashable, Codable {
    /// The file that it is a page of.
    public let page: PageID
    /// From 1, among the pages of the document that were read.
    public let number: Int
    public let box: PageBox

    public init(page: PageID, number: Int, box: PageBox) {
        self.page = page
        self.number = number
        self.box = box
    }
}
