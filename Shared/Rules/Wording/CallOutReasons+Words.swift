extension ReasonTexts {
    /// The wordings of `CallOutReasons` for answers without words of their own; see `ReasonTexts` for the form.
    static let callOuts = #"""
        rule callout.refused
        en  own checks
        de  eigene Prüfung
        fr  contrôle propre
        es  comprobación propia
        ja  独自の確認

        callout.refused
        en  {code}
        en  documents that pass the checks of this process
        en  These documents did not pass a check of this process.
        en  Send other documents if you are asked for them, or ask whoever wants them from you.
        de  {code}
        de  Dokumente, die die Prüfungen dieses Vorgangs bestehen
        de  Diese Dokumente haben eine Prüfung dieses Vorgangs nicht bestanden.
        de  Senden Sie andere Dokumente, wenn Sie darum gebeten werden, oder fragen Sie dort nach, wo man sie von Ihnen verlangt.
        fr  {code}
        fr  des documents qui passent les contrôles de cette démarche
        fr  Ces documents n’ont pas passé un contrôle de cette démarche.
        fr  Envoyez d’autres documents si on vous les demande, ou renseignez-vous auprès de qui vous les réclame.
        es  {code}
        es  documentos que superen las comprobaciones de este trámite
        es  Estos documentos no han superado una comprobación de este trámite.
        es  Envíe otros documentos si se los piden, o pregunte a quien se los solicita.
        ja  {code}
        ja  この手続きの確認を通る書類
        ja  これらの書類は、この手続きの確認を通りませんでした。
        ja  別の書類を求められた場合はそれを送るか、提出を求めている相手にお問い合わせください。

        rule callout.warned
        en  own checks
        de  eigene Prüfung
        fr  contrôle propre
        es  comprobación propia
        ja  独自の確認

        callout.warned
        en  {code}
        en  documents that a check of this process has nothing to say of
        en  A check of this process has a remark on these documents.
        en  There is nothing for you to do.
        de  {code}
        de  Dokumente, zu denen eine Prüfung dieses Vorgangs nichts anzumerken hat
        de  Eine Prüfung dieses Vorgangs hat zu diesen Dokumenten etwas angemerkt.
        de  Sie müssen nichts tun.
        fr  {code}
        fr  des documents sans remarque d’un contrôle de cette démarche
        fr  Un contrôle de cette démarche a fait une remarque sur ces documents.
        fr  Vous n’avez rien à faire.
        es  {code}
        es  documentos sin observaciones de las comprobaciones de este trámite
        es  Una comprobación de este trámite ha hecho una observación sobre estos documentos.
        es  No tiene que hacer nada.
        ja  {code}
        ja  この手続きの確認で指摘のない書類
        ja  この手続きの確認で、これらの書類に指摘がありました。
        ja  お客様の操作は必要ありません。

        rule callout.review
        en  own checks
        de  eigene Prüfung
        fr  contrôle propre
        es  comprobación propia
        ja  独自の確認

        callout.review
        en  {code}
        en  documents that need no second look
        en  A check of this process wants a person to look at these documents.
        en  There is nothing for you to do but wait.
        de  {code}
        de  Dokumente, die niemand ein zweites Mal ansehen muss
        de  Nach einer Prüfung dieses Vorgangs soll ein Mensch diese Dokumente ansehen.
        de  Sie müssen nur abwarten.
        fr  {code}
        fr  des documents qui n’appellent pas de second regard
        fr  Un contrôle de cette démarche demande qu’une personne regarde ces documents.
        fr  Vous n’avez rien à faire, sinon attendre.
        es  {code}
        es  documentos que no necesiten una segunda revisión
        es  Una comprobación de este trámite pide que una persona mire estos documentos.
        es  Solo tiene que esperar.
        ja  {code}
        ja  再確認の必要がない書類
        ja  この手続きの確認により、担当者がこれらの書類を見ることになりました。
        ja  お客様の操作は必要ありません。しばらくお待ちください。

        rule callout.unanswered
        en  no answer
        de  keine Antwort
        fr  sans réponse
        es  sin respuesta
        ja  回答なし

        callout.unanswered
        en  no answer of “{code}”
        en  an answer in time
        en  A check of this process could not be made in time.
        en  Ask whoever wants these documents from you if you hear nothing of them.
        de  keine Antwort von „{code}“
        de  eine rechtzeitige Antwort
        de  Eine Prüfung dieses Vorgangs konnte nicht rechtzeitig gemacht werden.
        de  Fragen Sie dort nach, wo man diese Dokumente von Ihnen verlangt, wenn Sie nichts hören.
        fr  aucune réponse de « {code} »
        fr  une réponse à temps
        fr  Un contrôle de cette démarche n’a pas pu être fait à temps.
        fr  Renseignez-vous auprès de qui vous réclame ces documents si vous restez sans nouvelles.
        es  sin respuesta de «{code}»
        es  una respuesta a tiempo
        es  Una comprobación de este trámite no se ha podido hacer a tiempo.
        es  Pregunte a quien le solicita estos documentos si no recibe noticias.
        ja  「{code}」からの回答なし
        ja  時間内の回答
        ja  この手続きの確認を時間内に行えませんでした。
        ja  連絡がない場合は、書類の提出を求めている相手にお問い合わせください。
        """#
}
