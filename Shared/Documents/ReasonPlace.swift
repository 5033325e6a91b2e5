/// Where on a page a reason was found, to show it on a screen.
public struct ReasonPlace: Sendable, Hashable, Codable {
    /// The file of the page.
    public let page: PageID
    /// The page's number among the document's pages that were read, from 1.
    public let number: Int
    public let box: PageBox

    public init(page: PageID, number: Int, box: PageBox) {
        self.page = page
        self.number = number
        self.box = box
    }
}
