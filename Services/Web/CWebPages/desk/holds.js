// What must not be destroyed, what has been kept long enough, and what was erased.
import { h, say, button, dialog, announce } from './dom.js'
import { send, query } from './api.js'
import { go, link } from './app.js'
import { form, confirmed, doing } from './acts.js'
import { table, tableOf, filters, wanted } from './table.js'
import { trail } from './audit.js'
import { number, time, moment } from './times.js'

const again = () => go(location.pathname + location.search)
const scope = [{ name: 'submission', hint: say('scopeHint') }, { name: 'tenant' }, { name: 'subject' }]
const story = { id: 'submission', of: ({ submission }) => submission, show: ({ submission }) => submission ? link('/desk/stories?id=' + submission, submission) : '–' }
const parts = { holds: heldNow, retention: due, erasures: erased }

export async function holds({ query: asked }) {
  const part = Object.hasOwn(parts, asked.get('part') ?? '') ? asked.get('part') : 'holds'
  const { list, acts, fields } = await parts[part](asked)
  const tabs = h('nav.tabs', { 'aria-label': say('place.holds') }, Object.keys(parts).map((name) => {
    const tab = link('/desk/holds' + (name === 'holds' ? '' : '?part=' + name), say('part.' + name))
    if (name === part) tab.setAttribute('aria-current', 'page')
    return tab
  }))
  return {
    title: say('part.' + part),
    content: [h('div.row.between', {}, h('h1', {}, say('part.' + part)), h('div.row', {}, list.csv, acts)), tabs, fields && filters('/desk/holds', asked, fields, part === 'holds' ? {} : { part }), list.element].filter(Boolean),
  }
}

async function heldNow(asked) {
  const list = await table({
    name: 'holds', path: '/v1/admin/holds' + query({ ...wanted(asked, ['tenant', 'released']), limit: 500 }), none: 'noHolds', columns: [
      { id: 'setAt', of: ({ setAt }) => setAt, show: ({ setAt }) => time(setAt) }, story, { id: 'subject', of: ({ subject }) => subject }, { id: 'tenant', of: ({ tenant }) => tenant },
      { id: 'reason', of: ({ reason }) => reason }, { id: 'setBy', of: ({ setBy }) => setBy },
      { id: 'releasedAt', of: ({ releasedAt }) => releasedAt, show: ({ releasedAt, releasedBy }) => releasedAt ? [time(releasedAt), h('span.due', {}, releasedBy)] : '–' },
      { id: 'act', show: ({ id, releasedAt }) => releasedAt ? '' : button('danger.small', say('release'), doing(() => release(id)), { id: 'release-' + id, 'aria-label': say('releaseOne', { id }) }) },
    ],
  })
  const set = async () => {
    if (!await form(say('setHold'), say('setHoldText'), [...scope, { name: 'reason' }], say('setHold'), async (json) => (await send('POST', '/v1/admin/holds', { json })).json())) return
    announce(say('held'))
    await again()
  }
  return { list, acts: button('main', say('setHold'), set, { id: 'set' }), fields: [{ name: 'tenant' }, { name: 'released', kind: 'check', label: say('alsoReleased') }] }
}

async function release(id) {
  if (!await confirmed('DELETE', '/v1/admin/holds/' + id)) return
  announce(say('released'))
  await again()
}

async function due() {
  const list = await table({
    name: 'retention', label: say('part.retention'), path: '/v1/admin/retention?limit=500', key: ({ submission, part }) => submission + part, none: 'nothingDue', columns: [
      { id: 'since', of: ({ since }) => since, show: ({ since }) => time(since) }, story, { id: 'tenant', of: ({ tenant }) => tenant }, { id: 'journey', of: ({ journey }) => journey }, { id: 'state', of: ({ state }) => state },
      { id: 'part', of: ({ part }) => part, show: ({ part }) => say('removal.' + part) }, { id: 'days', of: ({ days }) => days }, { id: 'outcome', of: ({ outcome }) => outcome, show: ({ outcome }) => say(outcome === 'held' ? 'removal.held' : 'removal.goes') },
    ],
  })
  return { list }
}

async function erased(asked) {
  const list = await table({ name: 'erasures', label: say('part.erasures'), path: '/v1/admin/erasures' + query({ ...wanted(asked, ['tenant', 'submission']), limit: 100 }), none: 'nothingErased', columns: [...trail, { id: 'act', show: ({ action, submission, note }) => action === 'erasure.request' ? button('danger.small', say('agree'), doing(() => agree(submission, note)), { 'aria-label': say('agreeOne', { id: submission }) }) : '' }] })
  const agree = async (submission, note) => { if (await told({ submission, overruleMinimum: /^also/.test(note) })) await again() }
  const erase = async () => {
    // The question comes once the dialog with the fields is gone, and says how many are meant.
    const json = await form(say('erase'), say('eraseText'), [...scope, { name: 'overruleMinimum', kind: 'check', label: say('overrule') }], say('goOn'), async (values) => values, 'danger')
    if (!json) return
    await doing(async () => { if (await told(json)) await again() })()
  }
  return { list, acts: button('danger', say('erase'), erase, { id: 'erase' }), fields: [{ name: 'tenant' }, { name: 'submission' }] }
}

/** Erases, or asks for it; tells what became of each. False when the person says no. */
async function told(json) {
  const answer = await confirmed('POST', '/v1/admin/erasures', json)
  if (!answer) return false
  const { items } = await answer.json()
  await dialog(say('erasedNow'), (box, finish) => box.append(tableOf({ label: say('erasedNow'), items, key: ({ submission }) => submission, columns: [
    { id: 'submission', of: ({ submission }) => submission }, { id: 'outcome', of: ({ outcome, reason, until }) => outcome === 'asked' ? say('secondHasTo', { time: moment(until) }) : reason ? `${outcome}: ${reason}` : outcome }, { id: 'files', of: ({ files }) => files, show: ({ files }) => files == null ? '–' : number(files) },
  ] }).element, h('div.row.end', {}, button('main', say('close'), () => finish()))), 'broad')
  return true
}
