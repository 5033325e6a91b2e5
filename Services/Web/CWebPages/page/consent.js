// What the person is asked to agree to, before the first file.
import { h } from './elements.js'

export function makeConsent(shared) {
  const { start, state, root, say, announce } = shared
  const key = `docket-consent-${start.submission}-${start.consent?.version}`
  let hasAgreed = false
  try { hasAgreed = sessionStorage.getItem(key) === 'yes' } catch { /* then it is asked again after a reload */ }

  /** The text that is still to be agreed to; nothing where none is asked for, or where that was done. */
  const consentAsked = () =>
    state.mayChange && start.consent && start.consent.version !== state.submission.consent?.version ? start.consent : null

  const isAgreed = () => hasAgreed || !consentAsked()

  function consentBox() {
    const consent = consentAsked()
    if (!consent) return null
    const check = h('input', { type: 'checkbox', id: 'agree', onchange: () => {
      hasAgreed = check.checked
      try { sessionStorage.setItem(key, hasAgreed ? 'yes' : 'no') } catch { /* the page remembers it as long as it is open */ }
    } })
    check.checked = hasAgreed
    return h('section.card', { 'aria-labelledby': 'consent' },
      h('h2', { id: 'consent' }, say('consentTitle')),
      h('p.prose', {}, consent.text, consent.url && [' ', h('a', { href: consent.url, rel: 'noreferrer noopener', target: '_blank' }, say('consentMore'))]),
      h('label.check', {}, check, h('span', {}, say('consent'))))
  }

  /** Whether that has to be answered first; then the person is led there. */
  function askConsent() {
    if (!consentAsked() || hasAgreed) return false
    root.getElementById('agree')?.focus()
    announce(say('consentFirst'))
    return true
  }

  return { consentAsked, isAgreed, consentBox, askConsent }
}
