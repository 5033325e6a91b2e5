// One submission before a reviewer: what was declared, expected and read, its pages, and the verdict. The next one is read meanwhile.
import { h, say, button, icon, announce, complain } from './dom.js'
import { read, send, once, live, query, Trouble } from './api.js'
import { go, link } from './app.js'
import { keysFor } from './keys.js'
import { claimNext, ruleName } from './claims.js'
import { viewer, pictures, crop } from './viewer.js'
import { verdict } from './verdict.js'
import { time, moment, day, clock, number } from './times.js'

/** For how long a decision can be taken back. Seconds. */
const undoFor = 10
/** A claim lasts five minutes. Milliseconds. */
const renewEvery = 120000
const fetched = new Map()

const base = (id) => '/v1/submissions/' + id
async function fetchReview(id) {
  const found = await read(base(id) + '/review')
  const first = pictures(found.submission).find(({ clean }) => clean)
  if (first) new Image().src = first.clean
  return found
}

/** Reads what comes next, so that it is there when it is wanted. */
function prefetch(id) {
  if (!id || fetched.has(id)) return
  fetched.clear()
  fetched.set(id, fetchReview(id).catch(() => { fetched.delete(id) }))
}

export async function review({ parts: [id], journey, isCurrent }) {
  const early = fetched.get(id)
  fetched.delete(id)
  const found = await early ?? await fetchReview(id)
  const { submission } = found
  const titles = nameDocuments(found)
  const waits = submission.state === 'in_review'

  // MARK: the claim

  let isMine = false, isGone = false, asking
  const claimed = h('div.claim', { role: 'status' })
  async function claim(takeOver = false) {
    clearTimeout(asking)
    try {
      const mine = await (await send('POST', base(id) + '/claim', { json: takeOver ? { takeOver } : {} })).json()
      isMine = true
      claimed.replaceChildren(h('p.quiet', {}, say('claimedByYou', { time: clock(mine.until) })))
    } catch (trouble) {
      // Without an answer it may still hold: what is filled in can be sent as soon as there is one.
      if (trouble.isPassing) {
        if (!isGone && isCurrent()) asking = setTimeout(claim, 3000)
      } else isMine = false
      if (trouble.type === 'claimed') {
        const { name, by, until } = trouble.body
        claimed.replaceChildren(h('p.notice.warm', {}, h('span', {}, say('claimedByOther', { name: name ?? by, time: until ? clock(until) : '' }))), button('', say('takeOver'), () => claim(true), { id: 'take-over' }))
      } else if (trouble.type === 'not-in-review') {
        claimed.replaceChildren(h('p.notice', {}, say('decidedMeanwhile')))
      } else claimed.replaceChildren(h('p.notice.bad', {}, trouble.words))
    }
    form.form.inert = !isMine
  }

  // MARK: the draft

  let keeping, isKept = true
  const kept = h('p.quiet.kept', { role: 'status' })
  async function keep() {
    clearTimeout(keeping)
    try {
      await send('PUT', base(id) + '/decision-draft', { json: form.content() })
      isKept = true
      kept.textContent = say('draftKept')
    } catch (trouble) {
      kept.textContent = say('draftNotKept', { detail: trouble.words })
      if (trouble.status === 0 || trouble.status >= 500) keeping = setTimeout(keep, 3000)
    }
  }
  const changed = () => { isKept = false; clearTimeout(keeping); keeping = setTimeout(keep, 600) }

  // MARK: deciding

  let isSending = false
  async function decide() {
    const answer = isMine && !isSending && form.answer()
    if (!answer) return
    isSending = true
    clearTimeout(keeping)
    try {
      await once('POST', base(id) + '/decision', { json: { ...answer, holdFor: undoFor }, more: { 'If-Match': `"v${submission.version}"` } })
      isGone = true
      undoable(id, titles.all)
      announce(say('decided'))
      await onward(id, journey)
    } catch (trouble) {
      isSending = false
      if (!(trouble instanceof Trouble)) throw trouble
      complain(trouble.words)
      if (['claimed', 'not-in-review', 'stale-version', 'precondition-failed'].includes(trouble.type)) await claim()
    }
  }
  async function skip() {
    isGone = true
    if (isMine) await send('DELETE', base(id) + '/claim').catch(() => {})
    await onward(id, journey)
  }

  const isBegun = () => { const { documents, note } = form.content(); return Object.keys(documents).length > 0 || !!note }
  const view = viewer(pictures(submission), titles, (picture) => marksOf(found, picture))
  const form = verdict(found, titles, { changed, decide, lead: (document) => view.act.lead(document) })
  form.form.inert = true
  if (waits) await claim()
  const renewing = setInterval(() => { if (isMine && !isGone) claim() }, renewEvery)
  const ending = waits ? live('/v1/review/queue/events', { queue: ({ changed: ids }) => { if (ids.includes(id) && !isGone && !isSending && isCurrent()) claim() } }) : () => {}

  const back = link('/desk/review' + query({ journey }), say('backToQueue'))
  const panel = h('div.panel', {},
    h('header.panel-head', {}, h('p.quiet', {}, back), h('h1', {}, found.journey.title),
      h('p.quiet', {}, [submission.test && say('test'), submission.reference ?? submission.subject, found.waitingSince && [say('waits'), ' ', time(found.waitingSince)]].filter(Boolean).flatMap((one, index) => index ? [' · ', one] : [one])),
      found.dueAt && h('p.due', { 'data-overdue': found.isOverdue }, say(found.isOverdue ? 'overdueSince' : 'due', { time: moment(found.dueAt) })),
      found.reviews?.needed > 1 && h('p.notice', {}, say(found.reviews.disagree ? 'disagree' : 'secondPair', found.reviews)), claimed),
    warnings(found, titles, view), signatures(found, titles), origins(found, titles), compared(found, titles), given(found, titles),
    waits ? h('section.card', { 'aria-labelledby': 'verdict' }, h('h2', { id: 'verdict' }, say('verdict')), form.form, kept, h('div.row', {}, button('quiet', say('skipIt'), skip)))
      : h('section.card', {}, h('p.notice', {}, say('state.' + submission.state))),
    history(found), alike(found))
  return {
    title: found.journey.title, content: [h('div.two', {}, view.element, panel)],
    end: () => {
      clearInterval(renewing)
      clearTimeout(asking)
      clearTimeout(keeping)
      ending()
      if (isGone) return
      if (!isKept) keep()
      // What somebody has begun to fill in stays with them; what was only looked at is free for others at once.
      else if (isMine && !isBegun()) send('DELETE', base(id) + '/claim').catch(() => {})
    },
    shown: () => {
      view.show(0)
      prefetch(found.next)
      keysFor([
        ...(waits ? form.keys : []), ['ArrowRight', 'keys.nextPage', view.act.next], ['ArrowLeft', 'keys.previousPage', view.act.previous],
        ['+', 'keys.larger', view.act.larger], ['-', 'keys.smaller', view.act.smaller], ['0', 'keys.whole', view.act.whole], ['r', 'keys.turn', view.act.turn],
        ['o', 'keys.original', view.act.original], ['c', 'keys.compare', view.act.compare], ['s', 'keys.skip', skip], ['u', 'keys.undo', () => document.getElementById('undo')?.click()], ['q', 'keys.queue', () => back.click()],
      ])
    },
  }
}

/** To what was fetched while this one was decided on, or back to the queue where nothing is left. */
async function onward(id, journey) {
  const next = await claimNext(journey, id)
  await go(next ? '/desk/review/' + next : '/desk/review' + query({ journey }), { journey })
}

// MARK: taking back

const bar = h('div.undo', { role: 'status', hidden: true })
document.body.append(bar)
let ticking

function undoable(id, title) {
  clearInterval(ticking)
  const ends = Date.now() + undoFor * 1000
  const left = h('span')
  const end = () => { clearInterval(ticking); bar.hidden = true; bar.replaceChildren() }
  const tick = () => {
    const seconds = Math.ceil((ends - Date.now()) / 1000)
    if (seconds <= 0) return end()
    left.textContent = say('decidedUndo', { title, n: seconds })
  }
  bar.replaceChildren(icon('check'), left, button('', say('undo'), async () => {
    end()
    try {
      await send('DELETE', base(id) + '/decision')
      await go('/desk/review/' + id)
    } catch (trouble) { complain(trouble.words) }
  }, { id: 'undo' }))
  bar.hidden = false
  tick()
  ticking = setInterval(tick, 250)
}

// MARK: what is known of it

/** What each document is called; numbered where there are several of a type. */
function nameDocuments({ submission, journey }) {
  const names = new Map()
  for (const { id, type } of submission.documents) {
    const alike = submission.documents.filter((other) => other.type === type)
    const title = journey.documentTypes[type] ?? type
    names.set(id, alike.length > 1 ? `${title} ${alike.findIndex((other) => other.id === id) + 1}` : title)
  }
  return Object.assign((id) => names.get(id) ?? id, { all: journey.title })
}

const reasonsOf = (submission) => [...submission.reasons, ...submission.documents.flatMap((document) => document.reasons.map((reason) => ({ document: document.id, ...reason })))]
const boxOf = (place) => Array.isArray(place?.box) ? place.box : place?.box ? [place.box.left, place.box.top, place.box.right, place.box.bottom] : undefined
const factsOf = (found, document) => found.facts?.documents.find((one) => one.document === document)?.facts ?? []

/** Reasons stand at a page of a file; facts at one of the document. */
function marksOf(found, picture) {
  const ofReasons = reasonsOf(found.submission).filter(({ document, place }) => document === picture.document && place && boxOf(place) && (place.number ?? 1) === picture.inDocument + 1)
    .map(({ place, found: words, severity }) => ({ box: boxOf(place), words, severity }))
  const ofFacts = factsOf(found, picture.document).filter(({ certain, page, box }) => certain && box && page === picture.inDocument)
    .map(({ box, fact, value }) => ({ box, words: `${say('fact.' + fact)}: ${value}`, severity: 'fact' }))
  return [...ofFacts, ...ofReasons]
}

function warnings(found, titles, view) {
  const all = reasonsOf(found.submission)
  if (!all.length) return h('section.card.calm', {}, h('p.notice.good', {}, icon('check'), h('span', {}, say('noWarnings'))))
  const shots = pictures(found.submission)
  return h('section.card', { 'aria-labelledby': 'warnings' }, h('h2', { id: 'warnings' }, say('warnings')), h('ul.warnings', {}, all.map((reason) => {
    const shot = reason.place && shots.find(({ document, inDocument }) => document === reason.document && inDocument === (reason.place.number ?? 1) - 1)
    return h('li', { 'data-severity': reason.severity },
      h('p', {}, icon('alert'), h('strong', {}, ruleName(reason.rule)), reason.document && h('span.quiet', {}, ' · ' + titles(reason.document))),
      h('p', {}, reason.message),
      shot?.clean && boxOf(reason.place) && h('button.crop-button', { type: 'button', 'aria-label': say('toPage'), onclick: () => view.act.lead(reason.document, shot.page, shot.index) }, crop(shot.clean, boxOf(reason.place), reason.found)))
  })))
}

/** Of each signature what was found out, apart from what its signer says. */
function signatures({ facts }, titles) {
  if (!facts?.signatures?.length) return ''
  const states = { trusted: 'accepted', broken: 'refused' }
  return h('section.card', { 'aria-labelledby': 'signatures' }, h('h2', { id: 'signatures' }, say('signatures')), h('ul', {}, facts.signatures.map(({ document, outcome, coversFile, signer, claimedAt, stampedAt }) => h('li', {},
    h('p', {}, h('span.chip', { 'data-state': states[outcome] ?? '' }, say('signature.' + outcome)), h('span.quiet', {}, ' · ' + titles(document))),
    h('p', {}, say(coversFile ? 'signatureWhole' : 'signaturePart')),
    h('dl.figures', {}, [['signatureName', signer && h('bdi', {}, signer)], ['signatureClaimed', claimedAt && moment(claimedAt)], ['signatureStamped', stampedAt && moment(stampedAt)]]
      .filter(([, value]) => value).map(([name, value]) => h('div', {}, h('dt', {}, say(name)), h('dd', {}, value))))))))
}

/** What files say of their making: nothing of it is proven. */
function origins({ facts }, titles) {
  if (!facts?.origins?.length) return ''
  return h('section.card', { 'aria-labelledby': 'origins' }, h('h2', { id: 'origins' }, say('origins')), h('ul', {}, facts.origins.map(({ document, programs, madeOn, changedOn, updates }) => h('li', {},
    h('p', {}, h('span.quiet', {}, titles(document))),
    h('dl.figures', {}, [['originPrograms', programs && h('bdi', {}, programs.join(', '))], ['originMade', madeOn && day(madeOn)], ['originChanged', changedOn && day(changedOn)], ['originUpdates', updates && number(updates)]]
      .filter(([, value]) => value).map(([name, value]) => h('div', {}, h('dt', {}, say(name)), h('dd', {}, value))))))))
}

/** Whether what checks itself holds, in words; nothing of other facts. */
const checked = ({ fact, holds }) => fact === 'zone' ? say(holds ? 'zoneHolds' : 'zoneFails') : fact === 'code' && holds !== undefined ? say(holds ? 'codeHolds' : 'codeFails') : undefined

/** Declared beside what was read, and expected beside whether it was found. */
function compared(found, titles) {
  const { submission, expected } = found
  const text = (value) => /^\d{4}-\d\d-\d\d$/.test(value ?? '') ? day(value) : value
  const rows = submission.documents.flatMap((document) => {
    const facts = factsOf(found, document.id)
    const readOf = (...names) => facts.filter(({ fact, certain }) => certain && names.includes(fact)).map(({ day, value, end }) => text(day ?? value) + (end && names.includes('period') ? ` – ${text(end)}` : '')).join(', ')
    const lines = [
      ['issueDate', document.issueDate && text(document.issueDate), readOf('issued')], ['expiryDate', document.expiryDate && text(document.expiryDate), readOf('valid-until')],
      ['period', document.periodStart && `${text(document.periodStart)} – ${text(document.periodEnd)}`, readOf('period')],
      ...facts.filter(({ fact, certain }) => certain && !/^(issued|valid-until|period|printed-day|expected-)/.test(fact)).map((fact) => [fact.fact, undefined, checked(fact) ?? text(fact.day ?? fact.value)]),
    ].filter(([, declared, seen]) => declared || seen)
    return lines.map(([name, declared, seen], index) => h('tr', {}, index === 0 && h('th', { scope: 'rowgroup', rowspan: lines.length }, titles(document.id)),
      h('th', { scope: 'row' }, say('fact.' + name)), h('td', {}, declared ?? '–'), h('td', { 'data-differs': !!(declared && seen && declared !== seen) }, seen || '–')))
  })
  const whom = expected && Object.entries(expected).map(([name, value]) => {
    const fact = submission.documents.flatMap(({ id }) => factsOf(found, id)).find((one) => one.fact === { name: 'expected-name', address: 'expected-address', dateOfBirth: 'expected-birth' }[name])
    return h('div', {}, h('dt', {}, say('expected.' + name)), h('dd', {}, text(value), fact && h('span.chip', { 'data-state': fact.holds ? 'accepted' : 'refused' }, say(fact.holds ? 'foundIt' : 'notFound'))))
  })
  if (!rows.length && !whom) return ''
  return h('section.card', { 'aria-labelledby': 'compared' }, h('h2', { id: 'compared' }, say('compared')), whom && h('dl.figures', {}, whom),
    rows.length > 0 && h('div.table', { tabindex: '0', role: 'region', 'aria-label': say('compared') }, h('table', {}, h('thead', {}, h('tr', {}, ['document', 'what', 'declared', 'read'].map((name) => h('th', { scope: 'col' }, say('column.' + name))))), h('tbody', {}, rows))))
}

/** Of a third reviewer: what the two before have said. */
function given(found, titles) {
  if (!found.verdicts?.length) return ''
  return h('section.card', {}, h('h2', {}, say('verdicts')), h('ul', {}, found.verdicts.map(({ name, documents }) => h('li', {}, h('strong', {}, name), ': ',
    Object.entries(documents).map(([id, { verdict }]) => `${titles(id)}: ${say('verdict.' + verdict)}`).join(', ')))))
}

function history({ history }) {
  if (!history.length) return ''
  return h('details.card', {}, h('summary', {}, say('history')), h('ol.history', {}, history.map((entry) => h('li', {}, time(entry.at, moment(entry.at)), ' ',
    entry.state ? say('state.' + entry.state) : entry.act ?? entry.event, entry.by && h('span.quiet', {}, ' · ' + entry.by), entry.note && h('p', {}, entry.note),
    entry.reasons.length > 0 && h('ul', {}, entry.reasons.map(({ message }) => h('li', {}, message)))))))
}

function alike({ alike }) {
  if (!alike.length) return ''
  const entry = ({ submission, why, state, at }) => h('li', {}, link('/desk/review/' + submission, say('why.' + why)), h('span.quiet', {}, ` · ${say('state.' + state)} · `), time(at))
  return h('section.card', { 'aria-labelledby': 'alike' }, h('h2', { id: 'alike' }, say('alike')), h('ul', {}, alike.slice(0, 5).map(entry)),
    alike.length > 5 && h('details', {}, h('summary', {}, say('othersMore', { n: alike.length - 5 })), h('ul', {}, alike.slice(5).map(entry))))
}
