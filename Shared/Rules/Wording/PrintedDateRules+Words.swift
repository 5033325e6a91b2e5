extension ReasonTexts {
    /// The wordings of `PrintedDateRules.swift`; see `ReasonTexts` for the form.
    static let printedDates = #"""
        rule document.issue-date-printed
        en  printed date
        de  gedrucktes Datum
        fr  date imprimée
        es  fecha impresa
        ja  印字日付

        document.issue-date-printed/differs
        en  issued on {read}
        en  issued on {entered}
        en  “{type}” says {read}; you entered {entered}.
        en  Correct the date, or send the document that it belongs to.
        de  ausgestellt am {read}
        de  ausgestellt am {entered}
        de  Auf „{type}“ steht {read}, eingegeben haben Sie {entered}.
        de  Berichtigen Sie das Datum, oder senden Sie das Dokument, zu dem es gehört.
        fr  émis le {read}
        fr  émis le {entered}
        fr  « {type} » indique le {read} ; vous avez saisi le {entered}.
        fr  Corrigez la date, ou envoyez le document auquel elle appartient.
        es  emitido el {read}
        es  emitido el {entered}
        es  En «{type}» pone {read}; usted ha escrito {entered}.
        es  Corrija la fecha o envíe el documento al que pertenece.
        ja  発行日{read}
        ja  発行日{entered}
        ja  「{type}」には{read}とありますが、入力された日付は{entered}です。
        ja  日付を訂正するか、その日付の書類を送ってください。

        document.issue-date-printed/too-old
        en  issued on {read}
        en  issued on {entered}
        en  “{type}” says {read}, which is more than {limit, plural, one {# day} other {# days}} ago; you entered {entered}.
        en  Send one that is recent enough. If it is, correct the date.
        de  ausgestellt am {read}
        de  ausgestellt am {entered}
        de  Auf „{type}“ steht {read}, das ist mehr als {limit, plural, one {# Tag} other {# Tage}} her; eingegeben haben Sie {entered}.
        de  Senden Sie ein neueres Dokument. Ist es neu genug, berichtigen Sie das Datum.
        fr  émis le {read}
        fr  émis le {entered}
        fr  « {type} » indique le {read}, il y a plus de {limit, plural, one {# jour} many {# de jours} other {# jours}} ; vous avez saisi le {entered}.
        fr  Envoyez un document plus récent. S’il l’est assez, corrigez la date.
        es  emitido el {read}
        es  emitido el {entered}
        es  En «{type}» pone {read}, hace más de {limit, plural, one {# día} many {# de días} other {# días}}; usted ha escrito {entered}.
        es  Envíe uno más reciente. Si lo es, corrija la fecha.
        ja  発行日{read}
        ja  発行日{entered}
        ja  「{type}」には{read}とあり、発行から{limit}日を過ぎています。入力された日付は{entered}です。
        ja  新しい書類を送ってください。新しい場合は日付を訂正してください。

        document.issue-date-printed/too-young
        en  issued on {read}
        en  issued on {entered}
        en  “{type}” says {read}, which is less than {limit, plural, one {# day} other {# days}} ago; you entered {entered}.
        en  Send one that is old enough. If it is, correct the date.
        de  ausgestellt am {read}
        de  ausgestellt am {entered}
        de  Auf „{type}“ steht {read}, das ist weniger als {limit, plural, one {# Tag} other {# Tage}} her; eingegeben haben Sie {entered}.
        de  Senden Sie ein älteres Dokument. Ist es alt genug, berichtigen Sie das Datum.
        fr  émis le {read}
        fr  émis le {entered}
        fr  « {type} » indique le {read}, il y a moins de {limit, plural, one {# jour} many {# de jours} other {# jours}} ; vous avez saisi le {entered}.
        fr  Envoyez un document plus ancien. S’il l’est assez, corrigez la date.
        es  emitido el {read}
        es  emitido el {entered}
        es  En «{type}» pone {read}, hace menos de {limit, plural, one {# día} many {# de días} other {# días}}; usted ha escrito {entered}.
        es  Envíe uno más antiguo. Si lo es, corrija la fecha.
        ja  発行日{read}
        ja  発行日{entered}
        ja  「{type}」には{read}とあり、発行から{limit}日経っていません。入力された日付は{entered}です。
        ja  より古い書類を送ってください。すでに古い場合は日付を訂正してください。

        document.issue-date-printed/not-there
        en  other dates
        en  {entered} printed on it
        en  The date that you entered, {entered}, is not printed on “{type}”.
        en  Compare it with the document, and correct it if it is another.
        de  andere Daten
        de  {entered} aufgedruckt
        de  Das eingegebene Datum, {entered}, steht nicht auf „{type}“.
        de  Vergleichen Sie es mit dem Dokument, und berichtigen Sie es, wenn es ein anderes ist.
        fr  d’autres dates
        fr  le {entered} imprimé dessus
        fr  La date saisie, le {entered}, n’est pas imprimée sur « {type} ».
        fr  Comparez-la avec le document, et corrigez-la si c’en est une autre.
        es  otras fechas
        es  {entered} impreso en él
        es  La fecha que ha escrito, {entered}, no aparece en «{type}».
        es  Compárela con el documento y corríjala si es otra.
        ja  別の日付
        ja  印刷された{entered}
        ja  入力された日付（{entered}）は「{type}」に印刷されていません。
        ja  書類と見比べ、違う場合は訂正してください。
        """#
}
