// The desk's elements, words and dialogs: it is the whole document. The gateway joins the page's own into this module, by whose name
// all of the desk has them.
import { makeVoice } from '../voice.js'
import { makeSheets } from '../sheets.js'

export const start = JSON.parse(document.getElementById('start').textContent)
export const { say, knows, size } = makeVoice(start)
export const { dialog, ask, announce, complain, settle } = makeSheets({ root: document, say, keepsHistory: true })
