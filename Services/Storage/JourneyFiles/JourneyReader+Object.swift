import YAML

extension JourneyReader {
    /// A mapping whose members are read one by one.
    struct Object {
        let mapping: YAMLMapping
        let location: YAMLLocation
        private var taken: Set<String> = []
        var places: [String: YAMLLocation]

        init(_ mapping: YAMLMapping, at location: YAMLLocation) {
            self.mapping = mapping
            self.location = location
            places = Dictionary(uniqueKeysWithValues: mapping.map { ($0.key, $0.keyLocation) })
        }

        func has(_ key: String) -> Bool { mapping[key] != nil }

        mutating func take(_ key: String) -> YAMLNode? {
            taken.insert(key)
            return mapping[key]
        }

        mutating func required(_ key: String, _ reader: inout JourneyReader) -> YAMLNode? {
            if mapping[key] == nil { reader.fault(location, "“\(key)” is missing") }
            return take(key)
        }

        var unknown: [YAMLMapping.Entry] { mapping.filter { !taken.contains($0.key) } }
        var known: [String] { taken.sorted() }
    }
}
