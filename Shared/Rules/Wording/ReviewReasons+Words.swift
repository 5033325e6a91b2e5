extension ReasonTexts {
    /// The wordings of listed review reasons; see `ReasonTexts` for the form. The first line is for the reviewer.
    static let reviews = #"""
        rule review.refused
        en  reviewer
        de  Prüfung
        fr  examen
        es  revisión
        ja  審査

        review.refused/unreadable
        en  cannot be read
        en  a picture on which everything can be read
        en  Not everything on this document can be read.
        en  Send it again: in good light, sharp, and without glare.
        de  nicht lesbar
        de  ein Bild, auf dem alles zu lesen ist
        de  Auf diesem Dokument ist nicht alles zu lesen.
        de  Senden Sie es noch einmal: bei gutem Licht, scharf und ohne Spiegelung.
        fr  illisible
        fr  une image sur laquelle tout se lit
        fr  Tout ne se lit pas sur ce document.
        fr  Renvoyez-le : bien éclairé, net et sans reflet.
        es  no se puede leer
        es  una imagen en la que se lea todo
        es  No se puede leer todo en este documento.
        es  Envíelo de nuevo: con buena luz, nítido y sin reflejos.
        ja  読み取れない
        ja  すべてが読み取れる画像
        ja  この書類には読み取れない部分があります。
        ja  明るい場所で、ぼやけや反射のないように撮り直して送ってください。

        review.refused/incomplete
        en  something is missing of it
        en  the whole document, with each page and side
        en  A part of this document is missing.
        en  Send all of its pages and sides, with all four corners of each.
        de  unvollständig
        de  das ganze Dokument mit jeder Seite
        de  Von diesem Dokument fehlt ein Teil.
        de  Senden Sie alle Seiten, auch die Rückseiten, mit allen vier Ecken.
        fr  incomplet
        fr  le document entier, avec chaque page et chaque face
        fr  Il manque une partie de ce document.
        fr  Envoyez toutes ses pages et ses faces, avec leurs quatre coins.
        es  incompleto
        es  el documento entero, con cada página y cada cara
        es  Falta una parte de este documento.
        es  Envíe todas sus páginas y caras, con las cuatro esquinas de cada una.
        ja  一部が欠けている
        ja  すべてのページと面がそろった書類
        ja  この書類の一部が欠けています。
        ja  四隅が写るように、すべてのページと面を送ってください。

        review.refused/wrong-document
        en  another document than was asked for
        en  a document of the kind that is asked for
        en  This is not the kind of document that is asked for.
        en  Send the document that is asked for.
        de  ein anderes Dokument als verlangt
        de  ein Dokument der verlangten Art
        de  Das ist nicht die Art von Dokument, nach der gefragt ist.
        de  Senden Sie das Dokument, nach dem gefragt ist.
        fr  un autre document que celui demandé
        fr  un document du type demandé
        fr  Ce n’est pas le type de document demandé.
        fr  Envoyez le document demandé.
        es  otro documento que el que se pide
        es  un documento del tipo que se pide
        es  Este no es el tipo de documento que se pide.
        es  Envíe el documento que se pide.
        ja  求めているものと異なる書類
        ja  求められている種類の書類
        ja  求められている種類の書類ではありません。
        ja  求められている書類を送ってください。

        review.refused/other-person
        en  it is another person's
        en  a document in the person's own name
        en  This document is in another name than yours.
        en  Send one that is in your own name.
        de  es gehört jemand anderem
        de  ein Dokument auf den Namen der Person
        de  Dieses Dokument lautet auf einen anderen Namen als Ihren.
        de  Senden Sie eines, das auf Ihren Namen lautet.
        fr  au nom d’une autre personne
        fr  un document au nom de la personne
        fr  Ce document est à un autre nom que le vôtre.
        fr  Envoyez un document à votre nom.
        es  está a nombre de otra persona
        es  un documento a nombre de la persona
        es  Este documento está a otro nombre que el suyo.
        es  Envíe uno que esté a su nombre.
        ja  別人のもの
        ja  本人名義の書類
        ja  この書類の名義はご本人と異なります。
        ja  ご本人名義の書類を送ってください。

        review.refused/other-address
        en  it shows another address
        en  a document with the person's present address
        en  This document shows another address than the one that you gave.
        en  Send one that shows your present address.
        de  es zeigt eine andere Adresse
        de  ein Dokument mit der jetzigen Adresse der Person
        de  Dieses Dokument zeigt eine andere Adresse als die, die Sie angegeben haben.
        de  Senden Sie eines, das Ihre jetzige Adresse zeigt.
        fr  il porte une autre adresse
        fr  un document à l’adresse actuelle de la personne
        fr  Ce document porte une autre adresse que celle que vous avez donnée.
        fr  Envoyez un document qui porte votre adresse actuelle.
        es  muestra otra dirección
        es  un documento con la dirección actual de la persona
        es  Este documento muestra otra dirección que la que usted indicó.
        es  Envíe uno que muestre su dirección actual.
        ja  住所が異なる
        ja  現在の住所が記された書類
        ja  この書類の住所は、申告された住所と異なります。
        ja  現在の住所が記された書類を送ってください。

        review.refused/too-old
        en  it is too old
        en  a document that was issued lately
        en  This document is too old.
        en  Send one that was issued lately.
        de  es ist zu alt
        de  ein Dokument, das vor Kurzem ausgestellt wurde
        de  Dieses Dokument ist zu alt.
        de  Senden Sie eines, das vor Kurzem ausgestellt wurde.
        fr  trop ancien
        fr  un document émis récemment
        fr  Ce document est trop ancien.
        fr  Envoyez un document émis récemment.
        es  es demasiado antiguo
        es  un documento emitido hace poco
        es  Este documento es demasiado antiguo.
        es  Envíe uno que se haya emitido hace poco.
        ja  古すぎる
        ja  最近発行された書類
        ja  この書類は発行日が古すぎます。
        ja  最近発行された書類を送ってください。

        review.refused/expired
        en  it is not valid any more
        en  a document that is valid
        en  This document is not valid any more.
        en  Send one that is still valid.
        de  es ist nicht mehr gültig
        de  ein gültiges Dokument
        de  Dieses Dokument ist nicht mehr gültig.
        de  Senden Sie eines, das noch gültig ist.
        fr  il n’est plus valable
        fr  un document en cours de validité
        fr  Ce document n’est plus valable.
        fr  Envoyez un document encore valable.
        es  ya no es válido
        es  un documento vigente
        es  Este documento ya no es válido.
        es  Envíe uno que siga vigente.
        ja  有効期限が切れている
        ja  有効な書類
        ja  この書類は有効期限が切れています。
        ja  有効期限内の書類を送ってください。

        review.refused/not-original
        en  a copy or a screen instead of the document
        en  a photo or a scan of the document itself
        en  This shows a copy or a screen, and not the document itself.
        en  Take a photo of the document itself, or send the file that you were given.
        de  eine Kopie oder ein Bildschirm statt des Dokuments
        de  ein Foto oder ein Scan des Dokuments selbst
        de  Das zeigt eine Kopie oder einen Bildschirm, nicht das Dokument selbst.
        de  Fotografieren Sie das Dokument selbst, oder senden Sie die Datei, die Sie bekommen haben.
        fr  une copie ou un écran au lieu du document
        fr  une photo ou une numérisation du document lui-même
        fr  On voit une copie ou un écran, et non le document lui-même.
        fr  Photographiez le document lui-même, ou envoyez le fichier que vous avez reçu.
        es  una copia o una pantalla en lugar del documento
        es  una foto o un escaneo del documento mismo
        es  Se ve una copia o una pantalla, y no el documento mismo.
        es  Haga una foto del documento mismo, o envíe el archivo que recibió.
        ja  書類の現物ではなくコピーや画面
        ja  書類そのものの写真またはスキャン
        ja  書類そのものではなく、コピーまたは画面が写っています。
        ja  書類そのものを撮影するか、受け取ったファイルをそのまま送ってください。

        review.refused/altered
        en  it may have been altered
        en  a document as it was issued
        en  This document cannot be accepted as it is.
        en  Send it as it was issued, unchanged.
        de  es ist vielleicht verändert worden
        de  ein Dokument, wie es ausgestellt wurde
        de  Dieses Dokument kann so nicht angenommen werden.
        de  Senden Sie es unverändert, wie es ausgestellt wurde.
        fr  peut-être modifié
        fr  un document tel qu’il a été émis
        fr  Ce document ne peut pas être accepté tel quel.
        fr  Envoyez-le tel qu’il a été émis, sans modification.
        es  quizá se haya alterado
        es  un documento tal como se emitió
        es  Este documento no se puede aceptar así.
        es  Envíelo tal como se emitió, sin cambios.
        ja  改変された疑いがある
        ja  発行されたままの書類
        ja  この書類はこのままでは受け付けられません。
        ja  発行されたままの状態で送ってください。
        """#
}
