// The keys that back ends, reviewers and operators come in with.
import { h, say, knows, button, dialog, announce } from './dom.js'
import { send, query } from './api.js'
import { go } from './app.js'
import { form, confirmed, doing, command } from './acts.js'
import { table, filters, wanted } from './table.js'
import { time } from './times.js'

const roles = ['backend', 'reviewer', 'auditor', 'operator']
const when = (name) => ({ id: name, of: (item) => item[name], show: (item) => item[name] ? time(item[name]) : '–' })
const again = () => go(location.pathname + location.search)

export async function access({ query: asked }) {
  const list = await table({
    name: 'keys', path: '/v1/admin/keys' + query(wanted(asked, ['tenant'])), key: ({ prefix }) => prefix, none: 'noKeys', columns: [
      { id: 'prefix', of: ({ prefix }) => prefix, show: ({ prefix }) => h('code', {}, prefix) }, { id: 'name', of: ({ name }) => name }, { id: 'role', of: ({ role }) => role }, { id: 'tenant', of: ({ tenant }) => tenant },
      { id: 'state', of: ({ state }) => state, show: ({ state }) => knows('keyState.' + state) ? say('keyState.' + state) : state },
      when('lastUsedAt'), when('expiresAt'), { id: 'createdAt', of: ({ createdAt }) => createdAt, show: ({ createdAt, createdBy }) => [time(createdAt), h('span.due', {}, createdBy)] },
      { id: 'act', show: ({ prefix, state }) => state === 'active' ? button('danger.small', say('revoke'), doing(() => revoke(prefix)), { id: 'revoke-' + prefix, 'aria-label': say('revokeOne', { id: prefix }) }) : '' },
    ],
  })
  const make = async () => {
    const made = await form(say('makeKey'), '', [{ name: 'tenant', required: true }, { name: 'role', kind: 'choice', options: roles }, { name: 'reason', required: true, least: 5, hint: say('keyReason') }, { name: 'name' }, { name: 'expiresAt', kind: 'time' }], say('makeKey'),
      async (json) => (await send('POST', '/v1/admin/keys', { json })).json())
    if (!made) return
    await dialog(say('keyMade'), (box, finish) => box.append(h('p', {}, say('keyOnce')), command(made.key), h('div.row.end', {}, button('main', say('close'), () => finish()))))
    await again()
  }
  return {
    title: say('place.keys'),
    content: [h('div.row.between', {}, h('h1', {}, say('place.keys')), h('div.row', {}, list.csv, button('main', say('makeKey'), make, { id: 'make' }))), filters('/desk/keys', asked, [{ name: 'tenant' }]), list.element],
  }
}

async function revoke(prefix) {
  if (!await confirmed('DELETE', '/v1/admin/keys/' + prefix)) return
  announce(say('revoked', { id: prefix }))
  await again()
}
