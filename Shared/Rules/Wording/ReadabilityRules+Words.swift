extension ReasonTexts {
    /// The wordings of `ReadabilityRules.swift`; see `ReasonTexts` for the form.
    static let readability = #"""
        rule file.readable
        en  damaged
        de  beschädigt
        fr  endommagé
        es  dañado
        ja  破損

        file.readable/damaged
        en  a file that cannot be opened
        en  an intact file
        en  The file is damaged and cannot be opened.
        en  Take the photo, or download the document, again.
        de  eine Datei, die sich nicht öffnen lässt
        de  eine unbeschädigte Datei
        de  Die Datei ist beschädigt und lässt sich nicht öffnen.
        de  Nehmen Sie das Foto neu auf, oder laden Sie das Dokument neu herunter.
        fr  un fichier qui ne s’ouvre pas
        fr  un fichier intact
        fr  Le fichier est endommagé et ne s’ouvre pas.
        fr  Reprenez la photo, ou téléchargez de nouveau le document.
        es  un archivo que no se puede abrir
        es  un archivo intacto
        es  El archivo está dañado y no se puede abrir.
        es  Haga la foto otra vez o vuelva a descargar el documento.
        ja  開けないファイル
        ja  壊れていないファイル
        ja  ファイルが壊れていて開けません。
        ja  写真を撮り直すか、書類をもう一度ダウンロードしてください。

        file.readable/cut-off
        en  a file that ends too early and cannot be opened
        en  a complete file
        en  So much of the file is missing that it cannot be opened.
        en  Send it again; if it was downloaded, download it again first.
        de  eine Datei, die zu früh endet und sich nicht öffnen lässt
        de  eine vollständige Datei
        de  Von der Datei fehlt so viel, dass sie sich nicht öffnen lässt.
        de  Senden Sie sie noch einmal; wurde sie heruntergeladen, laden Sie sie vorher neu herunter.
        fr  un fichier qui s’arrête trop tôt et ne s’ouvre pas
        fr  un fichier complet
        fr  Il manque une telle partie du fichier qu’il ne s’ouvre pas.
        fr  Envoyez-le de nouveau ; s’il a été téléchargé, téléchargez-le d’abord une nouvelle fois.
        es  un archivo que termina demasiado pronto y no se puede abrir
        es  un archivo completo
        es  Falta tanto del archivo que no se puede abrir.
        es  Envíelo de nuevo; si lo descargó, vuelva a descargarlo antes.
        ja  途中で終わっていて開けないファイル
        ja  最後までそろったファイル
        ja  ファイルの欠けている部分が多く、開けません。
        ja  もう一度送ってください。ダウンロードしたファイルなら、先にダウンロードし直してください。

        rule file.complete
        en  incomplete
        de  unvollständig
        fr  incomplet
        es  incompleto
        ja  不完全

        file.complete
        en  a file that ends too early
        en  a complete file
        en  The end of the file is missing.
        en  Send it again; if it was downloaded, download it again first.
        de  eine Datei, die zu früh endet
        de  eine vollständige Datei
        de  Das Ende der Datei fehlt.
        de  Senden Sie sie noch einmal; wurde sie heruntergeladen, laden Sie sie vorher neu herunter.
        fr  un fichier qui s’arrête trop tôt
        fr  un fichier complet
        fr  La fin du fichier manque.
        fr  Envoyez-le de nouveau ; s’il a été téléchargé, téléchargez-le d’abord une nouvelle fois.
        es  un archivo que termina demasiado pronto
        es  un archivo completo
        es  Falta el final del archivo.
        es  Envíelo de nuevo; si lo descargó, vuelva a descargarlo antes.
        ja  途中で終わっているファイル
        ja  最後までそろったファイル
        ja  ファイルの終わりの部分がありません。
        ja  もう一度送ってください。ダウンロードしたファイルなら、先にダウンロードし直してください。

        file.complete/incomplete-page
        en  {count, plural, one {a page} other {# pages}} of which up to {missing}% is missing
        en  a complete file
        en  Part of the file is missing; what is left was turned into {count, plural, one {a page} other {pages}}.
        en  Send it again if something important is missing; if it was downloaded, download it again first.
        de  {count, plural, one {eine Seite, von der} other {# Seiten, von denen}} bis zu {missing} % fehlen
        de  eine vollständige Datei
        de  Ein Teil der Datei fehlt; aus dem Rest {count, plural, one {wurde eine Seite} other {wurden Seiten}} gemacht.
        de  Senden Sie sie noch einmal, wenn etwas Wichtiges fehlt; laden Sie eine heruntergeladene Datei vorher neu herunter.
        fr  {count, plural, one {une page} many {# de pages} other {# pages}} dont il manque jusqu’à {missing} %
        fr  un fichier complet
        fr  Une partie du fichier manque ; ce qui reste a été converti en {count, plural, one {page} other {pages}}.
        fr  Renvoyez-le s’il manque quelque chose d’important ; s’il a été téléchargé, téléchargez-le d’abord à nouveau.
        es  {count, plural, one {una página de la que} many {# de páginas de las que} other {# páginas de las que}} falta hasta un {missing} %
        es  un archivo completo
        es  Falta una parte del archivo; lo que queda se ha convertido en {count, plural, one {una página} other {páginas}}.
        es  Envíelo de nuevo si falta algo importante; si lo descargó, descárguelo antes otra vez.
        ja  最大{missing}%が欠けている{count}ページ
        ja  最後までそろったファイル
        ja  ファイルの一部が欠けています。残っている部分だけがページになりました。
        ja  大事な部分が欠けている場合は、もう一度送ってください。ダウンロードしたファイルなら、先にダウンロードし直してください。

        file.complete/lost-pages
        en  {count, plural, one {# page} other {# pages}} that cannot be decoded
        en  a complete file
        en  {count, plural, one {A page} other {# pages}} of the file could not be opened; the others were kept.
        en  Send it again if something important is missing; if it was downloaded, download it again first.
        de  {count, plural, one {# Seite, die sich nicht öffnen lässt} other {# Seiten, die sich nicht öffnen lassen}}
        de  eine vollständige Datei
        de  {count, plural, one {Eine Seite der Datei ließ} other {# Seiten der Datei ließen}} sich nicht öffnen; die anderen wurden übernommen.
        de  Senden Sie sie noch einmal, wenn etwas Wichtiges fehlt; laden Sie eine heruntergeladene Datei vorher neu herunter.
        fr  {count, plural, one {# page illisible} many {# de pages illisibles} other {# pages illisibles}}
        fr  un fichier complet
        fr  {count, plural, one {Une page du fichier n’a pas pu être ouverte} other {Des pages du fichier n’ont pas pu être ouvertes}} ; les autres ont été gardées.
        fr  Renvoyez-le s’il manque quelque chose d’important ; s’il a été téléchargé, téléchargez-le d’abord à nouveau.
        es  {count, plural, one {# página que no se puede abrir} many {# de páginas que no se pueden abrir} other {# páginas que no se pueden abrir}}
        es  un archivo completo
        es  {count, plural, one {Una página del archivo no se ha podido abrir} other {Algunas páginas del archivo no se han podido abrir}}; las demás se han conservado.
        es  Envíelo de nuevo si falta algo importante; si lo descargó, descárguelo antes otra vez.
        ja  開けない{count}ページ
        ja  最後までそろったファイル
        ja  ファイルの{count}ページを開けませんでした。ほかのページは残しました。
        ja  大事な部分が欠けている場合は、もう一度送ってください。ダウンロードしたファイルなら、先にダウンロードし直してください。

        rule file.no-password
        en  password
        de  Passwort
        fr  mot de passe
        es  contraseña
        ja  パスワード

        file.no-password
        en  a PDF that needs a password to be opened
        en  a file that opens without a password
        en  The PDF is protected by a password.
        en  Save a copy without the password, for example by printing it as a PDF.
        de  ein PDF, das sich nur mit einem Passwort öffnen lässt
        de  eine Datei, die sich ohne Passwort öffnen lässt
        de  Das PDF ist durch ein Passwort geschützt.
        de  Speichern Sie eine Kopie ohne Passwort, etwa indem Sie es als PDF drucken.
        fr  un PDF qui ne s’ouvre qu’avec un mot de passe
        fr  un fichier qui s’ouvre sans mot de passe
        fr  Le PDF est protégé par un mot de passe.
        fr  Enregistrez une copie sans mot de passe, par exemple en l’imprimant au format PDF.
        es  un PDF que solo se abre con contraseña
        es  un archivo que se abre sin contraseña
        es  El PDF está protegido con contraseña.
        es  Guarde una copia sin contraseña, por ejemplo imprimiéndolo como PDF.
        ja  開くのにパスワードが必要なPDF
        ja  パスワードなしで開けるファイル
        ja  PDFがパスワードで保護されています。
        ja  PDFとして印刷するなどして、パスワードのない複製を保存してください。

        rule file.unrestricted
        en  restricted
        de  eingeschränkt
        fr  restreint
        es  restringido
        ja  制限あり

        file.unrestricted
        en  a PDF that restricts printing or copying
        en  a PDF without restrictions
        en  The PDF restricts what can be done with it.
        en  Save a copy without restrictions, for example by printing it as a PDF.
        de  ein PDF, das Drucken oder Kopieren einschränkt
        de  ein PDF ohne Einschränkungen
        de  Das PDF schränkt ein, was man damit tun darf.
        de  Speichern Sie eine Kopie ohne Einschränkungen, etwa indem Sie es als PDF drucken.
        fr  un PDF qui restreint l’impression ou la copie
        fr  un PDF sans restriction
        fr  Le PDF restreint ce que l’on peut en faire.
        fr  Enregistrez une copie sans restriction, par exemple en l’imprimant au format PDF.
        es  un PDF que restringe la impresión o la copia
        es  un PDF sin restricciones
        es  El PDF restringe lo que se puede hacer con él.
        es  Guarde una copia sin restricciones, por ejemplo imprimiéndolo como PDF.
        ja  印刷やコピーを制限しているPDF
        ja  制限のないPDF
        ja  PDFの利用が制限されています。
        ja  PDFとして印刷するなどして、制限のない複製を保存してください。

        rule file.no-active-content
        en  active content
        de  aktive Inhalte
        fr  contenu actif
        es  contenido activo
        ja  動的な内容

        file.no-active-content/script
        en  a PDF with a script in it
        en  a PDF that only shows pages
        en  The PDF contains a program.
        en  Save a copy by printing it as a PDF.
        de  ein PDF, das ein Skript enthält
        de  ein PDF, das nur Seiten zeigt
        de  Das PDF enthält ein Programm.
        de  Speichern Sie eine Kopie, indem Sie es als PDF drucken.
        fr  un PDF qui contient un script
        fr  un PDF qui ne fait que montrer des pages
        fr  Le PDF contient un programme.
        fr  Enregistrez une copie en l’imprimant au format PDF.
        es  un PDF que contiene un script
        es  un PDF que solo muestra páginas
        es  El PDF contiene un programa.
        es  Guarde una copia imprimiéndolo como PDF.
        ja  スクリプトを含むPDF
        ja  ページを表示するだけのPDF
        ja  PDFにプログラムが含まれています。
        ja  PDFとして印刷し、その複製を送ってください。

        file.no-active-content/automatic-action
        en  a PDF that does something when it is opened
        en  a PDF that only shows pages
        en  The PDF does something by itself when it is opened.
        en  Save a copy by printing it as a PDF.
        de  ein PDF, das beim Öffnen etwas tut
        de  ein PDF, das nur Seiten zeigt
        de  Das PDF tut beim Öffnen von selbst etwas.
        de  Speichern Sie eine Kopie, indem Sie es als PDF drucken.
        fr  un PDF qui agit à l’ouverture
        fr  un PDF qui ne fait que montrer des pages
        fr  Le PDF fait quelque chose de lui-même à l’ouverture.
        fr  Enregistrez une copie en l’imprimant au format PDF.
        es  un PDF que hace algo al abrirse
        es  un PDF que solo muestra páginas
        es  El PDF hace algo por sí solo al abrirse.
        es  Guarde una copia imprimiéndolo como PDF.
        ja  開くと動作するPDF
        ja  ページを表示するだけのPDF
        ja  PDFを開くと、何かが自動的に実行されます。
        ja  PDFとして印刷し、その複製を送ってください。

        file.no-active-content/launch
        en  a PDF that starts a program
        en  a PDF that only shows pages
        en  The PDF would start a program.
        en  Save a copy by printing it as a PDF.
        de  ein PDF, das ein Programm startet
        de  ein PDF, das nur Seiten zeigt
        de  Das PDF würde ein Programm starten.
        de  Speichern Sie eine Kopie, indem Sie es als PDF drucken.
        fr  un PDF qui lance un programme
        fr  un PDF qui ne fait que montrer des pages
        fr  Le PDF lancerait un programme.
        fr  Enregistrez une copie en l’imprimant au format PDF.
        es  un PDF que inicia un programa
        es  un PDF que solo muestra páginas
        es  El PDF iniciaría un programa.
        es  Guarde una copia imprimiéndolo como PDF.
        ja  プログラムを起動するPDF
        ja  ページを表示するだけのPDF
        ja  PDFがプログラムを起動しようとします。
        ja  PDFとして印刷し、その複製を送ってください。

        file.no-active-content/embedded-file
        en  a PDF with other files in it
        en  a PDF that only shows pages
        en  There are other files inside the PDF.
        en  Save a copy by printing it as a PDF, and send the other files by themselves if they are asked for.
        de  ein PDF, das andere Dateien enthält
        de  ein PDF, das nur Seiten zeigt
        de  In dem PDF stecken andere Dateien.
        de  Speichern Sie eine Kopie, indem Sie es als PDF drucken, und senden Sie die anderen Dateien einzeln, falls nach ihnen gefragt ist.
        fr  un PDF qui contient d’autres fichiers
        fr  un PDF qui ne fait que montrer des pages
        fr  Le PDF contient d’autres fichiers.
        fr  Enregistrez une copie en l’imprimant au format PDF, et envoyez les autres fichiers séparément s’ils sont demandés.
        es  un PDF que contiene otros archivos
        es  un PDF que solo muestra páginas
        es  Hay otros archivos dentro del PDF.
        es  Guarde una copia imprimiéndolo como PDF y envíe los otros archivos por separado si se piden.
        ja  ほかのファイルを含むPDF
        ja  ページを表示するだけのPDF
        ja  PDFの中にほかのファイルが入っています。
        ja  PDFとして印刷した複製を送り、ほかのファイルは求められている場合だけ別に送ってください。

        file.no-active-content/unexamined
        en  a PDF that cannot be looked through
        en  a PDF that only shows pages
        en  The PDF is built in such a way that nobody can say whether it does more than show pages.
        en  Save a copy by printing it as a PDF.
        de  ein PDF, das sich nicht durchsehen lässt
        de  ein PDF, das nur Seiten zeigt
        de  Das PDF ist so gebaut, dass sich nicht sagen lässt, ob es mehr tut, als Seiten zu zeigen.
        de  Speichern Sie eine Kopie, indem Sie es als PDF drucken.
        fr  un PDF qui ne peut pas être examiné
        fr  un PDF qui ne fait que montrer des pages
        fr  Le PDF est construit de telle façon qu’on ne peut pas savoir s’il fait autre chose que montrer des pages.
        fr  Enregistrez une copie en l’imprimant au format PDF.
        es  un PDF que no se puede examinar
        es  un PDF que solo muestra páginas
        es  El PDF está construido de forma que no se puede saber si hace algo más que mostrar páginas.
        es  Guarde una copia imprimiéndolo como PDF.
        ja  中身を調べられないPDF
        ja  ページを表示するだけのPDF
        ja  PDFの構造が複雑で、ページの表示以外の動作をするかどうか確認できません。
        ja  PDFとして印刷し、その複製を送ってください。

        rule file.not-blank
        en  blank
        de  leer
        fr  vide
        es  en blanco
        ja  白紙

        file.not-blank
        en  {count, plural, one {a blank page} other {# blank pages}}
        en  a page on which something can be seen
        en  Nothing can be seen on {count, plural, one {the page} other {the pages}}.
        en  Take the photo again with more light, or scan the side that is printed on.
        de  {count, plural, one {eine leere Seite} other {# leere Seiten}}
        de  eine Seite, auf der etwas zu sehen ist
        de  Auf {count, plural, one {der Seite} other {den Seiten}} ist nichts zu sehen.
        de  Fotografieren Sie mit mehr Licht, oder scannen Sie die bedruckte Seite.
        fr  {count, plural, one {# page blanche} many {# de pages blanches} other {# pages blanches}}
        fr  une page sur laquelle on voit quelque chose
        fr  On ne voit rien sur {count, plural, one {la page} other {les pages}}.
        fr  Reprenez la photo avec plus de lumière, ou numérisez le côté imprimé.
        es  {count, plural, one {# página en blanco} many {# de páginas en blanco} other {# páginas en blanco}}
        es  una página en la que se vea algo
        es  No se ve nada en {count, plural, one {la página} other {las páginas}}.
        es  Haga la foto con más luz o escanee la cara impresa.
        ja  白紙{count}ページ
        ja  何かが写っているページ
        ja  ページに何も写っていません。
        ja  明るい場所で撮り直すか、印刷されている面を読み取ってください。
        """#
}
