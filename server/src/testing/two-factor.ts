/** An authenticator app for tests: turns two-factor sign-in on for somebody, and tells the codes of the moment. */
import { codeOf, periodAt } from '#features/two-factor/two-factor.rules.ts'
import { PASSWORD, type Person, type World } from './world.ts'

export interface TestApp {
  /** The code of the next period: each answers one that was not used before. */
  code(): string
  secret: string
  recoveryCodes: string[]
}

export async function withTwoFactor(here: World, who: Person): Promise<TestApp> {
  const { secret } = (await here.ask(who, 'POST', '/api/auth/two-factor', { password: PASSWORD })).json()
  const code = () => {
    here.clock.moveBy(30_000)
    return codeOf(secret, periodAt(here.clock.now()))
  }
  const { recoveryCodes } = (await here.ask(who, 'PUT', '/api/auth/two-factor', { code: code() })).json()
  return { secret, code, recoveryCodes }
}

/** The first step of signing in, and the challenge it answers. */
export async function firstStep({ app }: World, username: string, remoteAddress = '127.0.0.1'): Promise<string> {
  const payload = { username, password: PASSWORD }
  const res = await app.inject({ method: 'POST', url: '/api/auth/login', payload, remoteAddress })
  return res.json().secondStep.challenge
}

export const secondStep = ({ app }: World, challenge: string, code: string) =>
  app.inject({ method: 'POST', url: '/api/auth/login/code', payload: { challenge, code } })
