/** Passwords (D5): argon2id at OWASP's parameters, off the main thread; a list of common ones is refused. */
import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { COMMON_PASSWORDS } from './common-passwords.ts'
import { invalidInput } from './errors.ts'

/** 19 MiB, two passes, one lane (OWASP password storage, argon2id). The package's default algorithm is argon2id. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** One core is left for other requests, even at many simultaneous sign-ins: so many passwords are checked at a time. */
const AT_A_TIME = Math.max(1, availableParallelism() - 1)

export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(password.normalize('NFKC'), PARAMETERS))

export const isPassword = (hashed: string, password: string): Promise<boolean> =>
  inTurn(() => verify(hashed, password.normalize('NFKC')))

/** First come, first served. */
async function inTurn<Answer>(check: () => Promise<Answer>): Promise<Answer> {
  if (looking < AT_A_TIME) looking += 1
  // A finished check passes on its place, so that no later one can take it.
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await check()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else looking -= 1
  }
}
let looking = 0
const waiting: (() => void)[] = []

/** Takes as long as a real check, so that timing does not distinguish an unknown name from a wrong password. */
export async function pretendToCheck(password: string): Promise<false> {
  decoy ??= hashPassword('no user has this password')
  await isPassword(await decoy, password)
  return false
}
let decoy: Promise<string> | undefined

/** What people who guess at this product try besides (docs/sign-in.md). */
export const WORDS_OF_THE_HOUSE = ['tangelo', 'instagram', 'dashboard', 'password', 'administrator']

/**
 * True for passwords that guessing programs try first, in any case, and for words of the product and the user's own
 * name with no other letters beside them.
 */
export function isCommonPassword(password: string, username: string): boolean {
  const lower = foldCase(password)
  const isOneCharacter = new Set(lower).size === 1
  const words = [...WORDS_OF_THE_HOUSE, foldCase(username)]
  return isOneCharacter || COMMON_PASSWORDS.has(lower) || words.includes(lower) || words.includes(lettersOf(lower))
}

/** As it is hashed, without its case. */
const foldCase = (password: string) => password.normalize('NFKC').toLowerCase()

const lettersOf = (text: string) => text.replace(/[^\p{L}]/gu, '')

/** Loaded only when a user chooses a password: 50,000 of them take 10 MB of memory. */
async function isLeakedPassword(password: string): Promise<boolean> {
  leaked ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return (await leaked).has(foldCase(password))
}
let leaked: Promise<ReadonlySet<string>> | undefined

/** The hash of a password that may be used; throws `invalid_input` for a common one, naming the field it came in. */
export async function hashAcceptedPassword(password: string, username: string, field = 'password'): Promise<string> {
  if (isCommonPassword(password, username) || (await isLeakedPassword(password)))
    throw invalidInput('This password is easy to guess: choose another one', {
      [field]: 'is a common password',
    })
  return hashPassword(password)
}

/** Without look-alikes (0 o, 1 l i), because people copy it from a terminal by eye. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Four groups of five letters and digits: 99 bits. */
export function generatePassword(): string {
  const letters = Array.from({ length: 20 }, () => ALPHABET[randomInt(ALPHABET.length)])
  return [0, 5, 10, 15].map((at) => letters.slice(at, at + 5).join('')).join('-')
}
