/** Which scripts the payment provider may bring. */
import { expect, test } from 'vitest'
import { isOfStripe } from './trust-scripts.ts'

test.each([
  ['https://js.stripe.com/endive/stripe.js', true],
  ['https://b.js.stripe.com/part.js', true],
  ['http://js.stripe.com/v3', false],
  ['https://js.stripe.com.example.test/v3', false],
  ['https://evil-js.stripe.com/v3', false],
  ['https://js.stripe.com@example.test/v3', false],
  ['/assets/other.js', false],
  ['data:text/javascript,0', false],
])('%s: %s', (address, isTheirs) => expect(isOfStripe(address)).toBe(isTheirs))
