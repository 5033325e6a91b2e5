extension ReasonTexts {
    /// The wordings of `PeriodRules.swift`; see `ReasonTexts` for the form.
    static let periods = #"""
        rule submission.period-covered
        en  period covered
        de  abgedeckter Zeitraum
        fr  période couverte
        es  período cubierto
        ja  対象期間

        submission.period-covered/outdated
        en  nothing after {last}
        en  covered until {earliest} or later
        en  “{type}” ends on {last}, which is too long ago.
        en  Add the latest ones, up to {earliest} or later.
        de  nichts nach dem {last}
        de  belegt bis zum {earliest} oder länger
        de  „{type}“ endet am {last}; das ist zu lange her.
        de  Fügen Sie die neuesten hinzu, bis zum {earliest} oder später.
        fr  rien après le {last}
        fr  couvert jusqu’au {earliest} ou plus tard
        fr  « {type} » s’arrête au {last}, ce qui est trop ancien.
        fr  Ajoutez les plus récents, jusqu’au {earliest} ou plus tard.
        es  nada después del {last}
        es  cubierto hasta el {earliest} o más tarde
        es  «{type}» termina el {last}, hace demasiado tiempo.
        es  Añada los más recientes, hasta el {earliest} o más tarde.
        ja  {last}より後の書類なし
        ja  {earliest}以降までの書類
        ja  「{type}」は{last}で終わっており、古すぎます。
        ja  {earliest}以降までの最新の書類を追加してください。

        submission.period-covered/gap
        en  nothing from {gapStart} to {gapEnd}
        en  {from} to {to} without a gap
        en  “{type}” does not cover the days from {gapStart} to {gapEnd}.
        en  Add what is missing for these days.
        de  nichts vom {gapStart} bis zum {gapEnd}
        de  {from} bis {to} ohne Lücke
        de  „{type}“ fehlt für die Tage vom {gapStart} bis zum {gapEnd}.
        de  Fügen Sie hinzu, was für diese Tage fehlt.
        fr  rien du {gapStart} au {gapEnd}
        fr  du {from} au {to}, sans interruption
        fr  « {type} » ne couvre pas les jours du {gapStart} au {gapEnd}.
        fr  Ajoutez ce qui manque pour ces jours.
        es  nada del {gapStart} al {gapEnd}
        es  del {from} al {to} sin interrupción
        es  «{type}» no cubre los días del {gapStart} al {gapEnd}.
        es  Añada lo que falta de esos días.
        ja  {gapStart}から{gapEnd}までの書類なし
        ja  {from}から{to}まで途切れのない書類
        ja  「{type}」に{gapStart}から{gapEnd}までの分がありません。
        ja  この期間の書類を追加してください。

        submission.period-covered/too-short
        en  nothing before {first}
        en  {from} to {to} without a gap
        en  “{type}” has to cover {months, plural, one {# month} other {# months}}, and begins on {first}.
        en  Add earlier ones, back to {from}.
        de  nichts vor dem {first}
        de  {from} bis {to} ohne Lücke
        de  „{type}“ muss {months, plural, one {# Monat} other {# Monate}} abdecken und beginnt erst am {first}.
        de  Fügen Sie frühere hinzu, zurück bis zum {from}.
        fr  rien avant le {first}
        fr  du {from} au {to}, sans interruption
        fr  « {type} » doit couvrir {months, plural, one {# mois} many {# de mois} other {# mois}}, et ne commence que le {first}.
        fr  Ajoutez les précédents, en remontant jusqu’au {from}.
        es  nada antes del {first}
        es  del {from} al {to} sin interrupción
        es  «{type}» debe cubrir {months, plural, one {# mes} many {# de meses} other {# meses}} y empieza el {first}.
        es  Añada los anteriores, desde el {from}.
        ja  {first}より前の書類なし
        ja  {from}から{to}まで途切れのない書類
        ja  「{type}」は{months}か月分必要ですが、{first}からの分しかありません。
        ja  {from}までさかのぼる書類を追加してください。

        rule document.period-required
        en  period missing
        de  Zeitraum fehlt
        fr  période absente
        es  falta el período
        ja  期間なし

        document.period-required
        en  neither a period nor an issue date
        en  the days that it covers
        en  It is not known which days “{type}” covers.
        en  Give the first and the last day that it covers.
        de  weder Zeitraum noch Ausstellungsdatum
        de  die Tage, die es abdeckt
        de  Es ist nicht bekannt, welche Tage „{type}“ abdeckt.
        de  Geben Sie den ersten und den letzten Tag an, den es abdeckt.
        fr  ni période ni date d’émission
        fr  les jours qu’il couvre
        fr  On ne sait pas quels jours « {type} » couvre.
        fr  Indiquez le premier et le dernier jour couverts.
        es  ni periodo ni fecha de emisión
        es  los días que cubre
        es  No se sabe qué días cubre «{type}».
        es  Indique el primer y el último día que cubre.
        ja  対象期間も発行日もなし
        ja  対象となる期間
        ja  「{type}」の対象期間が分かりません。
        ja  対象期間の最初の日と最後の日を入力してください。

        rule document.period-sound
        en  impossible period
        de  unmöglicher Zeitraum
        fr  période impossible
        es  período imposible
        ja  あり得ない期間

        document.period-sound/reversed
        en  from {start} to {end}
        en  a last day that is not before the first
        en  The period of “{type}” ends before it starts.
        en  Give the first and the last day that it covers.
        de  vom {start} bis zum {end}
        de  ein letzter Tag, der nicht vor dem ersten liegt
        de  Der Zeitraum von „{type}“ endet, bevor er beginnt.
        de  Geben Sie den ersten und den letzten Tag an, den es abdeckt.
        fr  du {start} au {end}
        fr  un dernier jour qui ne précède pas le premier
        fr  La période de « {type} » se termine avant de commencer.
        fr  Indiquez le premier et le dernier jour couverts.
        es  del {start} al {end}
        es  un último día que no sea anterior al primero
        es  El periodo de «{type}» termina antes de empezar.
        es  Indique el primer y el último día que cubre.
        ja  {start}から{end}まで
        ja  最初の日以降である最後の日
        ja  「{type}」の期間が、始まる前に終わっています。
        ja  対象期間の最初の日と最後の日を入力してください。

        document.period-sound/future
        en  a period that ends on {end}
        en  a period that ends on {today} or earlier
        en  The period of “{type}” ends in the future.
        en  Give the last day that it covers.
        de  ein Zeitraum, der am {end} endet
        de  ein Zeitraum, der am {today} oder früher endet
        de  Der Zeitraum von „{type}“ endet in der Zukunft.
        de  Geben Sie den letzten Tag an, den es abdeckt.
        fr  une période qui se termine le {end}
        fr  une période qui se termine le {today} ou avant
        fr  La période de « {type} » se termine dans le futur.
        fr  Indiquez le dernier jour couvert.
        es  un periodo que termina el {end}
        es  un periodo que termina el {today} o antes
        es  El periodo de «{type}» termina en el futuro.
        es  Indique el último día que cubre.
        ja  {end}に終わる期間
        ja  {today}以前に終わる期間
        ja  「{type}」の期間が未来に終わっています。
        ja  対象期間の最後の日を入力してください。
        """#
}
