// The way in: an account of the organisation, or a key.
import { h, say, knows } from './dom.js'
import { send, query } from './api.js'

export function signIn(ways, done) {
  const trouble = new URLSearchParams(location.search).get('trouble')
  const told = h('p.notice.bad', { role: 'alert', hidden: !trouble }, trouble && knows('signIn.' + trouble) ? say('signIn.' + trouble) : say('signIn.refused'))
  const key = h('input', { id: 'key', type: 'password', autocomplete: 'off', required: true, maxlength: 100, spellcheck: 'false' })
  const form = h('form', { onsubmit: async (event) => {
    event.preventDefault()
    told.hidden = true
    try {
      await send('POST', '/desk/session', { json: { key: key.value.trim() } })
      await done()
    } catch (trouble) {
      told.textContent = trouble.status === 401 ? say('signIn.key') : trouble.words
      told.hidden = false
      key.focus()
    }
  } }, h('label', { for: 'key' }, say('key')), key, h('p.hint', {}, say('keyHint')), h('button.main', { type: 'submit' }, say('signIn')))
  // A link of a colleague leads where it says, once one has signed in.
  const asked = new URLSearchParams(location.search)
  asked.delete('trouble')
  const whole = location.pathname + query(Object.fromEntries(asked))
  const back = !location.pathname.startsWith('/desk/') ? '/desk' : whole.length > 512 ? location.pathname : whole
  return [h('section.card.sign-in', {}, h('h1', {}, say('signIn')), told,
    ways.openid && h('a.button.main', { href: `${ways.openid}?return=${encodeURIComponent(back)}` }, say('signInOpenID')),
    ways.openid && ways.key && h('p.quiet', {}, say('or')),
    ways.key && form)]
}
