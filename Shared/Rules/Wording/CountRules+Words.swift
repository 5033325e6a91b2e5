extension ReasonTexts {
    /// The wordings of `CountRules.swift`; see `ReasonTexts` for the form.
    static let counts = #"""
        rule document.type-known
        en  unknown kind
        de  unbekannte Art
        fr  type inconnu
        es  tipo desconocido
        ja  不明な種類

        document.type-known
        en  type “{found}”
        en  one of {accepted}
        en  “{journey}” does not take documents of this kind.
        en  Choose another kind for it, or remove it.
        de  Art „{found}“
        de  eine von: {accepted}
        de  Für „{journey}“ werden Dokumente dieser Art nicht angenommen.
        de  Wählen Sie eine andere Art, oder entfernen Sie das Dokument.
        fr  type « {found} »
        fr  l’un des suivants : {accepted}
        fr  « {journey} » n’accepte pas les documents de ce type.
        fr  Choisissez un autre type, ou retirez le document.
        es  tipo «{found}»
        es  uno de estos: {accepted}
        es  «{journey}» no admite documentos de este tipo.
        es  Elija otro tipo para él o quítelo.
        ja  種類「{found}」
        ja  次のいずれか：{accepted}
        ja  「{journey}」では、この種類の書類は受け付けていません。
        ja  別の種類を選ぶか、この書類を削除してください。

        rule submission.document-count
        en  number of documents
        de  Anzahl der Dokumente
        fr  nombre de documents
        es  número de documentos
        ja  書類の数

        submission.document-count/too-few
        en  {count, plural, one {# document} other {# documents}}
        en  {range, plural, one {# document} other {# documents}}
        en  {count, plural, =0 {No document has} one {One document has} other {# documents have}} been added yet, and “{journey}” needs {limit}.
        en  Add {difference, plural, one {a document} other {# documents}}.
        de  {count, plural, one {# Dokument} other {# Dokumente}}
        de  {range, plural, one {# Dokument} other {# Dokumente}}
        de  {count, plural, =0 {Es wurde noch kein Dokument} one {Es wurde erst ein Dokument} other {Es wurden erst # Dokumente}} hinzugefügt, und „{journey}“ braucht {limit}.
        de  Fügen Sie {difference, plural, one {# weiteres Dokument} other {# weitere Dokumente}} hinzu.
        fr  {count, plural, one {# document} many {# de documents} other {# documents}}
        fr  {range, plural, one {# document} many {# de documents} other {# documents}}
        fr  {count, plural, =0 {Aucun document n’a encore été ajouté} one {Un document a été ajouté} many {# de documents ont été ajoutés} other {# documents ont été ajoutés}}, et « {journey} » en demande {limit}.
        fr  Ajoutez encore {difference, plural, one {# document} many {# de documents} other {# documents}}.
        es  {count, plural, one {# documento} many {# de documentos} other {# documentos}}
        es  {range, plural, one {# documento} many {# de documentos} other {# documentos}}
        es  {count, plural, =0 {Aún no ha añadido ningún documento} one {Ha añadido un documento} many {Ha añadido # de documentos} other {Ha añadido # documentos}} y «{journey}» necesita {limit}.
        es  Añada {difference, plural, one {# documento más} many {# de documentos más} other {# documentos más}}.
        ja  書類{count}点
        ja  書類{range}点
        ja  「{journey}」には書類が{limit}点必要ですが、現在{count}点です。
        ja  書類をあと{difference}点追加してください。

        submission.document-count/too-many
        en  {count, plural, one {# document} other {# documents}}
        en  {range, plural, one {# document} other {# documents}}
        en  “{journey}” takes {limit, plural, one {one document} other {# documents}} at most, and {count, plural, one {one has} other {# have}} been added.
        en  Remove {difference, plural, one {# document} other {# documents}}.
        de  {count, plural, one {# Dokument} other {# Dokumente}}
        de  {range, plural, one {# Dokument} other {# Dokumente}}
        de  Für „{journey}“ {limit, plural, one {wird höchstens # Dokument} other {werden höchstens # Dokumente}} angenommen, vorhanden {count, plural, one {ist #} other {sind #}}.
        de  Entfernen Sie {difference, plural, one {# Dokument} other {# Dokumente}}.
        fr  {count, plural, one {# document} many {# de documents} other {# documents}}
        fr  {range, plural, one {# document} many {# de documents} other {# documents}}
        fr  « {journey} » accepte au plus {limit, plural, one {# document} many {# de documents} other {# documents}}, et il y en a {count}.
        fr  Retirez {difference, plural, one {# document} many {# de documents} other {# documents}}.
        es  {count, plural, one {# documento} many {# de documentos} other {# documentos}}
        es  {range, plural, one {# documento} many {# de documentos} other {# documentos}}
        es  «{journey}» admite como máximo {limit, plural, one {# documento} many {# de documentos} other {# documentos}} y hay {count}.
        es  Quite {difference, plural, one {# documento} many {# de documentos} other {# documentos}}.
        ja  書類{count}点
        ja  書類{range}点
        ja  「{journey}」で受け付ける書類は{limit}点までですが、現在{count}点あります。
        ja  書類を{difference}点削除してください。

        rule submission.document-count-of-type
        en  number of a kind
        de  Anzahl einer Art
        fr  nombre par type
        es  número por tipo
        ja  種類ごとの数

        submission.document-count-of-type/too-few
        en  {count, plural, one {# document} other {# documents}} of this kind
        en  {range, plural, one {# document} other {# documents}} of this kind
        en  “{type}”: {limit, plural, one {one is} other {# are}} needed, and {count, plural, =0 {none has} one {one has} other {# have}} been added.
        en  Add {difference, plural, one {one} other {#}}.
        de  {count, plural, one {# Dokument} other {# Dokumente}} dieser Art
        de  {range, plural, one {# Dokument} other {# Dokumente}} dieser Art
        de  „{type}“: {limit, plural, one {ein Dokument wird} other {# Dokumente werden}} gebraucht, und {count, plural, =0 {keines wurde} one {eines wurde} other {# wurden}} hinzugefügt.
        de  Fügen Sie {difference, plural, one {# weiteres Dokument} other {# weitere Dokumente}} dieser Art hinzu.
        fr  {count, plural, one {# document} many {# de documents} other {# documents}} de ce type
        fr  {range, plural, one {# document} many {# de documents} other {# documents}} de ce type
        fr  « {type} » : il en faut {limit}, et {count, plural, =0 {rien n’a été ajouté} one {un document a été ajouté} many {# de documents ont été ajoutés} other {# documents ont été ajoutés}}.
        fr  Ajoutez-en encore {difference}.
        es  {count, plural, one {# documento} many {# de documentos} other {# documentos}} de este tipo
        es  {range, plural, one {# documento} many {# de documentos} other {# documentos}} de este tipo
        es  «{type}»: {limit, plural, one {hace falta uno} many {hacen falta #} other {hacen falta #}} y {count, plural, =0 {no ha añadido ninguno} one {ha añadido uno} many {ha añadido #} other {ha añadido #}}.
        es  Añada {difference, plural, one {# documento más} many {# de documentos más} other {# documentos más}} de este tipo.
        ja  この種類の書類{count}点
        ja  この種類の書類{range}点
        ja  「{type}」は{limit}点必要ですが、現在{count}点です。
        ja  あと{difference}点追加してください。

        submission.document-count-of-type/too-many
        en  {count, plural, one {# document} other {# documents}} of this kind
        en  {range, plural, one {# document} other {# documents}} of this kind
        en  “{type}”: at most {limit, plural, one {one} other {#}} can be sent, and {count, plural, one {one has} other {# have}} been added.
        en  Remove {difference, plural, one {# of them} other {# of them}}.
        de  {count, plural, one {# Dokument} other {# Dokumente}} dieser Art
        de  {range, plural, one {# Dokument} other {# Dokumente}} dieser Art
        de  „{type}“ wird höchstens {limit}-mal angenommen und ist {count}-mal vorhanden.
        de  Entfernen Sie {difference, plural, one {# Dokument} other {# Dokumente}} dieser Art.
        fr  {count, plural, one {# document} many {# de documents} other {# documents}} de ce type
        fr  {range, plural, one {# document} many {# de documents} other {# documents}} de ce type
        fr  « {type} » peut être envoyé {limit} fois au plus, et il y en a {count}.
        fr  Retirez-en {difference}.
        es  {count, plural, one {# documento} many {# de documentos} other {# documentos}} de este tipo
        es  {range, plural, one {# documento} many {# de documentos} other {# documentos}} de este tipo
        es  «{type}» se puede enviar como máximo {limit, plural, one {# vez} many {# de veces} other {# veces}} y hay {count}.
        es  Quite {difference, plural, one {# documento} many {# de documentos} other {# documentos}} de este tipo.
        ja  この種類の書類{count}点
        ja  この種類の書類{range}点
        ja  「{type}」は{limit}点までですが、現在{count}点あります。
        ja  {difference}点削除してください。

        rule submission.consent
        en  consent
        de  Einwilligung
        fr  consentement
        es  consentimiento
        ja  同意

        submission.consent/missing
        en  no consent
        en  consent to the text of version {version}
        en  You have not agreed to the terms yet.
        en  Read them and agree to them.
        de  keine Zustimmung
        de  Zustimmung zum Text der Fassung {version}
        de  Sie haben den Bedingungen noch nicht zugestimmt.
        de  Lesen Sie sie und stimmen Sie ihnen zu.
        fr  aucun consentement
        fr  consentement au texte de la version {version}
        fr  Vous n’avez pas encore accepté les conditions.
        fr  Lisez-les et acceptez-les.
        es  sin consentimiento
        es  consentimiento al texto de la versión {version}
        es  Todavía no ha aceptado las condiciones.
        es  Léalas y acéptelas.
        ja  同意なし
        ja  バージョン{version}の文面への同意
        ja  規約への同意がまだ済んでいません。
        ja  規約を読み、同意してください。

        submission.consent/outdated
        en  consent to the text of version {given}
        en  consent to the text of version {version}
        en  The terms have changed since you agreed to them.
        en  Read the new ones and agree to them.
        de  Zustimmung zum Text der Fassung {given}
        de  Zustimmung zum Text der Fassung {version}
        de  Die Bedingungen haben sich geändert, seit Sie ihnen zugestimmt haben.
        de  Lesen Sie die neuen und stimmen Sie ihnen zu.
        fr  consentement au texte de la version {given}
        fr  consentement au texte de la version {version}
        fr  Les conditions ont changé depuis que vous les avez acceptées.
        fr  Lisez les nouvelles et acceptez-les.
        es  consentimiento al texto de la versión {given}
        es  consentimiento al texto de la versión {version}
        es  Las condiciones han cambiado desde que las aceptó.
        es  Lea las nuevas y acéptelas.
        ja  バージョン{given}の文面への同意
        ja  バージョン{version}の文面への同意
        ja  同意していただいた後に規約が変更されました。
        ja  新しい規約を読み、同意してください。

        rule document.page-count
        en  number of pages
        de  Seitenzahl
        fr  nombre de pages
        es  número de páginas
        ja  ページ数

        document.page-count/too-few
        en  {count, plural, one {# page} other {# pages}}
        en  {range, plural, one {# page} other {# pages}}
        en  “{type}” needs {limit, plural, one {# page} other {# pages}}, and has {count}.
        en  Add {difference, plural, one {# more page} other {# more pages}}.
        de  {count, plural, one {# Seite} other {# Seiten}}
        de  {range, plural, one {# Seite} other {# Seiten}}
        de  „{type}“ braucht {limit, plural, one {# Seite} other {# Seiten}} und hat {count}.
        de  Fügen Sie {difference, plural, one {# weitere Seite} other {# weitere Seiten}} hinzu.
        fr  {count, plural, one {# page} many {# de pages} other {# pages}}
        fr  {range, plural, one {# page} many {# de pages} other {# pages}}
        fr  « {type} » doit avoir {limit, plural, one {# page} many {# de pages} other {# pages}}, et en a {count}.
        fr  Ajoutez encore {difference, plural, one {# page} many {# de pages} other {# pages}}.
        es  {count, plural, one {# página} many {# de páginas} other {# páginas}}
        es  {range, plural, one {# página} many {# de páginas} other {# páginas}}
        es  «{type}» necesita {limit, plural, one {# página} many {# de páginas} other {# páginas}} y tiene {count}.
        es  Añada {difference, plural, one {# página más} many {# de páginas más} other {# páginas más}}.
        ja  {count}ページ
        ja  {range}ページ
        ja  「{type}」には{limit}ページ必要ですが、現在{count}ページです。
        ja  あと{difference}ページ追加してください。

        document.page-count/too-many
        en  {count, plural, one {# page} other {# pages}}
        en  {range, plural, one {# page} other {# pages}}
        en  “{type}” can have {limit, plural, one {# page} other {# pages}} at most, and has {count}.
        en  Send only those that matter: leave out {difference, plural, one {# page} other {# pages}}.
        de  {count, plural, one {# Seite} other {# Seiten}}
        de  {range, plural, one {# Seite} other {# Seiten}}
        de  „{type}“ darf höchstens {limit, plural, one {# Seite} other {# Seiten}} haben und hat {count}.
        de  Senden Sie nur, worauf es ankommt: Lassen Sie {difference, plural, one {# Seite} other {# Seiten}} weg.
        fr  {count, plural, one {# page} many {# de pages} other {# pages}}
        fr  {range, plural, one {# page} many {# de pages} other {# pages}}
        fr  « {type} » peut avoir {limit, plural, one {# page} many {# de pages} other {# pages}} au plus, et en a {count}.
        fr  N’envoyez que celles qui comptent : retirez {difference, plural, one {# page} many {# de pages} other {# pages}}.
        es  {count, plural, one {# página} many {# de páginas} other {# páginas}}
        es  {range, plural, one {# página} many {# de páginas} other {# páginas}}
        es  «{type}» puede tener como máximo {limit, plural, one {# página} many {# de páginas} other {# páginas}} y tiene {count}.
        es  Envíe solo las que importan: quite {difference, plural, one {# página} many {# de páginas} other {# páginas}}.
        ja  {count}ページ
        ja  {range}ページ
        ja  「{type}」は{limit}ページまでですが、現在{count}ページあります。
        ja  必要なページだけを送ってください（{difference}ページ減らしてください）。

        rule document.replaced
        en  not replaced
        de  nicht ersetzt
        fr  non remplacé
        es  sin sustituir
        ja  差し替えなし

        document.replaced
        en  the document as it was refused
        en  another one
        en  “{type}” was refused and has not been changed.
        en  Replace it, or remove it.
        de  das Dokument, wie es abgelehnt wurde
        de  ein anderes
        de  „{type}“ wurde abgelehnt und seither nicht geändert.
        de  Ersetzen oder entfernen Sie es.
        fr  le document tel qu’il a été refusé
        fr  un autre document
        fr  « {type} » a été refusé et n’a pas été modifié.
        fr  Remplacez-le, ou retirez-le.
        es  el documento tal como se rechazó
        es  otro documento
        es  «{type}» se rechazó y no se ha cambiado.
        es  Sustitúyalo o quítelo.
        ja  却下されたままの書類
        ja  別の書類
        ja  「{type}」は却下された後、変更されていません。
        ja  差し替えるか、削除してください。
        """#
}
