/** The contrast of texts and icons as the browser draws them: every layer behind them counted, whatever notation colors have. */
import type { Locator, Page } from '@playwright/test'

/** Per WCAG 2: 1 to 21, of the color of the element on what lies behind it. */
export async function contrastOf(element: Locator): Promise<number> {
  return (await element.evaluate(measureContrast))[0]?.contrast ?? 0
}

const CONTROLS = 'button, a[href], input, select, textarea, [role=option], [role=tab], [role=radio], [role=checkbox]'
/** Rows color their controls when the pointer is over them. */
const HOVERED = `${CONTROLS}, tr, li, label`
const STATES = { 'at rest': [], hovered: ['hover'], focused: ['focus', 'focus-visible'], pressed: ['hover', 'active'] }
const MARKED = { disabled: { disabled: '' }, busy: { 'aria-disabled': 'true', 'aria-busy': 'true' } }
const TEXT_MIN = 4.5
const ICON_MIN = 3

/** Every control on the screen in every state, all controls at once; what can be read too badly is named. */
export async function poorContrasts(page: Page): Promise<string[]> {
  const poor: string[] = []
  const measure = async (state: string): Promise<void> => {
    for (const { name, contrast, isIcon } of await page.locator(CONTROLS).evaluateAll(measureContrast))
      if (contrast < (isIcon ? ICON_MIN : TEXT_MIN)) poor.push(`${state}: ${name} ${contrast.toFixed(2)}`)
  }
  const client = await page.context().newCDPSession(page)
  await client.send('DOM.enable')
  await client.send('CSS.enable')
  const { root } = await client.send('DOM.getDocument', { depth: 0 })
  const { nodeIds } = await client.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: HOVERED })
  for (const [state, forcedPseudoClasses] of Object.entries(STATES)) {
    // A row may have been drawn anew since.
    await Promise.allSettled(
      nodeIds.map((nodeId) => client.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses })),
    )
    await measure(state)
  }
  await client.detach()
  for (const [state, attributes] of Object.entries(MARKED)) {
    const buttons = page.locator('button:not([disabled])')
    await buttons.evaluateAll((all, wanted) => {
      for (const one of all) for (const [name, value] of Object.entries(wanted)) one.setAttribute(name, value)
    }, attributes)
    await measure(state)
    await page.locator('button').evaluateAll((all, wanted) => {
      for (const one of all) for (const name of Object.keys(wanted)) one.removeAttribute(name)
    }, attributes)
  }
  return [...new Set(poor)]
}

interface Measured {
  readonly name: string
  readonly contrast: number
  readonly isIcon: boolean
}

/** Runs in the page. Of one element its own text; of several every text and icon in them. */
function measureContrast(start: Element | Element[]): Measured[] {
  type Color = readonly [red: number, green: number, blue: number, alpha: number]
  const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', {
    willReadFrequently: true,
  })
  if (!context) throw new Error('No canvas')
  const known = new Map<string, Color>()
  const read = (color: string): Color => {
    const before = known.get(color)
    if (before) return before
    context.clearRect(0, 0, 1, 1)
    context.fillStyle = color
    context.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
    const made: Color = [red, green, blue, alpha / 255]
    known.set(color, made)
    return made
  }
  const over = ([r, g, b, a]: Color, [x, y, z]: Color): Color => [
    r * a + x * (1 - a),
    g * a + y * (1 - a),
    b * a + z * (1 - a),
    1,
  ]
  const light = ([...channels]: Color): number => {
    const [r = 0, g = 0, b = 0] = channels
      .slice(0, 3)
      .map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const contrastAt = (element: Element): number | null => {
    const layers: Color[] = []
    let opacity = 1
    let isSolid = false
    for (let one: Element | null = element; one; one = one.parentElement) {
      const style = getComputedStyle(one)
      opacity *= Number(style.opacity)
      if (isSolid) continue
      if (style.backgroundImage !== 'none' && one !== document.documentElement) return null
      layers.push(read(style.backgroundColor))
      isSolid = layers.at(-1)?.[3] === 1
    }
    const ground = layers.reduceRight<Color>((below, layer) => over(layer, below), [255, 255, 255, 1])
    const [red, green, blue, alpha] = read(getComputedStyle(element).color)
    const text = over([red, green, blue, alpha * opacity], ground)
    const [darker = 0, lighter = 0] = [light(text), light(ground)].sort((a, b) => a - b)
    return (lighter + 0.05) / (darker + 0.05)
  }
  if (!Array.isArray(start)) return [{ name: '', contrast: contrastAt(start) ?? 0, isIcon: false }]
  const isSeen = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect()
    return width > 2 && height > 2 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  }
  return start.filter(isSeen).flatMap((control) => {
    const parts = [control, ...control.querySelectorAll('*')].filter(isSeen)
    const texts = parts.filter(
      (part) =>
        !part.closest('svg, [aria-hidden=true]') &&
        [...part.childNodes].some(({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim()),
    )
    const isField = control.matches('input:not([type=checkbox], [type=radio], [type=file], [type=range]), textarea')
    const isIcon = texts.length === 0 && !isField
    const measured = isIcon ? parts.filter((part) => part.tagName === 'svg') : isField ? [control] : texts
    const name = (control.getAttribute('aria-label') ?? control.textContent ?? '').trim().slice(0, 40)
    return measured.flatMap((part) => {
      const contrast = contrastAt(part)
      return contrast === null ? [] : [{ name: `${control.tagName} "${name}"`, contrast, isIcon }]
    })
  })
}
