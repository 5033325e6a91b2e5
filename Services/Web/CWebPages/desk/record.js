// One record of a topic: its event, the schema that it keeps to, its trace, and what else happened to its submission.
import { h, say, button } from './dom.js'
import { read, query, Trouble } from './api.js'
import { link } from './app.js'
import { command, copy, pretty } from './acts.js'
import { brief, exact } from './times.js'
import { placeOf, recordCommands } from './places.js'

/** Of what a stream or an answer says of it. */
export const recordOf = (text) => {
  try { return JSON.parse(text) } catch { return { record: { problem: text }, event: null } }
}

/**
 * Shows one. `steps` are the buttons beside its title; `nearby` makes a button of an event that can be shown at once, and nothing of
 * another. Resolves once it is whole.
 */
export async function showRecord(detail, { topic, partition, offset }, { known, steps = [], nearby = () => undefined, isCurrent, address }) {
  const more = h('div.part', { 'aria-busy': 'true' })
  const fill = ({ record, event }) => {
    const text = event && JSON.stringify(event, null, 2)
    detail.replaceChildren(
      h('div.row.between', {}, h('h2', {}, event?.type ?? say('record')), h('div.row', {}, steps)),
      h('p.quiet', {}, `${topic}/${partition}/${offset}`, record.published ? ` · ${exact(record.published)}` : '', record.latency == null ? '' : ` · +${brief(record.latency)}`),
      h('div.row', {}, event?.subject && link('/desk/stories' + query({ id: event.subject }), say('itsStory')),
        text && button('small', say('copyEvent'), () => copy(text), { id: 'copy-event' }), button('small', say('copyLink'), () => copy(new URL(address(), location.href).href), { id: 'copy-link' })),
      text ? pretty(text) : h('p.notice.warm', {}, record.problem ?? say('noEvent')),
      record.headers?.length ? h('details', {}, h('summary', {}, say('headers')), h('dl.keys', {}, record.headers.map(({ name, text }) => [h('dt', {}, name), h('dd', {}, text)]))) : '',
      more, h('h3', {}, say('elsewhere')), ...recordCommands(topic, partition, offset).map(command))
  }
  if (known) fill(known)
  else detail.replaceChildren(h('p.quiet', { role: 'status' }, say('loading')))
  let found
  try {
    found = await read(`/v1/admin/topics/${encodeURIComponent(topic)}/events/${partition}/${offset}`)
  } catch (trouble) {
    if (!(trouble instanceof Trouble)) throw trouble
    if (!isCurrent()) return
    const told = h('p.notice.warm', { role: 'alert' }, trouble.status === 404 ? say('recordGone') : trouble.words)
    known ? more.replaceChildren(told) : detail.replaceChildren(told)
    more.removeAttribute('aria-busy')
    return
  }
  if (!isCurrent()) return
  if (!known) fill(found)
  const { schema, trace, neighbours = [] } = found.more ?? {}
  more.replaceChildren(h('dl.keys', {},
    schema ? [h('dt', {}, say('schema')), h('dd', {}, h('a', { href: schema, target: '_blank', rel: 'noreferrer' }, schema.split('/').at(-1)))] : [],
    trace ? [h('dt', {}, say('trace')), h('dd', {}, link('/desk/topics' + query({ topic, where: `traceparent ~ "${trace}"`, from: 'beginning' }), trace))] : []),
  neighbours.length > 1 ? h('div.part', {}, h('h3', {}, say('sameSubmission')), h('ol.plain.near', {}, neighbours.map(({ event, type, sequence, isThis }) =>
    h('li', { 'aria-current': String(isThis) }, (!isThis && nearby(event, `#${sequence} ${type}`)) || `#${sequence} ${type}`)))) : '')
  more.removeAttribute('aria-busy')
}

export const placeIn = (topic, text) => placeOf(`${topic}/${text ?? ''}`)
