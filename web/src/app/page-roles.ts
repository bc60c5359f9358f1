/** Which roles an address is for (spec §2). A path that is not listed here is open to every signed-in user. */
import type { Role } from '@tangelo/contract/limits'
import { frameTexts } from './frame-texts.ts'

const ADMINS: readonly Role[] = ['admin']
const ADMINS_AND_PROS: readonly Role[] = ['admin', 'pro']

const restricted: readonly { path: string; roles: readonly Role[]; denied: string }[] = [
  { path: '/reel-maker', roles: ADMINS_AND_PROS, denied: frameTexts.deniedFeature },
  { path: '/reel-imports', roles: ADMINS_AND_PROS, denied: frameTexts.deniedFeature },
  { path: '/api-tokens', roles: ADMINS_AND_PROS, denied: frameTexts.deniedFeature },
  { path: '/pricing', roles: ADMINS_AND_PROS, denied: frameTexts.deniedFeature },
  { path: '/prompts', roles: ADMINS, denied: frameTexts.deniedPrompts },
  { path: '/admin', roles: ADMINS, denied: frameTexts.deniedAdmin },
]

/** The message for a user who may not open this path; null for one who may. */
export function findDenial(address: string, role: Role): string | null {
  const path = address.replace(/(.)\/+$/, '$1')
  const rule = restricted.find((candidate) => candidate.path === path)
  return rule && !rule.roles.includes(role) ? rule.denied : null
}
