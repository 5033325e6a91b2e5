extension ReasonTexts {
    /// The wordings of `ExpiryRules.swift`; see `ReasonTexts` for the form.
    static let expiry = #"""
        rule document.expiry-date-required
        en  last day missing
        de  Ablaufdatum fehlt
        fr  date d’expiration absente
        es  falta la fecha de caducidad
        ja  有効期限なし

        document.expiry-date-required
        en  no expiry date
        en  the day until which it is valid
        en  “{type}” needs the day until which it is valid.
        en  Add the date that is printed on it.
        de  kein Ablaufdatum
        de  der Tag, bis zu dem es gültig ist
        de  Für „{type}“ wird der Tag gebraucht, bis zu dem es gültig ist.
        de  Ergänzen Sie das Datum, das darauf steht.
        fr  aucune date d’expiration
        fr  le jour jusqu’auquel il est valable
        fr  Il manque la date jusqu’à laquelle « {type} » est valable.
        fr  Ajoutez la date imprimée sur le document.
        es  sin fecha de caducidad
        es  el día hasta el que es válido
        es  Falta el día hasta el que es válido «{type}».
        es  Añada la fecha que aparece en el documento.
        ja  有効期限なし
        ja  有効期限の日付
        ja  「{type}」には有効期限の日付が必要です。
        ja  書類に印刷されている日付を入力してください。

        rule document.expiry-date-readable
        en  last day unclear
        de  Ablaufdatum unklar
        fr  date d’expiration incertaine
        es  fecha de caducidad dudosa
        ja  有効期限が不明

        document.expiry-date-readable
        en  text that is no date
        en  a day in the form 2026-10-31
        en  The expiry date of “{type}” cannot be read.
        en  Give it as year, month and day: 2026-10-31.
        de  Text, der kein Datum ist
        de  ein Tag in der Form 2026-10-31
        de  Das Ablaufdatum von „{type}“ ist nicht lesbar.
        de  Geben Sie es als Jahr, Monat und Tag an: 2026-10-31.
        fr  un texte qui n’est pas une date
        fr  un jour sous la forme 2026-10-31
        fr  La date d’expiration de « {type} » est illisible.
        fr  Indiquez l’année, le mois et le jour : 2026-10-31.
        es  un texto que no es una fecha
        es  un día con la forma 2026-10-31
        es  No se puede leer la fecha de caducidad de «{type}».
        es  Indique año, mes y día: 2026-10-31.
        ja  日付ではない文字
        ja  2026-10-31の形式の日付
        ja  「{type}」の有効期限を読み取れません。
        ja  年、月、日の順に入力してください（例：2026-10-31）。

        rule document.not-expired
        en  expired
        de  abgelaufen
        fr  expiré
        es  caducado
        ja  期限切れ

        document.not-expired
        en  valid until {day}
        en  valid until {today} or later
        en  “{type}” has expired.
        en  Send one that is still valid. If the date is wrong, correct it.
        de  gültig bis {day}
        de  gültig bis {today} oder länger
        de  „{type}“ ist abgelaufen.
        de  Senden Sie ein Dokument, das noch gültig ist. Wenn das Datum falsch ist, berichtigen Sie es.
        fr  valable jusqu’au {day}
        fr  valable jusqu’au {today} ou après
        fr  « {type} » a expiré.
        fr  Envoyez un document encore valable. Si la date est fausse, corrigez-la.
        es  válido hasta el {day}
        es  válido hasta el {today} o después
        es  «{type}» ha caducado.
        es  Envíe uno que siga siendo válido. Si la fecha es incorrecta, corríjala.
        ja  有効期限{day}
        ja  有効期限が{today}以降
        ja  「{type}」は有効期限が切れています。
        ja  有効期限内の書類を送ってください。日付が違う場合は、訂正してください。

        document.not-expired/printed
        en  “valid until {day}” on the document
        en  valid until {today} or later
        en  “{type}” has expired: it says that it is valid until {day}.
        en  Send one that is still valid.
        de  auf dem Dokument „gültig bis {day}“
        de  gültig bis {today} oder länger
        de  „{type}“ ist abgelaufen: Darauf steht, dass es bis {day} gültig ist.
        de  Senden Sie ein Dokument, das noch gültig ist.
        fr  « valable jusqu’au {day} » sur le document
        fr  valable jusqu’au {today} ou après
        fr  « {type} » a expiré : le document dit être valable jusqu’au {day}.
        fr  Envoyez un document encore valable.
        es  «válido hasta el {day}» en el documento
        es  válido hasta el {today} o después
        es  «{type}» ha caducado: en él pone que es válido hasta el {day}.
        es  Envíe uno que siga siendo válido.
        ja  書類に印刷された有効期限{day}
        ja  有効期限が{today}以降
        ja  「{type}」は有効期限が切れています（書類の記載は{day}まで）。
        ja  有効期限内の書類を送ってください。

        document.not-expired/differs
        en  valid until {read}
        en  valid until {entered}
        en  “{type}” says that it is valid until {read}; you entered {entered}.
        en  Correct the date, or send the document that it belongs to.
        de  gültig bis {read}
        de  gültig bis {entered}
        de  Nach dem, was darauf steht, ist „{type}“ bis {read} gültig; eingegeben haben Sie {entered}.
        de  Berichtigen Sie das Datum, oder senden Sie das Dokument, zu dem es gehört.
        fr  valable jusqu’au {read}
        fr  valable jusqu’au {entered}
        fr  « {type} » est valable jusqu’au {read} d’après le document ; vous avez saisi le {entered}.
        fr  Corrigez la date, ou envoyez le document auquel elle appartient.
        es  válido hasta el {read}
        es  válido hasta el {entered}
        es  Según el documento, «{type}» es válido hasta el {read}; usted ha escrito {entered}.
        es  Corrija la fecha o envíe el documento al que pertenece.
        ja  有効期限{read}
        ja  有効期限{entered}
        ja  「{type}」の有効期限は{read}と書かれていますが、入力された日付は{entered}です。
        ja  日付を訂正するか、その日付の書類を送ってください。
        """#
}
