extension Phrases {
    /// See `Phrases` for the form.
    static let english = #"""
        remove Remove
        withdraw Withdraw
        noPages no pages yet
        onePage 1 page
        pages {n} pages
        ask.document Remove this document?
        ask.documentText “{type}” and everything in it ({pages}) will be deleted. This cannot be undone.
        ask.page Remove this page?
        ask.pageText Page {n} of “{type}” will be deleted. This cannot be undone.
        ask.replace Replace this page?
        ask.replaceText The file that is page {n} of “{type}” now will be deleted and the new one takes its place.
        ask.withdraw Withdraw everything?
        ask.withdrawText All documents you have added here will be deleted and nothing will be sent. This cannot be undone.
        err.too-large This file is larger than {size}. Choose a smaller one, or take a photo instead.
        err.type This kind of file cannot be used here. Use {types}.
        err.empty-file This file is empty. Choose another one.
        err.gone This file can no longer be read: it was moved, changed or deleted. Choose it again.
        err.network No connection. What you did was not saved yet; try again.
        err.password-protected This file is protected by a password. Save a copy without one and send that.
        err.too-many-pixels This picture is too large to be processed. Send a smaller one.
        err.too-many-frames This file has too many pages.
        err.duplicate-file You have already added this file.
        err.too-many-pages This document has as many pages as it may have.
        err.too-many-documents There are as many documents as there may be.
        err.storage-full There is no room for files at the moment. Try again later; nothing is lost.
        err.quota-used-up Nothing more can be taken here at the moment. What you have added so far is kept. Try again later, or ask those who want your documents.
        err.precondition-failed This was changed in another window meanwhile. Here is how it is now; please look and try again.
        err.not-a-draft This was already sent, perhaps in another window. Nothing can be changed now.
        err.date-in-future This date is in the future. Use the date printed on the document.
        err.invalid-date This is not a date. Use the date printed on the document.
        err.incomplete Something is still missing.
        err.confirmation-invalid That took too long. Please confirm again.
        err.other That did not work. {detail}
        link.ended This link has ended
        link.endedText Its time is over, or somebody has closed it. Ask whoever gave it to you for a new one.
        link.unknown This link is not known
        link.unknownText Check that you have all of it, or ask whoever gave it to you for a new one.
        app.replace Replace
        app.lost What it holds is deleted. This cannot be undone.
        app.documents Remove {n} documents?
        app.documentsText {types}, with {pages}, will be deleted. This cannot be undone.
        app.discard Discard
        app.discardTitle Discard these documents?
        app.discardText What was gathered on this device is lost. What was sent already stays sent.
        app.unknownType Documents of this kind are not asked for. Choose one of these: {types}.
        app.tooManyFiles That would be more than {n} files. Add fewer.
        app.oneFile Choose one file: this document has one page, or is one PDF.
        app.notThere It is not there any more.
        app.unreadable “{name}” cannot be read. Choose it again, or another file.
        app.gone “{name}” is not there any more. Put it back, or choose another file.
        app.changed “{name}” has changed since it was chosen. Choose it again, so that nobody gets half of each.
        app.elsewhere This file is on another device. Send it from there, or choose another one here.
        app.unsent Some files were not sent. Replace or remove them, or send them again.
        app.notSent The files have not been sent yet. Send them first.
        app.noGateway It is not known where to send this to.
        app.unexpected The answer cannot be understood. Try again later, or update the app.
        app.timedOut That took too long. Look again later; nothing is lost.
        app.stopped It was stopped.
        app.otherDraft What is kept here is for something else. Keep each submission's documents in a place of its own.
        app.store.unreadable What was kept on this device cannot be read.
        app.store.unwritable This cannot be kept on this device: it is lost when the app ends.
        app.store.full There is no room left on this device. What was there before is kept; make room and try again.
        app.store.tooLarge There are too many pages. Remove some first.
        app.store.changedElsewhere These documents were changed in another window or program meanwhile. Nothing was lost: load them again.
        app.store.newerFormat This was written by a newer version of this app. Update the app to go on with it.
        app.picker.unavailable This device has no such source. Choose another one.
        app.picker.notAllowed This app may not use it. Allow it in the device's settings, or choose a file instead.
        app.picker.unreadable What was chosen cannot be read. Choose it again, or something else.
        app.picker.unusable This is neither a picture nor a PDF. Choose one.
        app.picker.tooMany These are too many files. Choose fewer.
        app.screen.draft Not submitted yet.
        app.screen.submitted Submitted. The documents are being checked.
        app.screen.processing The documents have passed their check and are being prepared.
        app.screen.accepted Accepted.
        app.screen.needsInput Something has to be replaced.
        app.screen.inReview Somebody is looking at the documents.
        app.screen.rejected Rejected.
        app.screen.failed This could not be processed. Somebody has to look at it; nothing has to be sent again for now.
        app.screen.withdrawn Withdrawn.
        app.screen.expired Expired: nobody went on with it in time.
        app.screen.missing Still missing
        app.screen.noPage There is no page yet.
        app.screen.pdf All pages in one PDF
        app.screen.addPage Add a page
        app.screen.addDocument Add a document
        app.screen.submit Submit
        app.screen.withdraw Withdraw
        app.screen.accept Accept
        app.screen.requestInput Ask for replacements
        app.screen.reject Reject
        app.screen.submissions Submissions
        app.screen.noSubmission There is no submission here.
        app.screen.more Show more
        app.sheet.onTop Put this sheet on top of the pages of this document.
        app.sheet.together Then scan them together, into one PDF.
        """#
}
