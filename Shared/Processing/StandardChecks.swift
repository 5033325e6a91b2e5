extension ProcessorFactory {
    /// The checks that come with Docket, and no processor: services register theirs.
    ///
    /// The order is that in which a person is told: first of the submission, then of its documents, then of their files.
    public static let standard: ProcessorFactory = {
        var factory = ProcessorFactory()
        let (whenComplete, always): (Set<Checkpoint>, Set<Checkpoint>) = ([.completeness], [.completeness, .validation])
        factory.check(KnownDocumentType(), at: [.entry, .completeness, .validation])
        factory.check(DocumentCount(), at: always)
        factory.check(DocumentCountOfType(), at: always)
        factory.check(ConsentGiven(), at: always)
        factory.check(PeriodCovered(), at: always)

        factory.check(PageCount(), at: always)
        factory.check(IssueDateRequired(), at: always)
        factory.check(IssueDateReadable(), at: [.entry, .validation])
        factory.check(IssueDateNotInFuture(), at: [.entry, .validation])
        factory.check(IssueDateRecent(), at: [.validation])
        factory.check(IssueDateSettled(), at: [.validation])
        factory.check(PeriodRequired(), at: always)
        factory.check(PeriodSound(), at: [.entry, .completeness, .validation])
        factory.check(RefusedDocumentReplaced(), at: whenComplete)

        factory.check(FileNotEmpty(), at: [.arrival, .validation])
        factory.check(FileSize(), at: [.arrival, .validation])
        factory.check(MalwareFree(), at: [.validation])
        factory.check(AllowedMediaType(), at: [.arrival, .validation])
        factory.check(HonestMediaType(), at: [.arrival, .validation])
        factory.check(UnambiguousMediaType(), at: [.validation])
        factory.check(ConfirmedMediaType(), at: [.validation])
        factory.check(NoTrailingData(), at: [.validation])
        let pictures = ProcessorScope(mediaTypes: Set(MediaType.known.filter(\.isImage)))
        factory.check(PictureSize(), at: [.validation], for: pictures)
        factory.check(FileReadable(), at: [.validation, .decoding])
        factory.check(FileComplete(), at: [.validation, .decoding])
        let pdf = ProcessorScope(mediaTypes: [.pdf])
        factory.check(FileWithoutPassword(), at: [.validation, .decoding], for: pdf)
        factory.check(FileUnrestricted(), at: [.validation], for: pdf)
        factory.check(NoActiveContent(), at: [.validation], for: pdf)
        factory.check(FileWithinBudget(), at: [.validation, .decoding])
        // Seen when pages are made: the look before that decodes nothing.
        factory.check(FileNotBlank(), at: [.validation, .decoding])
        factory.check(FileLegible.inFocus, at: [.validation, .decoding])
        factory.check(FileLegible.withoutGlare, at: [.validation, .decoding], for: pictures)
        factory.check(FileLegible.notDark, at: [.validation, .decoding], for: pictures)
        factory.check(FileLegible.noScreenshot, at: [.validation, .decoding], for: pictures)
        factory.check(FileNotDuplicate(), at: [.validation])
        factory.check(FileNotKnown(), at: [.validation])
        return factory
    }()
}
