extension ReasonTexts {
    /// The wordings of `IssueDateRules.swift`; see `ReasonTexts` for the form.
    static let issueDates = #"""
        rule document.issue-date-required
        en  issue date missing
        de  Ausstellungsdatum fehlt
        fr  date d’émission absente
        es  falta la fecha de emisión
        ja  発行日なし

        document.issue-date-required
        en  no issue date
        en  the day on which it was issued
        en  “{type}” needs the date that is printed on it.
        en  Add the date.
        de  kein Ausstellungsdatum
        de  der Tag, an dem es ausgestellt wurde
        de  Für „{type}“ wird das Datum gebraucht, das darauf steht.
        de  Ergänzen Sie das Datum.
        fr  aucune date d’émission
        fr  le jour où il a été émis
        fr  Il manque la date imprimée sur « {type} ».
        fr  Ajoutez la date.
        es  sin fecha de emisión
        es  el día en que se emitió
        es  Falta la fecha que aparece en «{type}».
        es  Añada la fecha.
        ja  発行日なし
        ja  発行された日
        ja  「{type}」には、書類に印刷されている日付が必要です。
        ja  日付を入力してください。

        rule document.issue-date-readable
        en  issue date unclear
        de  Ausstellungsdatum unklar
        fr  date d’émission incertaine
        es  fecha de emisión dudosa
        ja  発行日が不明

        document.issue-date-readable
        en  text that is no date
        en  a day in the form 2026-10-31
        en  The date of “{type}” cannot be read.
        en  Give it as year, month and day: 2026-10-31.
        de  Text, der kein Datum ist
        de  ein Tag in der Form 2026-10-31
        de  Das Datum von „{type}“ ist nicht lesbar.
        de  Geben Sie es als Jahr, Monat und Tag an: 2026-10-31.
        fr  un texte qui n’est pas une date
        fr  un jour sous la forme 2026-10-31
        fr  La date de « {type} » est illisible.
        fr  Indiquez l’année, le mois et le jour : 2026-10-31.
        es  un texto que no es una fecha
        es  un día con la forma 2026-10-31
        es  No se puede leer la fecha de «{type}».
        es  Indique año, mes y día: 2026-10-31.
        ja  日付ではない文字
        ja  2026-10-31の形式の日付
        ja  「{type}」の日付を読み取れません。
        ja  年、月、日の順に入力してください（例：2026-10-31）。

        rule document.issue-date-not-in-future
        en  date in the future
        de  Datum in der Zukunft
        fr  date future
        es  fecha futura
        ja  未来の日付

        document.issue-date-not-in-future
        en  issued on {day}
        en  issued on {today} or earlier
        en  The date of “{type}” lies in the future.
        en  Give the date that is printed on it.
        de  ausgestellt am {day}
        de  ausgestellt am {today} oder früher
        de  Das Datum von „{type}“ liegt in der Zukunft.
        de  Geben Sie das Datum an, das darauf steht.
        fr  émis le {day}
        fr  émis le {today} ou avant
        fr  La date de « {type} » est dans le futur.
        fr  Indiquez la date imprimée sur le document.
        es  emitido el {day}
        es  emitido el {today} o antes
        es  La fecha de «{type}» está en el futuro.
        es  Indique la fecha que aparece en el documento.
        ja  発行日{day}
        ja  発行日が{today}以前
        ja  「{type}」の日付が未来になっています。
        ja  書類に印刷されている日付を入力してください。

        rule document.issue-date-recent
        en  too old
        de  zu alt
        fr  trop ancien
        es  demasiado antiguo
        ja  古い書類

        document.issue-date-recent
        en  issued on {day}, {age, plural, one {# day} other {# days}} ago
        en  issued on {earliest} or later
        en  “{type}” must not be older than {limit, plural, one {# day} other {# days}}.
        en  Send one that was issued on {earliest} or later.
        de  ausgestellt am {day}, vor {age, plural, one {# Tag} other {# Tagen}}
        de  ausgestellt am {earliest} oder später
        de  „{type}“ darf nicht älter als {limit, plural, one {# Tag} other {# Tage}} sein.
        de  Senden Sie ein Dokument, das am {earliest} oder später ausgestellt wurde.
        fr  émis le {day}, il y a {age, plural, one {# jour} many {# de jours} other {# jours}}
        fr  émis le {earliest} ou après
        fr  « {type} » ne doit pas dater de plus de {limit, plural, one {# jour} many {# de jours} other {# jours}}.
        fr  Envoyez un document émis le {earliest} ou après.
        es  emitido el {day}, hace {age, plural, one {# día} many {# de días} other {# días}}
        es  emitido el {earliest} o después
        es  «{type}» no debe tener más de {limit, plural, one {# día} many {# de días} other {# días}}.
        es  Envíe uno emitido el {earliest} o después.
        ja  発行日{day}（{age}日前）
        ja  発行日が{earliest}以降
        ja  「{type}」は発行から{limit}日以内のものに限ります。
        ja  {earliest}以降に発行された書類を送ってください。

        rule document.issue-date-settled
        en  too young
        de  zu neu
        fr  trop récent
        es  demasiado reciente
        ja  新しすぎる書類

        document.issue-date-settled
        en  issued on {day}
        en  issued on {latest} or earlier
        en  “{type}” must be at least {limit, plural, one {# day} other {# days}} old.
        en  Send one that was issued on {latest} or earlier.
        de  ausgestellt am {day}
        de  ausgestellt am {latest} oder früher
        de  „{type}“ muss mindestens {limit, plural, one {# Tag} other {# Tage}} alt sein.
        de  Senden Sie ein Dokument, das am {latest} oder früher ausgestellt wurde.
        fr  émis le {day}
        fr  émis le {latest} ou avant
        fr  « {type} » doit dater d’au moins {limit, plural, one {# jour} many {# de jours} other {# jours}}.
        fr  Envoyez un document émis le {latest} ou avant.
        es  emitido el {day}
        es  emitido el {latest} o antes
        es  «{type}» debe tener al menos {limit, plural, one {# día} many {# de días} other {# días}}.
        es  Envíe uno emitido el {latest} o antes.
        ja  発行日{day}
        ja  発行日が{latest}以前
        ja  「{type}」は発行から{limit}日以上経っている必要があります。
        ja  {latest}以前に発行された書類を送ってください。
        """#
}
