public import Configuration
import EventLoop
public import Shared

extension JailConfiguration {
    /// The variable that names the models for ReaderJail.
    public static let languagesVariable = "DOCKET_READING_LANGUAGES"

    /// `ReaderJail` beside the running executable.
    public static var defaultReaderPath: String { "\(ChildProcess.currentExecutableDirectory ?? ".")/ReaderJail" }

    /// For a jail that reads pages: a child holds one page and its models, and ends earlier.
    public static func reader(
        path: String = JailConfiguration.defaultReaderPath, languages: [ReadingLanguage] = ReadingLanguage.allCases
    ) -> JailConfiguration {
        JailConfiguration(
            decoderPath: path, stepDeadline: .seconds(60), limits: JobLimits(addressSpace: 1 << 30, cpuSeconds: 30),
            environment: [languagesVariable: languages.map(\.rawValue).joined(separator: ",")])
    }

    /// The languages whose models the jail loads.
    public var readingLanguages: [ReadingLanguage] {
        (environment[Self.languagesVariable] ?? "").split(separator: ",").compactMap { ReadingLanguage(rawValue: String($0)) }
    }

    /// Reads the configuration of this process's jail for reading.
    public static func reader(reading reader: inout ConfigurationReader) -> JailConfiguration {
        var configuration = Self.reader(
            path: reader.optionalString(
                "DOCKET_READER_PATH", "The ReaderJail executable; the one beside this executable otherwise")
                ?? JailConfiguration.defaultReaderPath, languages: languages(reading: &reader))
        configuration.maximumConcurrentJobs = reader.integer(
            "DOCKET_READER_JOBS", default: 2, in: 1...64, "Pages that are read at a time; each takes about one core")
        configuration.stepDeadline = reader.duration(
            "DOCKET_READER_DEADLINE", default: .seconds(60), "How long reading a page may take before its process is killed")
        configuration.limits.cpuSeconds = UInt64(
            reader.integer(
                "DOCKET_READER_SECONDS", default: Int(configuration.limits.cpuSeconds), in: 1...3600,
                "Seconds of processor time that reading a page may take"))
        configuration.limits.addressSpace = UInt64(
            reader.bytes(
                "DOCKET_READER_MEMORY", default: Int(configuration.limits.addressSpace), in: 1 << 29...64 << 30,
                "Address space of a process that reads a page"))
        configuration.requiredLocks = requiredLocks(reading: &reader)
        return configuration
    }

    private static func languages(reading reader: inout ConfigurationReader) -> [ReadingLanguage] {
        let known = ReadingLanguage.allCases.map(\.rawValue)
        let wanted = reader.list(
            languagesVariable, default: known,
            "Languages whose models are loaded, of \(known.joined(separator: ", ")); one whose package is not installed is passed over"
        )
        let unknown = wanted.filter { ReadingLanguage(rawValue: $0) == nil }
        if !unknown.isEmpty {
            reader.fault(
                languagesVariable, "names \(unknown.joined(separator: ", ")); the languages are \(known.joined(separator: ", "))")
        }
        if wanted.isEmpty { reader.fault(languagesVariable, "names no language") }
        return wanted.compactMap { ReadingLanguage(rawValue: $0) }
    }
}

extension Jail {
    /// The loaded languages and the versions of their models; empty without a zygote.
    public var models: [ReadingLanguage: String] {
        get async {
            var models: [ReadingLanguage: String] = [:]
            for (name, version) in await libraries {
                guard name.hasPrefix(Self.modelPrefix) else { continue }
                if let language = ReadingLanguage(rawValue: String(name.dropFirst(Self.modelPrefix.count))) {
                    models[language] = version
                }
            }
            return models
        }
    }

    /// The prefix of a language among the names of loaded libraries.
    public static let modelPrefix = "model."
}
