extension RuleChecks {
    /// The checks that come with Docket.
    ///
    /// The order is that in which a person is told: first of the submission, then of its documents, then of their files.
    public static let standard: RuleChecks = {
        var checks = RuleChecks()
        let (whenComplete, always): (Set<Checkpoint>, Set<Checkpoint>) = ([.completeness], [.completeness, .validation])
        checks.add(KnownDocumentType(), at: [.entry, .completeness, .validation])
        checks.add(DocumentCount(), at: always)
        checks.add(DocumentCountOfType(), at: always)
        checks.add(ConsentGiven(), at: always)
        checks.add(PeriodCovered(), at: always)

        checks.add(PageCount(), at: always)
        checks.add(IssueDateRequired(), at: always)
        checks.add(IssueDateReadable(), at: [.entry, .validation])
        checks.add(IssueDateNotInFuture(), at: [.entry, .validation])
        checks.add(IssueDateRecent(), at: [.validation])
        checks.add(IssueDateSettled(), at: [.validation])
        checks.add(ExpiryDateRequired(), at: always)
        checks.add(ExpiryDateReadable(), at: [.entry, .validation])
        checks.add(NotExpired(), at: [.validation])
        checks.add(PeriodRequired(), at: always)
        checks.add(PeriodSound(), at: [.entry, .completeness, .validation])
        checks.add(RefusedDocumentReplaced(), at: whenComplete)

        checks.add(FileNotEmpty(), at: [.arrival, .validation])
        checks.add(FileSize(), at: [.arrival, .validation])
        checks.add(MalwareFree(), at: [.validation])
        checks.add(AllowedMediaType(), at: [.arrival, .validation])
        checks.add(HonestMediaType(), at: [.arrival, .validation])
        checks.add(UnambiguousMediaType(), at: [.validation])
        checks.add(ConfirmedMediaType(), at: [.validation])
        checks.add(NoTrailingData(), at: [.validation])
        let pictures = ProcessorScope(mediaTypes: Set(MediaType.known.filter(\.isImage)))
        checks.add(PictureSize(), at: [.validation], for: pictures)
        checks.add(FileReadable(), at: [.validation, .decoding])
        checks.add(FileComplete(), at: [.validation, .decoding])
        let pdf = ProcessorScope(mediaTypes: [.pdf])
        checks.add(FileWithoutPassword(), at: [.validation, .decoding], for: pdf)
        checks.add(FileUnrestricted(), at: [.validation], for: pdf)
        checks.add(NoActiveContent(), at: [.validation], for: pdf)
        checks.add(FileWithinBudget(), at: [.validation, .decoding])
        // Seen when pages are made: the look before that decodes nothing.
        checks.add(FileNotBlank(), at: [.validation, .decoding])
        checks.add(FileLegible.inFocus, at: [.validation, .decoding])
        checks.add(FileLegible.withoutGlare, at: [.validation, .decoding], for: pictures)
        checks.add(FileLegible.notDark, at: [.validation, .decoding], for: pictures)
        checks.add(FileLegible.noScreenshot, at: [.validation, .decoding], for: pictures)
        checks.add(FileNotDuplicate(), at: [.validation])
        checks.add(FileNotKnown(), at: [.validation])
        return checks
    }()
}
