extension ReasonTexts {
    /// The wordings of `DuplicateRules.swift`; see `ReasonTexts` for the form.
    static let duplicates = #"""
        rule file.not-duplicate
        en  twice
        de  doppelt
        fr  en double
        es  duplicado
        ja  重複

        file.not-duplicate
        en  a file that is there already
        en  each file once
        en  This file of “{type}” was sent twice.
        en  Replace it by the right one, or remove it.
        de  eine Datei, die schon da ist
        de  jede Datei nur einmal
        de  Diese Datei von „{type}“ wurde zweimal gesendet.
        de  Ersetzen Sie sie durch die richtige, oder entfernen Sie sie.
        fr  un fichier déjà présent
        fr  chaque fichier une seule fois
        fr  Ce fichier de « {type} » a été envoyé deux fois.
        fr  Remplacez-le par le bon, ou retirez-le.
        es  un archivo que ya está
        es  cada archivo una sola vez
        es  Este archivo de «{type}» se envió dos veces.
        es  Sustitúyalo por el correcto o quítelo.
        ja  すでにあるファイル
        ja  各ファイル一回だけ
        ja  「{type}」のこのファイルは二回送られています。
        ja  正しいファイルに差し替えるか、削除してください。

        rule file.not-known
        en  known file
        de  bekannte Datei
        fr  fichier connu
        es  archivo conocido
        ja  既知のファイル

        file.not-known
        en  a file that was submitted before, {count, plural, one {in another submission} other {in # other submissions}}
        en  a file that was not submitted before
        en  This very file has been submitted before.
        en  Send the document that is asked for now.
        de  eine Datei, die schon {count, plural, one {in einer anderen Einreichung} other {in # anderen Einreichungen}} vorkam
        de  eine Datei, die noch nicht eingereicht wurde
        de  Genau diese Datei wurde schon einmal eingereicht.
        de  Senden Sie das Dokument, nach dem jetzt gefragt ist.
        fr  un fichier déjà remis {count, plural, one {dans un autre dossier} many {dans # d’autres dossiers} other {dans # autres dossiers}}
        fr  un fichier qui n’a pas encore été remis
        fr  Ce même fichier a déjà été remis.
        fr  Envoyez le document demandé maintenant.
        es  un archivo que ya se entregó {count, plural, one {en otra solicitud} many {en # de otras solicitudes} other {en otras # solicitudes}}
        es  un archivo que no se haya entregado antes
        es  Este mismo archivo ya se entregó antes.
        es  Envíe el documento que se pide ahora.
        ja  ほかの申請{count}件で提出済みのファイル
        ja  まだ提出されていないファイル
        ja  このファイルは以前に提出されています。
        ja  今回求められている書類を送ってください。

        rule file.not-alike
        en  looks known
        de  ähnliche Seite
        fr  page déjà vue
        es  página parecida
        ja  酷似

        file.not-alike
        en  a page that looks like one {count, plural, one {in another submission} other {in # other submissions}}
        en  a page that looks like no other
        en  A page looks the same as one that was submitted before.
        en  Send the document that is asked for now.
        de  eine Seite, die aussieht wie eine {count, plural, one {in einer anderen Einreichung} other {in # anderen Einreichungen}}
        de  eine Seite, die aussieht wie keine andere
        de  Eine Seite sieht genauso aus wie eine, die schon einmal eingereicht wurde.
        de  Senden Sie das Dokument, nach dem jetzt gefragt ist.
        fr  une page semblable à une page {count, plural, one {d’un autre dossier} many {de # d’autres dossiers} other {de # autres dossiers}}
        fr  une page qui ne ressemble à aucune autre
        fr  Une page est semblable à une page déjà remise.
        fr  Envoyez le document demandé maintenant.
        es  una página igual a otra {count, plural, one {de otra solicitud} many {de # de otras solicitudes} other {de otras # solicitudes}}
        es  una página que no se parezca a ninguna otra
        es  Una página se ve igual que otra que ya se entregó antes.
        es  Envíe el documento que se pide ahora.
        ja  ほかの申請{count}件のページとそっくりなページ
        ja  ほかと似ていないページ
        ja  以前に提出されたページと見た目が同じページがあります。
        ja  今回求められている書類を送ってください。
        """#
}
