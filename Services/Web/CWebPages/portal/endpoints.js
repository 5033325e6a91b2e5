// Who of the tenant is told over HTTP: made, changed, tried out, and told again.
import { h, say, knows, button, announce, dialog } from '../desk/dom.js'
import { read, send } from '../desk/api.js'
import { form, confirmed, doing, command } from '../desk/acts.js'
import { tableOf } from '../desk/table.js'
import { number, time } from '../desk/times.js'
import { session, go, again, link } from './app.js'
import { deliveriesOf, exchange } from './deliveries.js'

const root = '/v1/webhook-endpoints'
const placeOf = (id) => '/portal/endpoint?id=' + id

/** Such as “accepted” of `com.docket.submission.accepted.v1`, and “custody.head” of `com.docket.custody.head.v1`. */
const eventName = (type) => type.replace(/^com\.docket\.(submission\.)?/, '').replace(/\.v\d+$/, '')
const journeyName = (id) => session.journeys.find((journey) => journey.id === id)?.title ?? id

function stateOf({ state, disabledBecause, failingSince }) {
  const words = say('state.' + state)
  return [state === 'enabled' ? words : h('strong.bad-text', {}, words),
    disabledBecause && h('span.due', {}, knows('because.' + disabledBecause) ? say('because.' + disabledBecause) : disabledBecause),
    failingSince && h('span.due', {}, time(failingSince))]
}

export async function endpoints() {
  const { items } = await read(root)
  const list = tableOf({
    label: say('place.endpoints'), items, none: 'noEndpoints', file: 'endpoints', columns: [
      { id: 'address', of: ({ url }) => url, show: ({ id, url, name }) => [link(placeOf(id), name ?? url), name && h('span.due', {}, url)] },
      { id: 'state', of: ({ state }) => state, show: stateOf },
      { id: 'events', of: ({ events }) => events.map(eventName).join(', ') || say('allEvents') },
      { id: 'journeys', of: ({ journeys }) => journeys.map(journeyName).join(', ') || say('allJourneys') },
      { id: 'createdAt', of: ({ createdAt }) => createdAt, show: ({ createdAt }) => time(createdAt) },
    ],
  })
  return {
    title: say('place.endpoints'),
    content: [h('div.row.between', {}, h('h1', {}, say('place.endpoints')), button('main', say('newEndpoint'), doing(make), { id: 'make' })), h('p.quiet', {}, say('endpointsText')), list.element],
  }
}

/** What can be wished of one. Of a journey that is offered no more it goes on being told. */
function wishes(endpoint = {}) {
  const gone = (endpoint.journeys ?? []).filter((id) => !session.journeys.some((journey) => journey.id === id))
  return [
    { name: 'url', required: true, most: 2000, value: endpoint.url, label: say('column.address'), hint: say('addressHint') },
    { name: 'name', most: 200, value: endpoint.name },
    { name: 'contact', most: 200, value: endpoint.contact, hint: say('contactHint') },
    { name: 'events', kind: 'many', value: endpoint.events, hint: say('allHint'), options: session.events.map((type) => [type, eventName(type)]) },
    { name: 'journeys', kind: 'many', value: endpoint.journeys, hint: say('allHint'), options: [...session.journeys.map(({ id, title }) => [id, title]), ...gone.map((id) => [id, id])] },
    { name: 'fields', kind: 'lines', value: endpoint.fields, hint: say('fieldsHint') },
  ]
}

const contactOf = ({ contact, contactUnopened }) => contact ?? (contactUnopened ? say('contactUnopened') : '–')

/** As the gateway takes it: nothing in place of an empty text or list. */
const asked = (values) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value?.length ? value : null]))

const saved = async (method, path, json) => (await send(method, path, { json })).json()

async function make() {
  const kinds = [['v1', say('signature.v1')], ['v1a', say('signature.v1a')]]
  const made = await form(say('newEndpoint'), '', [...wishes(), { name: 'signature', kind: 'choice', options: kinds }], say('create'), (values) => saved('POST', root, asked(values)))
  if (!made) return
  await showSecret(made.secret)
  await go(placeOf(made.id))
}

const showSecret = (secret, more) => dialog(say('secret'), (box, finish) => box.append(
  h('p', {}, say(secret.startsWith('whpk_') ? 'publicKeyOnce' : 'secretOnce')), ...(more ? [h('p.quiet', {}, more)] : []), command(secret),
  h('div.row.end', {}, button('main', say('close'), () => finish()))))

export async function endpoint({ query }) {
  const id = query.get('id') ?? '', at = `${root}/${encodeURIComponent(id)}`
  const [found, list] = await Promise.all([read(at), deliveriesOf({ endpoint: id })])
  const isOff = found.state === 'disabled'

  const edit = async () => {
    if (await form(say('edit'), '', wishes(found), say('save'), (values) => saved('PATCH', at, changes(values)))) await again()
  }
  // What could not be shown stays, unless another one is entered.
  const changes = ({ contact, ...values }) => asked(contact || !found.contactUnopened ? { ...values, contact } : values)
  const turn = async () => { await saved('PATCH', at, { enabled: isOff }); await again() }
  const rotate = async () => {
    const spans = ['86400', '3600', '604800', '0'].map((seconds) => [seconds, say('overlap.' + seconds)])
    const rotated = await form(say('rotate'), say('rotateText'), [{ name: 'overlap', kind: 'choice', options: spans }], say('rotate'), ({ overlap }) => saved('POST', at + '/rotate', { overlap: Number(overlap) }), 'danger')
    if (!rotated) return
    await showSecret(rotated.secret, say('rotated'))
    await again()
  }
  const test = async () => {
    const samples = [['', say('noSample')], ...session.events.map((type) => [type, eventName(type)])]
    const told = await form(say('sendSample'), say('sampleText'), [{ name: 'sample', kind: 'choice', options: samples }], say('send'), ({ sample }) => saved('POST', at + '/test', sample ? { sample } : {}))
    if (told) await dialog(say(told.taken ? 'taken' : 'notTaken'), (box) => box.append(exchange(told)), 'broad')
  }
  const recover = async () => {
    const told = await form(say('recover'), say('recoverText'), [{ name: 'since', kind: 'time', required: true }], say('recover'), (values) => saved('POST', at + '/recover', values))
    if (!told) return
    await again()
    announce(say('recovered', { n: number(told.deliveries) }))
  }
  const remove = async () => {
    if (!await confirmed('DELETE', at)) return
    await go('/portal/endpoints')
    announce(say('removed'))
  }

  const facts = [
    ['state', stateOf(found)], ['address', found.url], ['events', found.events.map(eventName).join(', ') || say('allEvents')],
    ['journeys', found.journeys.map(journeyName).join(', ') || say('allJourneys')], ['fields', found.fields.join(', ') || say('allFields')], ['contact', contactOf(found)],
    ['createdAt', [time(found.createdAt), h('span.due', {}, found.createdBy)]],
  ]
  const title = found.name ?? found.url
  return {
    title,
    content: [
      h('p', {}, link('/portal/endpoints', say('place.endpoints'))),
      h('section.card', {}, h('h1', {}, title), h('dl.figures', {}, facts.map(([name, value]) => h('div', {}, h('dt', {}, say('column.' + name)), h('dd', {}, value)))),
        h('div.row', {}, button('main', say('sendSample'), doing(test), { id: 'test' }), button('', say('edit'), doing(edit), { id: 'edit' }), button('', say(isOff ? 'enable' : 'disable'), doing(turn), { id: 'turn' }),
          button('', say('rotate'), doing(rotate), { id: 'rotate' }), button('', say('recover'), doing(recover), { id: 'recover', disabled: isOff }), button('danger', say('remove'), doing(remove), { id: 'remove' }))),
      h('section.part', {}, h('h2', {}, say('place.deliveries')), list.element),
    ],
  }
}
