/** Which roles an address is for (spec §2). A path that is not listed here is open to every signed-in user. */
import type { Role } from '@tangelo/contract/limits'
import { texts } from './texts.ts'

const ADMINS: readonly Role[] = ['admin']
const ADMINS_AND_PROS: readonly Role[] = ['admin', 'pro']

const restricted: readonly { path: string; roles: readonly Role[]; denied: string }[] = [
  { path: '/reel-maker', roles: ADMINS_AND_PROS, denied: texts.deniedFeature },
  { path: '/reel-imports', roles: ADMINS_AND_PROS, denied: texts.deniedFeature },
  { path: '/api-tokens', roles: ADMINS_AND_PROS, denied: texts.deniedFeature },
  { path: '/pricing', roles: ADMINS_AND_PROS, denied: texts.deniedFeature },
  { path: '/prompts', roles: ADMINS, denied: texts.deniedPrompts },
  { path: '/admin', roles: ADMINS, denied: texts.deniedAdmin },
]

/** The message for a user who may not open this path; null for one who may. */
export function findDenial(address: string, role: Role): string | null {
  const path = address.replace(/(.)\/+$/, '$1')
  const rule = restricted.find((candidate) => candidate.path === path)
  return rule && !rule.roles.includes(role) ? rule.denied : null
}
