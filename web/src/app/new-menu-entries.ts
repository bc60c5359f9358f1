import type { Role } from '@tangelo/contract/limits'
import type { PageAction } from '#lib/page-action.ts'

export type NewThing = Exclude<PageAction, 'import'>

/** What a user of this role can make. Administrators plan on the page of a client, not from here. */
export function pickNewThings(role: Role): readonly NewThing[] {
  if (role === 'admin') return ['upload-images', 'add-account']
  return role === 'pro' ? ['new-draft', 'upload-images'] : ['new-draft']
}
