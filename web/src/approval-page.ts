/**
 * The one script of the page of a link for approval. The page works without it: this turns pictures by button, counts an undo
 * down, remembers a name on this device, keeps a comment that was refused, and keeps a form from being sent twice.
 */

const SVG = 'http://www.w3.org/2000/svg'
const NAME_KEY = 'tangelo-approval-name'

/** A browser may keep nothing for this page. */
function recallName(): string {
  try {
    return localStorage.getItem(NAME_KEY) ?? ''
  } catch {
    return ''
  }
}

function rememberName(name: string): void {
  try {
    localStorage.setItem(NAME_KEY, name)
  } catch {
    // It is entered again next time.
  }
}

/** The name of this device goes before the one under which someone else answered last. */
function fillName(): void {
  const isOther = new URLSearchParams(location.search).has('as')
  const name = recallName()
  for (const input of document.querySelectorAll<HTMLInputElement>('input[data-name]')) {
    if (name && !isOther) input.value = name
    input.form?.addEventListener('submit', () => rememberName(input.value.trim()))
  }
  const said = document.querySelector('[data-said]')
  if (said && name) said.textContent = name
}

/** A comment is there again where its answer was refused, as of a post that was edited meanwhile: its form comes anew, and empty. */
function keepComment(): void {
  const query = new URLSearchParams(location.search)
  const key = `tangelo-approval-comment-${query.get('item')}`
  const field = document.querySelector<HTMLTextAreaElement>('#comment')
  try {
    if (field) {
      field.value ||= sessionStorage.getItem(key) ?? ''
      field.form?.addEventListener('submit', () => sessionStorage.setItem(key, field.value))
    } else if (!query.has('note')) sessionStorage.removeItem(key)
  } catch {
    // A browser may keep nothing for this page.
  }
}

/** An answer counts once, however often its button is pressed. */
function sendOnce(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-answer], form[data-undo]')) {
    form.addEventListener('submit', (event) => {
      if (form.dataset.sent !== undefined) return event.preventDefault()
      form.dataset.sent = ''
      form.querySelector('button')?.setAttribute('aria-disabled', 'true')
    })
  }
  // A page that comes back out of the browser's memory may be outdated.
  addEventListener('pageshow', (event) => {
    if (event.persisted) location.reload()
  })
}

/** Words for the seconds left; then the undo goes away, as the server does not take it any more. */
function countDown(): void {
  const left = document.querySelector<HTMLElement>('[data-left]')
  if (!left) return
  const endsAt = performance.now() + Number(left.dataset.left) * 1_000
  const timer = setInterval(() => {
    const seconds = Math.max(0, Math.ceil((endsAt - performance.now()) / 1_000))
    if (seconds > 0) {
      left.textContent = `Sent in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
      return
    }
    clearInterval(timer)
    left.textContent = 'Sent'
    const undo = document.querySelector<HTMLFormElement>('form[data-undo]')
    if (undo?.contains(document.activeElement)) document.querySelector<HTMLElement>('.act .big')?.focus()
    undo?.remove()
    document.querySelector('.count')?.remove()
  }, 250)
}

function makeButton(name: string, label: string): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = `turn ${name}`
  button.setAttribute('aria-label', label)
  const sign = document.createElementNS(SVG, 'svg')
  sign.setAttribute('class', 'i')
  sign.setAttribute('viewBox', '0 0 16 16')
  sign.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(SVG, 'path')
  path.setAttribute('d', 'M6 3.5L10.5 8 6 12.5')
  sign.append(path)
  button.append(sign)
  return button
}

/** Swiped by hand; by mouse and keyboard with two buttons. Dots and a count say where one is. */
function turnPictures(): void {
  const frame = document.querySelector<HTMLElement>('[data-carousel]')
  const list = frame?.querySelector<HTMLElement>('.car')
  const count = frame?.querySelector<HTMLElement>('.cnt')
  if (!frame || !list || !count) return
  const total = list.children.length
  const dots = document.createElement('span')
  dots.className = 'dots'
  dots.setAttribute('aria-hidden', 'true')
  dots.append(...Array.from({ length: total }, () => document.createElement('i')))
  const back = makeButton('back', 'Picture before')
  const on = makeButton('on', 'Next picture')
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
  const now = () => Math.round(list.scrollLeft / Math.max(1, list.clientWidth))
  const goTo = (place: number) => list.scrollTo({ left: place * list.clientWidth, behavior })
  const show = () => {
    const place = now()
    count.textContent = `${place + 1} of ${total}`
    for (const [at, dot] of [...dots.children].entries()) dot.className = at === place ? 'on' : ''
    back.hidden = place === 0
    on.hidden = place === total - 1
  }
  back.addEventListener('click', () => goTo(now() - 1))
  on.addEventListener('click', () => goTo(now() + 1))
  list.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    goTo(Math.min(total - 1, Math.max(0, now() + step)))
  })
  list.addEventListener('scroll', show, { passive: true })
  frame.append(back, on, dots)
  show()
}

fillName()
keepComment()
sendOnce()
countDown()
turnPictures()

/** A module of nothing: tests open it for each page anew. */
export {}
