import Shared

/// A page (one file of a document) as its tenant sees it.
struct PageResource: Resource {
    enum State: String, CaseIterable {
        /// The file has arrived. Nothing was made of it.
        case received
        /// It has a preview.
        case previewed
        /// It has clean pages.
        case ready
    }

    let page: Page
    let address: String
    /// Whether the person could confirm a suggestion.
    var mayBeChanged = true

    private var state: State { !page.images.isEmpty ? .ready : page.preview != nil ? .previewed : .received }

    static let shape = Shape<Self>(
        .required("id", .named("Identifier")) { $0.page.id.description },
        .optional("mediaType", .named("MediaType"), "By content.") { $0.page.original?.mediaType?.essence },
        .optional("size", .integer(0 ... .max), "Bytes of the original.") { $0.page.original?.size },
        .optional("digest", .named("Digest")) { $0.page.original?.digest.description },
        .optional(
            "pages", .integer(0 ... .max),
            "How many pages its file has; absent until somebody has looked, and 0 where no page can be made of it."
        ) { $0.page.images.isEmpty ? $0.page.look.map { $0.pageCount ?? 0 } : $0.page.images.count },
        .required("rotation", .named("Rotation")) { $0.page.rotation.degrees },
        .optional("crop", .named("Crop"), "Absent where the page is all of its photo.") { $0.page.crop?.points },
        .required("state", .choice(State.self)) { $0.state.rawValue },
        .optional("preview", .address) { resource in resource.page.preview.map { _ in "\(resource.address)/preview" } },
        .optional(
            "suggestion", .named("PageSuggestion"),
            "What was read of its file, while it can be changed: for its person to confirm."
        ) {
            resource in resource.mayBeChanged ? resource.page.suggestion.map(SuggestionResource.init) : nil
        },
        .required("images", .array(of: .address), "The clean pages made of it, in order.") { resource in
            resource.page.images.indices.map { "\(resource.address)/image?number=\($0 + 1)" }
        },
        .object(
            "links", .required("self", .address) { $0.address }, .required("original", .address) { "\($0.address)/original" },
            .required("content", .address, "Where another file is put in this one's place.") { "\($0.address)/content" }))
}
