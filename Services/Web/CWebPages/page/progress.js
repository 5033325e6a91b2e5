// What happens after the documents were sent: the stages, and the way back.
import { h, icon, button } from './elements.js'

const reached = { submitted: 1, processing: 2, in_review: 3, accepted: 4, needs_input: 4, rejected: 4, failed: 4 }

export function makeProgress(shared) {
  const { start, say, date, pageCount, nameOf } = shared

  /** The stages of a submission that was sent; nothing while it is a draft. */
  function progress(submission) {
    const step = reached[submission.state]
    if (!step || submission.state === 'needs_input') return null
    const pages = submission.documents.flatMap((one) => one.pages)
    const made = pages.filter((page) => page.images.length).length
    const isBad = ['rejected', 'failed'].includes(submission.state)
    const names = ['step.sent', 'step.checked', 'step.copied', 'step.done']
    return h('section.card', { 'aria-labelledby': 'progress' },
      h('h2.sr', { id: 'progress' }, say('progress')),
      h('ol.steps', {}, names.map((name, index) => {
        const isDone = index < step && !(isBad && index === 3)
        const isNow = index === step && step < 4
        return h('li', { 'data-step': isBad && index === 3 ? 'bad' : isDone ? 'done' : isNow ? 'now' : 'ahead', 'aria-current': isNow ? 'step' : null },
          h('span.dot', {}, isDone ? icon('check') : isBad && index === 3 ? icon('alert') : null),
          h('span', {}, say(name), index === 2 && isNow && pages.length > 0 && h('span.quiet', {}, ` ${made}/${pages.length}`)))
      })),
      step === 4 && start.returnUrl && h('p', {}, h('a.button.main', { href: start.returnUrl, rel: 'noreferrer' }, say('returnTo'))))
  }

  /** What was sent, when, and under which number: to be kept, or printed. */
  function receipt(submission) {
    if (!submission.submittedAt || !reached[submission.state] || submission.state === 'needs_input') return null
    const row = (name, value) => [h('dt', {}, name), h('dd', {}, value)]
    return h('section.card.receipt', { 'aria-labelledby': 'receipt' },
      h('h2', { id: 'receipt' }, say('receipt')),
      h('dl', {}, row(say('receipt.sent'), date(submission.submittedAt)), row(say('receipt.number'), h('code', {}, submission.id)),
        row(say('documents'), h('ul', {}, submission.documents.map((one) => h('li', {}, `${nameOf(one).text}, ${pageCount(pagesOf(one))}`))))),
      h('div.row', {}, button('quiet', say('print'), () => print(), { id: 'print' })))
  }

  const pagesOf = ({ pages }) => pages.reduce((sum, page) => sum + (page.pages || 1), 0)

  return { progress, receipt }
}
