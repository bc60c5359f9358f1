/** A frame of the provider's host with inputs in it: tells the page what it may know, and nothing of what was typed. */
import { brandOf, FIELDS, INPUTS } from './fields.js'

const { type, channel } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)))
const digits = new Map()
const left = new Set()
const tell = (event, more) => parent.postMessage({ channel, event, ...more }, '*')

function state() {
  const judged = [...digits].map(([name, text]) => ({ name, text, ...FIELDS[name].judge(text) }))
  const wrong = judged.map(({ name, text, now, left: later }) => now ?? (left.has(name) && text ? later : undefined))
  return {
    empty: judged.every(({ text }) => text === ''),
    complete: judged.every(({ complete }) => complete === true),
    error: wrong.find((one) => one !== undefined),
    incomplete: judged.map(({ now, left: later }) => now ?? later).find((one) => one !== undefined),
    brand: digits.has('cardnumber') ? brandOf(digits.get('cardnumber')) : undefined,
  }
}

const inputs = (INPUTS[type] ?? []).map((name) => {
  const field = FIELDS[name]
  const input = document.createElement('input')
  Object.assign(input, { name, placeholder: field.holder, inputMode: 'numeric', autocomplete: 'off' })
  input.setAttribute('aria-label', field.label)
  digits.set(name, '')
  input.addEventListener('input', () => {
    const typed = input.value.replace(/\D/g, '')
    input.value = field.shown(typed)
    digits.set(name, input.value.replace(/\D/g, ''))
    tell('change', { state: state() })
  })
  input.addEventListener('focus', () => tell('focus'))
  input.addEventListener('blur', () => {
    left.add(name)
    tell('blur')
    if (state().error) tell('change', { state: state() })
  })
  input.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') tell('escape')
  })
  document.body.append(input)
  return input
})

/** What the page may ask of its own frames. What was typed goes only to a page that is about to confirm. */
const DOES = {
  focus: () => inputs[0]?.focus(),
  blur: () => document.activeElement?.blur(),
  clear() {
    for (const input of inputs) {
      input.value = ''
      digits.set(input.name, '')
    }
    left.clear()
    tell('change', { state: state() })
  },
  update({ options }) {
    for (const input of inputs) {
      input.disabled = options?.disabled === true
      const { color, fontSize, fontFamily } = options?.style?.base ?? {}
      Object.assign(input.style, { color: color ?? '', fontSize: fontSize ?? '', fontFamily: fontFamily ?? '' })
    }
  },
  values: ({ ask }) => tell('values', { ask, values: Object.fromEntries(digits), state: state() }),
}

addEventListener('message', ({ source, data }) => {
  if (source === parent && data?.channel === channel) DOES[data.does]?.(data)
})
tell('ready', { state: state() })
