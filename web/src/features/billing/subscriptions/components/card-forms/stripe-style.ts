/** How our fields look, in the words of Stripe's. */
import type { StripeElementStyle } from '@stripe/stripe-js'

/**
 * How our fields look, in the words of Stripe's: its frames are styled by them, and only with plain colours. Of the theme that
 * is painted now.
 */
export function fieldStyle(): { style: StripeElementStyle } {
  return {
    style: {
      base: {
        color: colourOf('--ink'),
        iconColor: colourOf('--ink-3'),
        fontFamily: 'ui-sans-serif, system-ui, sans-serif',
        fontSize: '13.5px',
        lineHeight: '20px',
        '::placeholder': { color: colourOf('--ink-3') },
      },
      invalid: { color: colourOf('--bad'), iconColor: colourOf('--bad') },
    },
  }
}

/** A token as `rgb(…)`: a canvas knows every notation of the browser. */
function colourOf(token: string): string {
  const value = getComputedStyle(document.documentElement).getPropertyValue(token).trim()
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  if (!canvas || !value) return ''
  canvas.fillStyle = value
  canvas.fillRect(0, 0, 1, 1)
  const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data
  return `rgb(${red}, ${green}, ${blue})`
}
