// One table for all lists: sorted by a click on a column, filtered by its address, continued by a cursor, and saved as CSV.
import { h, say, button, complain } from './dom.js'
import { read, query } from './api.js'
import { localTime } from './times.js'

/** The next part of a list, as it stands on this origin: the gateway names its public address, on which an operator may not be. */
const part = (next) => { const address = new URL(next, location.href); return address.pathname + address.search }

/**
 * `columns`: `[{ id, of(item), show(item), plain }]`. `of` is what is sorted by and saved; `show` what is seen, where that is more.
 * `path` is where the list is read; `key` names an item; with `select`, items can be chosen, and `select` hears which ones are.
 */
export async function table({ name, columns, path, key, select, label = say('place.' + name), none = 'noneFound', file = name }) {
  const page = await read(path)
  return tableOf({ label, columns, items: page.items, next: page.next, key, select, none, file, page })
}

/** The same of what is known already; `fill` shows others in its place. */
export function tableOf({ label, columns, items, next, key = (item) => item.id, select, none = 'noneFound', file = 'docket', page }) {
  let order, falls = false
  const chosen = new Set(), rows = new Map()
  const heads = columns.map((column) => {
    const words = say('column.' + column.id)
    return h('th', { scope: 'col' }, column.of ? h('button.sort', { type: 'button', onclick: () => sort(column) }, words) : words)
  })
  const all = select && h('input', { type: 'checkbox', 'aria-label': say('chooseAll'), onchange: () => {
    for (const item of items) all.checked ? chosen.add(key(item)) : chosen.delete(key(item))
    fill()
  } })
  const body = h('tbody'), more = h('div.center'), empty = h('section.card.blank', {}, h('p', {}, say(none)))
  const scroller = h('div.table', { tabindex: '0', role: 'region', 'aria-label': label },
    h('table', {}, h('caption.sr', {}, label), h('thead', {}, h('tr', {}, select && h('td', {}, all), heads)), body))

  function sort(column) {
    falls = order === column ? !falls : false
    order = column
    fill()
  }
  function row(item) {
    const id = key(item)
    let known = rows.get(id)
    if (!known) {
      const box = select && h('input', { type: 'checkbox', 'aria-label': say('chooseOne', { id: select.words?.(item) ?? id }), onchange: () => {
        box.checked ? chosen.add(id) : chosen.delete(id)
        tell()
      } })
      const element = h('tr', { 'data-key': id }, select && h('td', {}, box), columns.map((column, index) => h(index ? 'td' : 'th', index ? {} : { scope: 'row' })))
      rows.set(id, known = { element, box, cells: [...element.children].slice(select ? 1 : 0) })
    }
    // Only what has changed is shown anew: a button that somebody is about to press stays where it is.
    columns.forEach((column, index) => {
      const made = h('span', {}, column.show ? column.show(item) : text(column.of(item)))
      const cell = known.cells[index]
      if (cell.firstChild?.outerHTML !== made.outerHTML) keepFocus(cell, made)
    })
    if (known.box) known.box.checked = chosen.has(id)
    return known.element
  }
  function fill() {
    const shown = order ? items.toSorted((one, other) => compare(order.of(one), order.of(other)) * (falls ? -1 : 1)) : items
    heads.forEach((head, index) => order === columns[index] ? head.setAttribute('aria-sort', falls ? 'descending' : 'ascending') : head.removeAttribute('aria-sort'))
    const wanted = shown.map(row), there = new Set(items.map(key))
    for (const id of rows.keys()) if (!there.has(id)) rows.delete(id), chosen.delete(id)
    if (wanted.length !== body.childElementCount || wanted.some((element, index) => element !== body.children[index])) body.replaceChildren(...wanted)
    scroller.hidden = items.length === 0
    empty.hidden = items.length > 0
    more.replaceChildren(next ? button('soft', say('more'), load, { id: 'more' }) : '')
    tell()
  }
  function tell() {
    if (!select) return
    all.checked = items.length > 0 && items.every((item) => chosen.has(key(item)))
    all.indeterminate = chosen.size > 0 && !all.checked
    select.changed?.([...chosen])
  }
  async function load(event) {
    const pressed = event.currentTarget
    pressed.disabled = true
    try {
      const found = await read(part(next))
      items = [...items, ...found.items]
      next = found.next
      fill()
      rows.get(key(found.items[0] ?? items[0]))?.element.querySelector('a, button, input')?.focus()
    } catch (trouble) {
      pressed.disabled = false
      complain(trouble.words)
    }
  }
  const csv = button('', 'CSV', () => save(file, columns.filter(({ of }) => of).map(({ id }) => id), items.map((item) => columns.filter(({ of }) => of).map(({ of }) => of(item)))), { title: say('csv') })
  fill()
  return { element: h('div.list-of', {}, scroller, empty, more), csv, page, chosen: () => [...chosen], fill: (others) => { items = others; fill() } }
}

const text = (value) => value == null || value === '' ? h('span.quiet', {}, '–') : String(value)

function compare(one, other) {
  if (one == null || other == null) return (one == null) - (other == null)
  return typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other))
}

function keepFocus(cell, made) {
  const id = cell.contains(document.activeElement) && document.activeElement.id
  cell.replaceChildren(made)
  if (id) document.getElementById(id)?.focus()
}

/**
 * Fields over a list, whose values stand in the address: `[{ name, kind, options, label, hint }]`, where `kind` is `text`, `time`,
 * `choice` or `check`.
 */
export function filters(path, asked, fields, fixed = {}) {
  const form = h('form.filters', { role: 'search', onsubmit: (event) => { event.preventDefault(); apply() } }, fields.map((field) => {
    const words = h('span', {}, field.label ?? say('column.' + field.name)), value = asked.get(field.name) ?? ''
    if (field.kind === 'choice') {
      return h('label.choice-field', {}, words, h('select', { name: field.name, onchange: apply }, h('option', { value: '' }, say('any')),
        field.options.map((option) => { const [id, title] = Array.isArray(option) ? option : [option, option]; return h('option', { value: id, selected: id === value }, title) })))
    }
    if (field.kind === 'check') return h('label.choice-field', {}, h('input', { type: 'checkbox', name: field.name, checked: value === 'true', value: 'true', onchange: apply }), words)
    const local = field.kind === 'time'
    const input = h('input', { type: local ? 'datetime-local' : 'text', name: field.name, placeholder: field.hint, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off' })
    input.value = local && value ? localTime(value) : value
    return h('label.choice-field', {}, words, input)
  }), fields.some(({ kind }) => !kind || kind === 'text' || kind === 'time') && h('button.soft', { type: 'submit' }, say('filter')))
  function apply() {
    const values = { ...fixed }
    for (const { name, kind } of fields) {
      const input = form.elements[name]
      const value = kind === 'check' ? input.checked && 'true' : input.value.trim()
      values[name] = kind === 'time' && value ? new Date(value).toISOString() : value
    }
    // The portal has tables, too, and another frame.
    import('./app.js').then(({ go }) => go(path + query(values)))
  }
  return form
}

/** What of an address a list is filtered by. */
export const wanted = (asked, names) => Object.fromEntries(names.map((name) => [name, asked.get(name) ?? '']))

/** A text that a table program would calculate begins with an apostrophe. */
const cell = (value) => {
  const words = String(value ?? '')
  return '"' + (typeof value !== 'number' && /^[=+\-@\t\r\n]/.test(words) ? "'" + words : words).replaceAll('"', '""') + '"'
}

/** Rows as a table program reads them. */
const csvText = (names, rows) => [names, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')

export function save(file, names, rows) {
  const address = URL.createObjectURL(new Blob([csvText(names, rows)], { type: 'text/csv' }))
  h('a', { href: address, download: file + '.csv' }).click()
  setTimeout(() => URL.revokeObjectURL(address), 1000)
}
