/** What is typed into the card form of the sandbox: how it reads, and whether it is a card at all. */
import { texts } from '../../texts/payment.ts'

export interface TypedCard {
  readonly number: string
  readonly expiry: string
  readonly code: string
}

export const NOTHING_TYPED: TypedCard = { number: '', expiry: '', code: '' }

/** The provider's public test cards, and what becomes of them. */
export const TEST_CARDS = [
  { label: 'Paid', number: '4242424242424242' },
  { label: 'Challenge', number: '4000002500003155' },
  { label: 'Challenge each time', number: '4000002760003184' },
  { label: 'Declined', number: '4000000000000002' },
  { label: 'No funds', number: '4000000000009995' },
  { label: 'Declined later', number: '4000000000000341' },
  { label: 'Expired', number: '4000000000000069' },
  { label: 'Wrong code', number: '4000000000000127' },
  { label: 'Fault', number: '4000000000000119' },
] as const

const DIGITS_MAX = 19
const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** In groups of four. */
export function formatCardNumber(text: string): string {
  return digitsOf(text)
    .slice(0, DIGITS_MAX)
    .replace(/(.{4})(?=.)/g, '$1 ')
}

/** 'MM / YY' while it is typed. A single digit that can be no month but its own is one: 4 is 04. */
export function formatExpiry(text: string, before = ''): string {
  const isDeleting = text.length < before.length
  const typed = digitsOf(text)
  const digits = /^[2-9]/.test(typed) ? `0${typed}` : typed
  if (digits.length < 2 || (isDeleting && digits.length === 2)) return digits.slice(0, isDeleting ? 1 : 2)
  return `${digits.slice(0, 2)} / ${digits.slice(2, 4)}`
}

export const formatCode = (text: string): string => digitsOf(text).slice(0, 4)

/** What has to be corrected, field by field; nothing where it may be sent. */
export function findProblems(card: TypedCard, now: Date): { number?: string; expiry?: string; code?: string } {
  const words = texts.card
  const digits = digitsOf(card.number)
  const expiry = digitsOf(card.expiry)
  const month = Number(expiry.slice(0, 2))
  const isPast = yearOf(expiry) * 12 + month < now.getFullYear() * 12 + now.getMonth() + 1
  return {
    ...(digits.length < 13 ? { number: words.numberIncomplete } : {}),
    ...(digits.length >= 13 && !isCheckDigitRight(digits) ? { number: words.numberInvalid } : {}),
    ...(expiry.length < 4 || month < 1 || month > 12
      ? { expiry: words.expiryIncomplete }
      : isPast
        ? { expiry: words.expiryPast }
        : {}),
    ...(digitsOf(card.code).length < 3 ? { code: words.codeIncomplete } : {}),
  }
}

/** As it crosses the wire. */
export function toSentCard({ number, expiry, code }: TypedCard) {
  const digits = digitsOf(expiry)
  return {
    number: digitsOf(number),
    expiryMonth: Number(digits.slice(0, 2)),
    expiryYear: yearOf(digits),
    code: digitsOf(code),
  }
}

const yearOf = (expiry: string): number => 2_000 + Number(expiry.slice(2, 4))

/** Every second digit from the end counts double (ISO/IEC 7812-1). */
function isCheckDigitRight(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
