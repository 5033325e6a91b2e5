// The portal of a tenant's own developers: the link that lets them in, where one can go, and which view stands at which address.
import { h, say, start, button, complain, settle } from '../desk/dom.js'
import { read, send, onSignedOut, Trouble } from '../desk/api.js'
import { clock } from '../desk/times.js'
import { endpoints, endpoint } from './endpoints.js'
import { deliveries } from './deliveries.js'
import { logs } from './logs.js'

const main = document.getElementById('main'), top = document.getElementById('top')
/** The tenant, until when, and what an endpoint can be told. */
export let session

const views = { endpoints, endpoint, deliveries, logs }
const places = ['endpoints', 'deliveries', 'logs']

/** A link within the portal: shown without a reload, and one that can be opened beside it. */
export const link = (path, ...children) =>
  h('a', { href: path, onclick: (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return
    event.preventDefault()
    go(path)
  } }, ...children)

/** A dialog that has just closed goes back by the entry that it made: a new one is made after that, or it would be that one. */
const closed = () => history.state?.sheet && new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))

export async function go(path) {
  await closed()
  if (path !== location.pathname + location.search) history.pushState({}, '', path)
  await show()
}

/** What is shown, as it is now. */
export const again = () => go(location.pathname + location.search)

let turn = 0, shown
async function show() {
  const mine = ++turn
  if (location.pathname === '/portal') history.replaceState({}, '', '/portal/endpoints')
  shown = location.pathname + location.search
  const name = location.pathname.slice('/portal/'.length)
  settle()
  if (!Object.hasOwn(views, name)) return fill(say('nothing'), [h('section.card.blank', {}, h('h1', {}, say('noSuchPage')), link('/portal/endpoints', say('place.endpoints')))])
  main.setAttribute('aria-busy', 'true')
  try {
    const made = await views[name]({ query: new URLSearchParams(location.search) })
    if (mine === turn) fill(made.title, made.content, name === 'endpoint' ? 'endpoints' : name)
  } catch (trouble) {
    if (mine !== turn) return
    if (!(trouble instanceof Trouble)) throw trouble
    fill(say('failed'), [failure(trouble, show)], name)
  }
}

const failure = (trouble, act) =>
  h('section.card.blank', { role: 'alert' }, h('h1', {}, say('failed')), h('p', {}, trouble.words), button('main', say('reload'), () => act()))

function fill(title, content, name) {
  document.title = `${title} · Docket`
  main.removeAttribute('aria-busy')
  main.replaceChildren(...content)
  frame(name)
  scrollTo(0, 0)
  main.focus({ preventScroll: true })
}

const names = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español', ja: '日本語' }

function frame(name) {
  const languages = h('select', { 'aria-label': say('language'), onchange: (event) => {
    localStorage.setItem('docket-language', event.target.value)
    location.reload()
  } }, Object.entries(names).map(([tag, own]) => h('option', { value: tag, lang: tag, selected: start.language.startsWith(tag) }, own)))
  top.replaceChildren(
    h('p.brand', {}, h('img', { src: start.logo, alt: '', height: 28 }), session?.tenant ?? 'Docket', session?.test && h('span.sign', {}, say('test'))),
    session ? h('nav', { 'aria-label': say('places') }, places.map((place) => {
      const entry = link('/portal/' + place, say('place.' + place))
      if (place === name) entry.setAttribute('aria-current', 'page')
      return entry
    })) : '',
    h('div.row', {}, languages,
      session && h('span.who', { title: session.name }, say('until', { time: clock(session.endsAt) })),
      session && button('quiet', say('leave'), leave, { id: 'leave' })))
}

async function leave() {
  try {
    await send('DELETE', '/portal/session')
    over('left')
  } catch (trouble) { complain(trouble.words) }
}

/** Nothing can be done here any more. */
function over(why) {
  session = undefined
  turn++
  for (const dialog of document.querySelectorAll('dialog[open]')) dialog.close()
  fill(say(why + '.title'), [h('section.card.blank', { role: 'status' }, h('h1', {}, say(why + '.title')), h('p', {}, say(why + '.text')))])
}

const secretOf = (hash) => /^#(dp_[\w-]+)$/.exec(hash)?.[1]

async function begin(secret = secretOf(location.hash)) {
  const wanted = localStorage.getItem('docket-language')
  const at = new URL(location.href)
  if (wanted && wanted in names && !start.language.startsWith(wanted) && !at.searchParams.has('lang')) {
    at.searchParams.set('lang', wanted)
    return location.replace(at)
  }
  if (wanted) at.searchParams.delete('lang')
  // The secret goes from the address and from Back, and of a dialog that was open before a reload nothing is left.
  if (wanted || secret || history.state?.sheet) history.replaceState({}, '', at.pathname + at.search)
  try {
    session = secret ? await (await send('POST', '/portal/session', { json: { link: secret } })).json() : await read('/portal/session')
  } catch (trouble) {
    if (!(trouble instanceof Trouble)) throw trouble
    if (trouble.type === 'link-ended') return over('ended')
    if (trouble.status === 401) return over(secret ? 'unknown' : 'nobody')
    return fill(say('failed'), [failure(trouble, () => begin(secret))])
  }
  frame()
  await show()
}

onSignedOut(() => { if (session) over('ended') })
addEventListener('popstate', () => {
  // Forward leads to the entry of a dialog that is closed: nobody will go back from there.
  if (history.state?.sheet && !document.querySelector('dialog[open]')) history.replaceState({}, '')
})
addEventListener('popstate', () => { if (session && location.pathname + location.search !== shown) show() })
addEventListener('hashchange', () => { if (secretOf(location.hash)) begin() })
begin()
