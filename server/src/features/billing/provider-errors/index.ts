export { asFailure, askAgainAt, isCertain, isGone, isKept, unlessGone } from './provider-errors.rules.ts'
