/** Signs of the page. Pure. */
import { html, type Markup } from '../../../reports/rules/html/markup.ts'

const PATHS = {
  check: 'M3.5 8.5l3 3 6-7',
  chat: 'M2.75 4.75a1.5 1.5 0 0 1 1.5-1.5h7.5a1.5 1.5 0 0 1 1.5 1.5v4.5a1.5 1.5 0 0 1-1.5 1.5H7.5L4.5 13v-2.25h-.25a1.5 1.5 0 0 1-1.5-1.5z',
  calendar:
    'M3.25 4.75a1 1 0 0 1 1-1h7.5a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-7.5a1 1 0 0 1-1-1zM3.25 7h9.5M5.75 2.5v2.25M10.25 2.5v2.25',
  again: 'M12.75 5.5A5 5 0 0 0 4 4.4L2.75 5.75M2.75 2.75v3h3M3.25 10.5A5 5 0 0 0 12 11.6l1.25-1.35M13.25 13.25v-3h-3',
  right: 'M6 3.5L10.5 8 6 12.5',
  clock: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM8 5v3.25l2 1.25',
  none: 'M4 8h8',
} as const
export type Sign = keyof typeof PATHS

export const signMarkup = (sign: Sign): Markup =>
  html`<svg class="i" viewBox="0 0 16 16" aria-hidden="true"><path d="${PATHS[sign]}"/></svg>`

const SEGMENTS = 8

/** The cut fruit: as many segments are filled as are done. */
export function wheelMarkup(done: number, all: number, size: 'small' | 'large'): Markup {
  const filled = all === 0 ? 0 : Math.floor((done / all) * SEGMENTS)
  const segments = Array.from({ length: SEGMENTS }, (_, at) => {
    const [from, to] = [at, at + 1].map((step) => ((step / SEGMENTS) * 2 - 0.5) * Math.PI)
    const gap = 0.09
    const point = (angle: number, radius: number) =>
      `${(20 + Math.cos(angle) * radius).toFixed(2)} ${(20 + Math.sin(angle) * radius).toFixed(2)}`
    const d = `M${point(((from ?? 0) + (to ?? 0)) / 2, 2.6)}L${point((from ?? 0) + gap, 14)}A14 14 0 0 1 ${point((to ?? 0) - gap, 14)}Z`
    return html`<path class="${at < filled ? 'on' : ''}" d="${d}"/>`
  })
  return html`<svg class="wheel ${size}" viewBox="0 0 40 40" aria-hidden="true"><circle class="${filled > 0 ? 'on' : ''}" cx="20" cy="20" r="17.5"/>${segments}</svg>`
}
