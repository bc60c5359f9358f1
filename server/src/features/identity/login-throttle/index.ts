export {
  ACCOUNT_WINDOW_MS,
  type Failures,
  FREE_FAILURES_PER_ACCOUNT,
  FREE_FAILURES_PER_ADDRESS,
  failureKey,
  guesserAt,
} from './login-throttle.rules.ts'
export { type SignInAttempts, signInAttempts } from './login-throttle.service.ts'
