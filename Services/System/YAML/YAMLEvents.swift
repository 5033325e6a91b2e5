import CLibyaml

/// The events of libyaml, one after another, as Swift values.
enum YAMLEvent {
    case documentStart
    case documentEnd
    case streamEnd
    case scalar(String, isPlain: Bool)
    case sequenceStart
    case sequenceEnd
    case mappingStart
    case mappingEnd
    case alias
    /// A value with an explicit type.
    case tagged
    case other
}

/// Owns a libyaml parser over bytes that outlive it.
struct YAMLEventReader: ~Copyable {
    private let parser: UnsafeMutablePointer<yaml_parser_t>

    /// - Precondition: `bytes` stays valid for as long as the reader is used.
    init(_ bytes: UnsafeRawBufferPointer) throws(YAMLError) {
        let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
        guard yaml_parser_initialize(parser) == 1 else {
            parser.deallocate()
            throw YAMLError(code: .tooLarge, message: "there is not enough memory to read the document", location: nil)
        }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count)
        // Last: from here on the deinitializer frees it.
        self.parser = parser
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
    }

    mutating func next() throws(YAMLError) -> (event: YAMLEvent, location: YAMLLocation) {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw failure }
        defer { yaml_event_delete(&event) }
        return (Self.converted(event), Self.location(event.start_mark))
    }

    private static func converted(_ event: yaml_event_t) -> YAMLEvent {
        switch event.type {
        case YAML_DOCUMENT_START_EVENT: return .documentStart
        case YAML_DOCUMENT_END_EVENT: return .documentEnd
        case YAML_STREAM_END_EVENT: return .streamEnd
        case YAML_SEQUENCE_END_EVENT: return .sequenceEnd
        case YAML_MAPPING_END_EVENT: return .mappingEnd
        case YAML_ALIAS_EVENT: return .alias
        case YAML_SEQUENCE_START_EVENT: return event.data.sequence_start.tag == nil ? .sequenceStart : .tagged
        case YAML_MAPPING_START_EVENT: return event.data.mapping_start.tag == nil ? .mappingStart : .tagged
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            guard scalar.tag == nil else { return .tagged }
            let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            return .scalar(String(decoding: bytes, as: UTF8.self), isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE)
        default: return .other
        }
    }

    private static func location(_ mark: yaml_mark_t) -> YAMLLocation {
        YAMLLocation(line: mark.line + 1, column: mark.column + 1)
    }

    private var failure: YAMLError {
        let problem = parser.pointee.problem.map { String(cString: $0) } ?? "the document cannot be read"
        let context = parser.pointee.context.map { " (\(String(cString: $0)))" } ?? ""
        return YAMLError(code: .syntax, message: problem + context, location: Self.location(parser.pointee.problem_mark))
    }
}
