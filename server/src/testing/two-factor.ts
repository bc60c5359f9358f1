/** An authenticator app for tests: turns two-factor sign-in on for a user, and returns the current codes. */
import { codeOf, newTwoFactorSecret, periodAt } from '#features/identity/two-factor/two-factor.rules.ts'
import { PASSWORD, PEOPLE, type Person, START, type World } from './world.ts'

export interface TestApp {
  /** The code of the next period: each answers one that was not used before. */
  code(): string
  secret: string
}

const codesOf =
  ({ clock }: World, secret: string) =>
  () => {
    clock.moveBy(30_000)
    return codeOf(secret, periodAt(clock.now()))
  }

/** As the store keeps it: recovery codes take their time to hash, and most tests need none. */
export async function withTwoFactor(here: World, who: Person): Promise<TestApp> {
  const secret = newTwoFactorSecret()
  const user_id = Object.keys(PEOPLE).indexOf(who) + 1
  await here.database.queries
    .insertInto('two_factor')
    .values({
      user_id,
      secret: here.encryption.encrypt(secret, `two-factor:${user_id}`),
      on_since: START,
      last_period: 0,
    })
    .execute()
  return { secret, code: codesOf(here, secret) }
}

/** As people do it: the password, the picture, a first code. */
export async function turnTwoFactorOn(here: World, who: Person): Promise<TestApp & { recoveryCodes: string[] }> {
  const { secret } = (await here.ask(who, 'POST', '/api/auth/two-factor', { password: PASSWORD })).json()
  const code = codesOf(here, secret)
  const { recoveryCodes } = (await here.ask(who, 'PUT', '/api/auth/two-factor', { code: code() })).json()
  return { secret, code, recoveryCodes }
}

/** The first step of signing in, and the challenge it answers. */
export async function passwordStep({ app }: World, username: string, remoteAddress = '127.0.0.1'): Promise<string> {
  const payload = { username, password: PASSWORD }
  const res = await app.inject({ method: 'POST', url: '/api/auth/login', payload, remoteAddress })
  return res.json().secondStep.challenge
}

export const codeStep = ({ app }: World, challenge: string, code: string) =>
  app.inject({ method: 'POST', url: '/api/auth/login/code', payload: { challenge, code } })
