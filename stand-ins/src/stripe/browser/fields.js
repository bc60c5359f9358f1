/** What is typed into the fields of a card, and what is said about it. Runs in the frames. */

const BRANDS = [
  ['amex', /^3[47]/],
  ['mastercard', /^5[1-5]|^2[2-7]/],
  ['visa', /^4/],
]
export const brandOf = (digits) => BRANDS.find(([, begins]) => begins.test(digits))?.[0] ?? 'unknown'

const problem = (code, message) => ({ type: 'validation_error', code, message })

function checks(digits) {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** By the name of the input: whether it is complete, and what is wrong with it, now or once it is left. */
export const FIELDS = {
  cardnumber: {
    label: 'Credit or debit card number',
    holder: '1234 1234 1234 1234',
    shown: (digits) => digits.slice(0, 16).replace(/(\d{4})(?=\d)/g, '$1 '),
    judge(digits) {
      if (digits.length < (brandOf(digits) === 'amex' ? 15 : 16))
        return { left: problem('incomplete_number', 'Your card number is incomplete.') }
      return checks(digits) ? { complete: true } : { now: problem('invalid_number', 'Your card number is invalid.') }
    },
  },
  'exp-date': {
    label: 'Credit or debit card expiration date',
    holder: 'MM / YY',
    shown: (digits) => (digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2, 4)}` : digits),
    judge(digits) {
      if (digits.length < 4) return { left: problem('incomplete_expiry', "Your card's expiration date is incomplete.") }
      const month = Number(digits.slice(0, 2))
      const ends = Date.UTC(2000 + Number(digits.slice(2, 4)), month)
      if (month < 1 || month > 12)
        return { now: problem('invalid_expiry_month', "Your card's expiration date is invalid.") }
      if (ends <= Date.now())
        return { now: problem('invalid_expiry_year_past', "Your card's expiration year is in the past.") }
      return { complete: true }
    },
  },
  cvc: {
    label: 'Credit or debit card CVC/CVV',
    holder: 'CVC',
    shown: (digits) => digits.slice(0, 4),
    judge: (digits) =>
      digits.length < 3
        ? { left: problem('incomplete_cvc', "Your card's security code is incomplete.") }
        : { complete: true },
  },
}

/** Which inputs an element has. */
export const INPUTS = {
  cardNumber: ['cardnumber'],
  cardExpiry: ['exp-date'],
  cardCvc: ['cvc'],
  card: ['cardnumber', 'exp-date', 'cvc'],
  payment: ['cardnumber', 'exp-date', 'cvc'],
}
