/** What the tests of OWASP ASVS 5.0 (docs/asvs.md) share. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { PASSWORD, type World } from './world.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

export const inRepository = (path: string) => join(ROOT, path)

/** docs/sign-in.md, where rules have to be written down. */
export const SIGN_IN = readFileSync(inRepository('docs/sign-in.md'), 'utf8')

export const changePassword = (here: World, newPassword: string) =>
  here.ask('pro', 'POST', '/api/auth/password', { currentPassword: PASSWORD, newPassword })
