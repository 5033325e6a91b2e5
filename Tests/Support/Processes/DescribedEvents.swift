import FoundationEssentials

/// Holds events to the description of them, by programs that others wrote: a validator of JSON Schema and the SDK of CloudEvents.
public enum DescribedEvents {
    private static let packages = ["cloudevents==1.12.0", "jsonschema==4.26.0"]

    /// What is wrong with the events, or with the description (AsyncAPI 3.0); empty when nothing is. A member that is not described
    /// is wrong, too.
    /// - Throws: `PythonPeers.Missing` where these programs cannot be had.
    public static func faults(in events: [[UInt8]], description: [UInt8]) async throws -> String {
        let python = try await PythonPeers.interpreter(with: packages)
        let folder = try TemporaryFolder("events")
        try Data(description).write(to: URL(filePath: "\(folder.path)/asyncapi.json"))
        try Data(events.joined(separator: [UInt8(ascii: "\n")])).write(to: URL(filePath: "\(folder.path)/events.ndjson"))
        return try await Program.check(python, ["-c", script], workingDirectory: folder.path).text
    }

    private static let script = """
        import json
        import jsonschema
        from cloudevents.http import from_json

        document = json.load(open("asyncapi.json"))
        components = document["components"]


        def resolve(reference):
            place = document
            for name in reference.removeprefix("#/").split("/"):
                place = place[name]
            return place


        def closed(schema):
            if isinstance(schema, list):
                return [closed(item) for item in schema]
            if not isinstance(schema, dict):
                return schema
            schema = {name: closed(value) for name, value in schema.items()}
            if "properties" in schema and isinstance(schema["properties"], dict):
                schema["additionalProperties"] = False
            return schema


        strict = {"components": {"schemas": closed(components["schemas"])}}
        messages = {message["name"]: message for message in components["messages"].values()}
        for schema in strict["components"]["schemas"].values():
            jsonschema.Draft7Validator.check_schema(schema)
        for channel in document["channels"].values():
            for message in channel["messages"].values():
                resolve(message["$ref"])
        for operation in document["operations"].values():
            for message in operation["messages"]:
                resolve(resolve(message["$ref"])["$ref"])
        for line in open("events.ndjson", "rb"):
            event = from_json(line)
            message = messages.get(event["type"])
            if message is None:
                print("not described:", event["type"])
                continue
            schema = dict(strict, **message["payload"])
            checker = jsonschema.Draft7Validator(schema, format_checker=jsonschema.FormatChecker())
            for fault in checker.iter_errors(json.loads(line)):
                print(event["type"], "/".join(map(str, fault.absolute_path)), fault.message)
        """
}
