import HTTPServer
import Shared

// What apps read most, written by hand. Members stand in the order of their names.

extension SubmissionResource: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("consent", encoding: consent)
        json.member("createdAt", createdAt.description)
        json.member("documents", documents)
        json.member("expiresAt", expiresAt?.description)
        json.member("id", id.description)
        json.member("isValid", isValid)
        json.member("journey", journey.rawValue)
        json.member("journeyVersion", journeyVersion.description)
        json.member("links", links)
        json.member("locale", locale)
        json.member("metadata", metadata)
        json.member("missing", encoding: missing)
        json.member("progress", encoding: progress)
        json.member("reasons", encoding: reasons)
        json.member("reference", reference)
        json.member("returnUrl", returnUrl)
        json.member("state", state.rawValue)
        json.member("subject", subject)
        json.member("submittedAt", submittedAt?.description)
        json.member("updatedAt", updatedAt.description)
        json.member("version", version)
        json.endObject()
    }
}

extension SubmissionLinks: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("documents", documents)
        json.member("journey", journey)
        json.member("manifest", manifest)
        json.member("self", self.`self`)
        json.member("submit", submit)
        json.endObject()
    }
}

extension DocumentResource: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("id", id.description)
        json.member("issueDate", issueDate?.description)
        json.member("links", links)
        json.member("pages", pages)
        json.member("pdf", pdf)
        json.member("periodEnd", periodEnd?.description)
        json.member("periodStart", periodStart?.description)
        json.member("reasons", encoding: reasons)
        json.member("source", source?.rawValue)
        json.member("state", state.rawValue)
        json.member("type", type.rawValue)
        json.member("verdict", verdict?.rawValue)
        json.endObject()
    }
}

extension DocumentLinks: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("order", order)
        json.member("pages", pages)
        json.member("self", self.`self`)
        json.endObject()
    }
}

extension PageResource: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("digest", digest?.description)
        json.member("id", id.description)
        json.member("images", images)
        json.member("links", links)
        json.member("mediaType", mediaType?.essence)
        json.member("preview", preview)
        json.member("rotation", rotation.rawValue)
        json.member("size", size)
        json.member("state", state.rawValue)
        json.endObject()
    }
}

extension PageLinks: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("content", content)
        json.member("original", original)
        json.member("self", self.`self`)
        json.endObject()
    }
}
