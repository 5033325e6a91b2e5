// The frame of the desk: who is signed in, where one can go, and which view stands at which address.
import { h, say, start, button, complain, settle } from './dom.js'
import { read, send, onSignedOut, Trouble } from './api.js'
import { queue } from './queue.js'
import { handle, keysFor, help } from './keys.js'

const main = document.getElementById('main'), top = document.getElementById('top')
export let session
let current = {}

const operated = ['operations', 'topics', 'stories', 'letters', 'deliveries', 'journeys', 'audit', 'keys', 'holds', 'exports']
const later = (pattern, permission, module, name = module) => ({ pattern, permission, name, show: async (view) => (await loaded(module))[module](view) })

/** By path: what it is for, and what shows it. */
const views = [
  { pattern: /^\/desk\/review$/, permission: 'decide', show: queue, name: 'queue' },
  // The queue is what most people see first. All others are loaded when they are wanted: reviewers never load those of operators.
  later(/^\/desk\/review\/numbers$/, 'decide', 'numbers'),
  later(/^\/desk\/mail$/, 'decide', 'mail'),
  later(/^\/desk\/review\/([0-9a-f-]{36})$/, 'decide', 'review', 'queue'),
  ...operated.map((name) => later(new RegExp(`^/desk/${name}$`), 'operate', name === 'keys' ? 'access' : name, name)),
]
/** A browser that cannot load a view's script says no more than that: the gateway is not there. */
const loaded = (name) => import(`./${name}.js`).catch((error) => { throw error instanceof SyntaxError ? error : new Trouble('network') })
const places = [
  ['queue', '/desk/review', 'decide'], ['mail', '/desk/mail', 'decide'], ['numbers', '/desk/review/numbers', 'decide'],
  ...operated.map((name) => [name, '/desk/' + name, 'operate']),
]

export const may = (permission) => session?.permissions.includes(permission)

/** A link within the desk: shown without a reload, and one that can be opened beside it or sent to a colleague. */
export const link = (path, ...children) =>
  h('a', { href: path, onclick: (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return
    event.preventDefault()
    go(path)
  } }, ...children)

export async function go(path, { replace = false, ...more } = {}) {
  if (path !== location.pathname + location.search) history[replace ? 'replaceState' : 'pushState']({}, '', path)
  await show(more)
}

/** The view that is shown says itself what it shows now: its address can be sent to a colleague, and nothing is loaded anew. */
export function named(path) {
  history.replaceState(history.state, '', path)
  shown = location.pathname + location.search
}

let turn = 0, shown
async function show(more = {}) {
  const mine = ++turn
  if (location.pathname === '/desk') {
    const first = places.find(([, , permission]) => may(permission))
    if (first) history.replaceState({}, '', first[1])
  }
  shown = location.pathname + location.search
  const view = views.find(({ pattern }) => pattern.test(location.pathname))
  current.end?.()
  current = {}
  keysFor([])
  settle()
  if (!view || !may(view.permission)) return fill(say('nothing'), [h('section.card.blank', {}, h('h1', {}, view ? say('notYours') : say('noSuchPage')))])
  main.setAttribute('aria-busy', 'true')
  try {
    const made = await view.show({ parts: location.pathname.match(view.pattern).slice(1), query: new URLSearchParams(location.search), isCurrent: () => mine === turn, ...more })
    if (mine !== turn) return made.end?.()
    current = made
    fill(made.title, made.content, view.name)
    made.shown?.()
    // What a reviewer goes to next is there when it is wanted.
    if (may('decide')) loaded('review').catch(() => {})
  } catch (trouble) {
    if (mine !== turn) return
    if (!(trouble instanceof Trouble)) throw trouble
    fill(say('failed'), [h('section.card.blank', { role: 'alert' }, h('h1', {}, say('failed')), h('p', {}, trouble.words),
      // An operator is helped by what the gateway says of it.
      view.permission === 'operate' && trouble.status >= 500 && trouble.body.detail && h('p', {}, trouble.body.detail), button('main', say('reload'), () => show()))], view.name)
  }
}

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
    h('p.brand', {}, h('img', { src: start.logo, alt: '', height: 28 }), 'Docket'),
    session ? h('nav', { 'aria-label': say('places') }, places.filter(([, , permission]) => may(permission)).map(([place, path]) => {
      const entry = link(path, say('place.' + place))
      if (place === name) entry.setAttribute('aria-current', 'page')
      return entry
    })) : '',
    h('div.row', {}, languages,
      session && button('bare', '?', help, { 'aria-label': say('keys.title'), title: say('keys.title') }),
      session && h('span.who', { title: session.actor }, session.name),
      session && session.signedInBy !== 'development' && button('quiet', say('signOut'), signOut)))
}

async function signOut() {
  try {
    const { signOutAt } = await (await send('DELETE', '/desk/session')).json()
    location.assign(signOutAt ?? '/desk')
  } catch (trouble) { complain(trouble.words) }
}

async function begin() {
  const wanted = localStorage.getItem('docket-language')
  const at = new URL(location.href)
  if (wanted && wanted in names && !start.language.startsWith(wanted) && !at.searchParams.has('lang')) {
    at.searchParams.set('lang', wanted)
    return location.replace(at)
  }
  at.searchParams.delete('lang')
  if (wanted) history.replaceState({}, '', at.pathname + at.search)
  try {
    await read('/desk/session').then(enter, askWho)
  } catch (trouble) {
    leave()
    if (!(trouble instanceof Trouble)) throw trouble
    fill(say('failed'), [h('section.card.blank', { role: 'alert' }, h('h1', {}, say('failed')), h('p', {}, trouble.words), button('main', say('reload'), begin))])
  }
}

function enter(found) {
  session = found
  // Where one can go is there before what one sees there.
  frame()
  return show()
}

async function askWho(trouble) {
  if (trouble.status !== 401) throw trouble
  leave()
  const { signIn } = await loaded('signing')
  fill(say('signIn'), signIn(trouble.body.signIn ?? { key: true }, begin), '')
}

function leave() {
  session = undefined
  current.end?.()
}

onSignedOut(() => { if (session) { session = undefined; turn++; begin() } })
addEventListener('popstate', () => { if (location.pathname + location.search !== shown) show() })
addEventListener('keydown', handle)
begin()
