// Words, and the person's own way of writing numbers and dates.
import { kindName } from './elements.js'

export function makeVoice({ language, words }) {
  const locale = navigator.languages?.find((tag) => tag.startsWith(language.slice(0, 2))) ?? language
  const say = (key, values = {}) => (words[key] ?? key).replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all)
  return {
    say,
    knows: (key) => Object.hasOwn(words, key),
    pageCount: (n) => (n === 0 ? say('noPages') : n === 1 ? say('onePage') : say('pages', { n })),
    /** A month, such as October 2026. */
    month: (day) => new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(new Date(day + 'T00:00:00Z')),
    list: (items) => new Intl.ListFormat(locale, { type: 'conjunction' }).format(items),
    kindNames: (types) => new Intl.ListFormat(locale, { type: 'disjunction' }).format(types.map(kindName)),
    size(bytes) {
      const [value, unit] = bytes >= 1e6 ? [bytes / 1e6, 'megabyte'] : bytes >= 1e3 ? [bytes / 1e3, 'kilobyte'] : [bytes, 'byte']
      return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: value < 10 ? 1 : 0 }).format(value)
    },
    /** A day of the calendar, or a moment. */
    date(text) {
      const isDay = text.length === 10
      return new Intl.DateTimeFormat(locale, { dateStyle: 'long', ...(isDay ? { timeZone: 'UTC' } : { timeStyle: 'short' }) })
        .format(new Date(isDay ? text + 'T00:00:00Z' : text))
    },
  }
}
