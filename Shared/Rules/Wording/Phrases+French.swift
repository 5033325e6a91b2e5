extension Phrases {
    /// See `Phrases` for the form.
    static let french = #"""
        remove Supprimer
        withdraw Retirer
        noPages aucune page
        onePage 1 page
        pages {n} pages
        ask.document Supprimer ce document ?
        ask.documentText « {type} » et tout son contenu ({pages}) seront supprimés définitivement.
        ask.page Supprimer cette page ?
        ask.pageText La page {n} de « {type} » sera supprimée définitivement.
        ask.replace Remplacer cette page ?
        ask.replaceText Le fichier actuel de la page {n} de « {type} » sera supprimé et le nouveau prendra sa place.
        ask.withdraw Tout retirer ?
        ask.withdrawText Tous les documents ajoutés ici seront supprimés définitivement et rien ne sera envoyé.
        err.too-large Ce fichier dépasse {size}. Choisissez-en un plus petit ou prenez une photo.
        err.type Ce type de fichier ne convient pas ici. Utilisez {types}.
        err.empty-file Ce fichier est vide. Choisissez-en un autre.
        err.gone Ce fichier n’est plus lisible : il a été déplacé, modifié ou supprimé. Choisissez-le à nouveau.
        err.network Pas de connexion. Rien n’est encore enregistré ; réessayez.
        err.password-protected Ce fichier est protégé par un mot de passe. Envoyez une copie sans mot de passe.
        err.too-many-pixels Cette image est trop grande pour être traitée. Envoyez-en une plus petite.
        err.too-many-frames Ce fichier a trop de pages.
        err.duplicate-file Vous avez déjà ajouté ce fichier.
        err.too-many-pages Ce document a déjà le nombre maximal de pages.
        err.too-many-documents Le nombre maximal de documents est atteint.
        err.storage-full Il n’y a pas de place en ce moment. Réessayez plus tard ; rien n’est perdu.
        err.quota-used-up Rien de plus ne peut être reçu ici pour le moment. Ce que vous avez déjà ajouté est conservé. Réessayez plus tard, ou adressez-vous à ceux qui demandent vos documents.
        err.precondition-failed Cela a été modifié entre-temps dans une autre fenêtre. Voici l’état actuel ; vérifiez et réessayez.
        err.not-a-draft Cela a déjà été envoyé, peut-être dans une autre fenêtre. Plus rien ne peut être modifié.
        err.date-in-future Cette date est dans le futur. Indiquez la date imprimée sur le document.
        err.invalid-date Ce n’est pas une date. Indiquez la date imprimée sur le document.
        err.incomplete Il manque encore quelque chose.
        err.confirmation-invalid Cela a pris trop de temps. Confirmez à nouveau.
        err.other Cela n’a pas fonctionné. {detail}
        link.ended Ce lien n’est plus valable
        link.endedText Il a expiré, a déjà servi ou a été annulé. Demandez-en un nouveau à la personne qui vous l’a donné.
        link.unknown Ce lien est inconnu
        link.unknownText Vérifiez qu’il est complet ou demandez-en un nouveau à la personne qui vous l’a donné.
        app.replace Remplacer
        app.lost Son contenu sera supprimé définitivement.
        app.documents Supprimer {n} documents ?
        app.documentsText {types} ({pages}) seront supprimés définitivement.
        app.discard Abandonner
        app.discardTitle Abandonner ces documents ?
        app.discardText Ce qui a été rassemblé sur cet appareil sera perdu. Ce qui a déjà été envoyé le reste.
        app.unknownType Ce type de document n’est pas demandé. Choisissez parmi : {types}.
        app.tooManyFiles Cela ferait plus de {n} fichiers. Ajoutez-en moins.
        app.oneFile Choisissez un seul fichier : ce document a une page, ou est un PDF.
        app.notThere Cela n’existe plus.
        app.unreadable « {name} » est illisible. Choisissez-le à nouveau, ou un autre fichier.
        app.gone « {name} » n’est plus là. Remettez-le en place ou choisissez un autre fichier.
        app.changed « {name} » a été modifié depuis que vous l’avez choisi. Choisissez-le à nouveau pour ne pas mélanger les deux versions.
        app.elsewhere Ce fichier est sur un autre appareil. Envoyez-le de là-bas ou choisissez-en un autre ici.
        app.unsent Certains fichiers n’ont pas été envoyés. Remplacez-les, supprimez-les ou renvoyez-les.
        app.notSent Les fichiers n’ont pas encore été envoyés. Envoyez-les d’abord.
        app.noGateway La destination de l’envoi n’est pas connue.
        app.unexpected La réponse est incompréhensible. Réessayez plus tard ou mettez l’app à jour.
        app.timedOut Cela a pris trop de temps. Revenez plus tard ; rien n’est perdu.
        app.stopped Cela a été arrêté.
        app.otherDraft Ce qui est conservé ici concerne autre chose. Gardez les documents de chaque dossier à part.
        app.store.unreadable Ce qui était conservé sur cet appareil est illisible.
        app.store.unwritable Impossible de conserver cela sur cet appareil : ce sera perdu à la fermeture de l’app.
        app.store.full Il n’y a plus de place sur cet appareil. Ce qui y était est conservé ; libérez de la place et réessayez.
        app.store.tooLarge Il y a trop de pages. Supprimez-en d’abord.
        app.store.changedElsewhere Ces documents ont été modifiés entre-temps dans une autre fenêtre ou un autre programme. Rien n’est perdu : rechargez-les.
        app.store.newerFormat Cela a été écrit par une version plus récente de l’app. Mettez-la à jour pour continuer.
        app.picker.unavailable Cet appareil n’a pas cette source. Choisissez-en une autre.
        app.picker.notAllowed L’app n’y a pas accès. Autorisez-la dans les réglages de l’appareil, ou choisissez un fichier.
        app.picker.unreadable Votre choix est illisible. Choisissez-le à nouveau, ou autre chose.
        app.picker.unusable Ce n’est ni une image ni un PDF. Choisissez-en un.
        app.picker.tooMany Il y a trop de fichiers. Choisissez-en moins.
        app.screen.draft Pas encore remis.
        app.screen.submitted Remis. Les documents sont en cours de vérification.
        app.screen.processing Les documents ont passé la vérification et sont en préparation.
        app.screen.accepted Accepté.
        app.screen.needsInput Quelque chose doit être remplacé.
        app.screen.inReview Quelqu’un examine les documents.
        app.screen.rejected Refusé.
        app.screen.failed Le traitement a échoué. Quelqu’un doit s’en occuper ; rien n’est à renvoyer pour l’instant.
        app.screen.withdrawn Retiré.
        app.screen.expired Expiré : personne n’a continué à temps.
        app.screen.missing Il manque encore
        app.screen.noPage Il n’y a pas encore de page.
        app.screen.pdf Toutes les pages dans un PDF
        app.screen.addPage Ajouter une page
        app.screen.addDocument Ajouter un document
        app.screen.submit Remettre
        app.screen.withdraw Retirer
        app.screen.accept Accepter
        app.screen.requestInput Demander un remplacement
        app.screen.reject Refuser
        app.screen.submissions Dossiers
        app.screen.noSubmission Il n’y a aucun dossier ici.
        app.screen.more Afficher la suite
        app.sheet.onTop Placez cette feuille sur les pages de ce document.
        app.sheet.together Numérisez-les ensuite ensemble, dans un seul PDF.
        """#
}
