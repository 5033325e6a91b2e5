// Moments and spans in the reader's language.
import { start } from './dom.js'

const relative = new Intl.RelativeTimeFormat(start.language, { numeric: 'auto', style: 'short' })
const units = [['day', 86400], ['hour', 3600], ['minute', 60], ['second', 1]]

/** Such as “3 hr. ago”. */
function ago(at, now = Date.now()) {
  const seconds = (Date.parse(at) - now) / 1000
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? units.at(-1)
  return relative.format(Math.trunc(seconds / size), unit)
}

/** Such as “4 min”. */
export function span(seconds) {
  const [unit, size] = units.find(([, size]) => seconds >= size) ?? units.at(-1)
  return new Intl.NumberFormat(start.language, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 }).format(seconds / size)
}

export const moment = (at) => new Intl.DateTimeFormat(start.language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at))
export const day = (text) => new Intl.DateTimeFormat(start.language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(text + 'T00:00:00Z'))
export const clock = (at) => new Intl.DateTimeFormat(start.language, { timeStyle: 'short' }).format(new Date(at))
/** To the millisecond, for what follows closely on another. */
export const exact = (at) => isNaN(new Date(at)) ? '' : new Intl.DateTimeFormat(start.language, { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3, hourCycle: 'h23' }).format(new Date(at))
export const number = (value) => new Intl.NumberFormat(start.language).format(value)
/** Such as “3.1 ms”. */
export const brief = (milliseconds) => milliseconds >= 1000 ? span(milliseconds / 1000) : new Intl.NumberFormat(start.language, { style: 'unit', unit: 'millisecond', unitDisplay: 'short', maximumFractionDigits: milliseconds < 100 ? 1 : 0 }).format(milliseconds)
export const percent = (value) => new Intl.NumberFormat(start.language, { style: 'percent' }).format(value)
export const time = (at, text) => { const element = document.createElement('time'); element.dateTime = at; element.title = moment(at); element.textContent = text ?? ago(at); return element }
/** As a field for a date and a time takes it: to the minute, or more of it. */
export const localTime = (at, length = 16) => { const date = new Date(at); return isNaN(date) ? '' : new Date(date - date.getTimezoneOffset() * 60000).toISOString().slice(0, length) }
