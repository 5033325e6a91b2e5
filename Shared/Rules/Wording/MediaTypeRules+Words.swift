extension ReasonTexts {
    /// The wordings of `MediaTypeRules.swift`; see `ReasonTexts` for the form.
    static let mediaTypes = #"""
        rule file.media-type
        en  kind of file
        de  Dateityp
        fr  type de fichier
        es  tipo de archivo
        ja  ファイル形式

        file.media-type/other
        en  a {found} file
        en  {accepted}
        en  A {found} file cannot be used for “{type}”.
        en  Send it as {accepted}.
        de  eine {found}-Datei
        de  {accepted}
        de  Eine {found}-Datei kann für „{type}“ nicht verwendet werden.
        de  Senden Sie sie als {accepted}.
        fr  un fichier {found}
        fr  {accepted}
        fr  Un fichier {found} ne convient pas pour « {type} ».
        fr  Envoyez-le au format {accepted}.
        es  un archivo {found}
        es  {accepted}
        es  Un archivo {found} no sirve para «{type}».
        es  Envíelo como {accepted}.
        ja  {found}ファイル
        ja  {accepted}
        ja  {found}ファイルは「{type}」に使えません。
        ja  {accepted}で送ってください。

        file.media-type/unknown
        en  a file of an unknown kind
        en  {accepted}
        en  This kind of file cannot be used for “{type}”.
        en  Send it as {accepted}.
        de  eine Datei unbekannter Art
        de  {accepted}
        de  Diese Art von Datei kann für „{type}“ nicht verwendet werden.
        de  Senden Sie sie als {accepted}.
        fr  un fichier de type inconnu
        fr  {accepted}
        fr  Ce type de fichier ne convient pas pour « {type} ».
        fr  Envoyez-le au format {accepted}.
        es  un archivo de tipo desconocido
        es  {accepted}
        es  Este tipo de archivo no sirve para «{type}».
        es  Envíelo como {accepted}.
        ja  種類の分からないファイル
        ja  {accepted}
        ja  この種類のファイルは「{type}」に使えません。
        ja  {accepted}で送ってください。

        rule file.type-agrees
        en  not the kind it says
        de  nicht der angegebene Typ
        fr  autre type qu’annoncé
        es  no es el tipo declarado
        ja  申告と異なる形式

        file.type-agrees/name
        en  {found} content under the name of a {claimed} file
        en  content, name and declared type that agree
        en  This is a {found} file, but its name says {claimed}.
        en  Send the original file under its own name.
        de  {found}-Inhalt unter dem Namen einer {claimed}-Datei
        de  Inhalt, Name und angegebene Art, die übereinstimmen
        de  Das ist eine {found}-Datei, ihr Name sagt aber {claimed}.
        de  Senden Sie die Originaldatei unter ihrem eigenen Namen.
        fr  un contenu {found} sous le nom d’un fichier {claimed}
        fr  un contenu, un nom et un type déclaré qui concordent
        fr  C’est un fichier {found}, mais son nom annonce {claimed}.
        fr  Envoyez le fichier d’origine sous son propre nom.
        es  contenido {found} con el nombre de un archivo {claimed}
        es  contenido, nombre y tipo declarado que coincidan
        es  Es un archivo {found}, pero su nombre dice {claimed}.
        es  Envíe el archivo original con su propio nombre.
        ja  名前は{claimed}、内容は{found}
        ja  内容、名前、申告された種類の一致
        ja  内容は{found}ですが、名前は{claimed}になっています。
        ja  元のファイルを元の名前で送ってください。

        file.type-agrees/declared
        en  {found} content, declared as {claimed}
        en  content, name and declared type that agree
        en  This is a {found} file, but it was sent as {claimed}.
        en  Send the original file as it is.
        de  {found}-Inhalt, als {claimed} gesendet
        de  Inhalt, Name und angegebene Art, die übereinstimmen
        de  Das ist eine {found}-Datei, sie wurde aber als {claimed} gesendet.
        de  Senden Sie die Originaldatei, wie sie ist.
        fr  un contenu {found}, déclaré comme {claimed}
        fr  un contenu, un nom et un type déclaré qui concordent
        fr  C’est un fichier {found}, mais il a été envoyé comme {claimed}.
        fr  Envoyez le fichier d’origine tel quel.
        es  contenido {found}, declarado como {claimed}
        es  contenido, nombre y tipo declarado que coincidan
        es  Es un archivo {found}, pero se envió como {claimed}.
        es  Envíe el archivo original tal como es.
        ja  申告は{claimed}、内容は{found}
        ja  内容、名前、申告された種類の一致
        ja  内容は{found}ですが、{claimed}として送られました。
        ja  元のファイルをそのまま送ってください。

        rule file.type-unambiguous
        en  two kinds in one
        de  zwei Typen in einem
        fr  deux types en un
        es  dos tipos en uno
        ja  二重の形式

        file.type-unambiguous/second-format
        en  content that looks like {first}, and like {second}
        en  content of one kind
        en  The file looks like {first} and like {second} at the same time.
        en  Take the photo, or download the document, again.
        de  Inhalt, der wie {first} und wie {second} aussieht
        de  Inhalt einer einzigen Art
        de  Die Datei sieht zugleich wie {first} und wie {second} aus.
        de  Nehmen Sie das Foto neu auf, oder laden Sie das Dokument neu herunter.
        fr  un contenu qui ressemble à du {first} et à du {second}
        fr  un contenu d’un seul type
        fr  Le fichier ressemble à la fois à du {first} et à du {second}.
        fr  Reprenez la photo, ou téléchargez de nouveau le document.
        es  contenido que parece {first} y también {second}
        es  contenido de un solo tipo
        es  El archivo parece {first} y {second} al mismo tiempo.
        es  Haga la foto otra vez o vuelva a descargar el documento.
        ja  {first}にも{second}にも見える内容
        ja  一種類の内容
        ja  ファイルが{first}にも{second}にも見えます。
        ja  写真を撮り直すか、書類をもう一度ダウンロードしてください。

        file.type-unambiguous/second-file
        en  a {first} file with a {second} file behind it
        en  one file
        en  There is a second file hidden behind the first one.
        en  Take the photo, or download the document, again.
        de  eine {first}-Datei, hinter der eine {second}-Datei liegt
        de  eine einzige Datei
        de  Hinter der Datei ist eine zweite versteckt.
        de  Nehmen Sie das Foto neu auf, oder laden Sie das Dokument neu herunter.
        fr  un fichier {first} suivi d’un fichier {second}
        fr  un seul fichier
        fr  Un second fichier est caché derrière le premier.
        fr  Reprenez la photo, ou téléchargez de nouveau le document.
        es  un archivo {first} con un archivo {second} detrás
        es  un solo archivo
        es  Hay un segundo archivo escondido detrás del primero.
        es  Haga la foto otra vez o vuelva a descargar el documento.
        ja  後ろに{second}ファイルが付いた{first}ファイル
        ja  一つのファイル
        ja  ファイルの後ろに別のファイルが隠れています。
        ja  写真を撮り直すか、書類をもう一度ダウンロードしてください。

        rule file.type-confirmed
        en  kind not confirmed
        de  Typ nicht bestätigt
        fr  type non confirmé
        es  tipo no confirmado
        ja  未確認の形式

        file.type-confirmed
        en  content that is {first} to one look, and {second} to another
        en  content of which there is no doubt
        en  It cannot be told for certain whether the file is {first} or {second}.
        en  Take the photo, or download the document, again.
        de  Inhalt, der einmal als {first} und einmal als {second} erkannt wird
        de  Inhalt, an dem kein Zweifel besteht
        de  Es lässt sich nicht sicher sagen, ob die Datei {first} oder {second} ist.
        de  Nehmen Sie das Foto neu auf, oder laden Sie das Dokument neu herunter.
        fr  un contenu reconnu tantôt comme du {first}, tantôt comme du {second}
        fr  un contenu qui ne laisse aucun doute
        fr  On ne peut pas dire avec certitude si le fichier est du {first} ou du {second}.
        fr  Reprenez la photo, ou téléchargez de nouveau le document.
        es  contenido que se reconoce una vez como {first} y otra como {second}
        es  contenido que no deja dudas
        es  No se puede saber con certeza si el archivo es {first} o {second}.
        es  Haga la foto otra vez o vuelva a descargar el documento.
        ja  {first}とも{second}とも判定される内容
        ja  種類がはっきりした内容
        ja  ファイルが{first}か{second}か、確実には判断できません。
        ja  写真を撮り直すか、書類をもう一度ダウンロードしてください。

        rule file.no-trailing-data
        en  data after the end
        de  Daten nach dem Ende
        fr  données après la fin
        es  datos tras el final
        ja  末尾の余分なデータ

        file.no-trailing-data
        en  {size} behind the end of the file
        en  nothing behind the end of the file
        en  Something was added to the file that does not belong to it. It will be left out.
        en  Send the original file, as the camera or the bank made it.
        de  {size} hinter dem Ende der Datei
        de  nichts hinter dem Ende der Datei
        de  An die Datei wurde etwas angehängt, das nicht zu ihr gehört; es wird nicht übernommen.
        de  Senden Sie die Originaldatei, wie die Kamera oder die Bank sie erzeugt hat.
        fr  {size} après la fin du fichier
        fr  rien après la fin du fichier
        fr  Quelque chose qui n’en fait pas partie a été ajouté au fichier ; ce n’est pas repris.
        fr  Envoyez le fichier d’origine, tel que l’appareil photo ou la banque l’a produit.
        es  {size} detrás del final del archivo
        es  nada detrás del final del archivo
        es  Al archivo se le añadió algo que no es suyo; no se conserva.
        es  Envíe el archivo original, tal como lo hizo la cámara o el banco.
        ja  ファイルの終わりの後に{size}
        ja  ファイルの終わりの後に何もないこと
        ja  ファイルに余分なデータが付いています。このデータは取り込まれません。
        ja  カメラや銀行が作った元のファイルを送ってください。
        """#
}
