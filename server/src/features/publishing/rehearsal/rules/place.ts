/** The location of a post: Instagram takes the number of a Page that is a place, with Facebook's login alone, and never a name. Pure. */
import type { PublicationKind } from '@tangelo/contract/limits'
import { type Check, pass, warn } from './check.ts'

/** Null for a name, and where there is none. */
export const placeIdOf = (location: string | null): string | null =>
  /^\s*(\d{5,40})\s*$/.exec(location ?? '')?.[1] ?? null

interface Placed {
  kind: PublicationKind
  location: string | null
  takesPlaces: boolean
}

/** A location that is not sent is said to be so, with what the person can do instead. */
export function checkLocation({ kind, location, takesPlaces }: Placed): Check[] {
  const name = location?.trim() ?? ''
  if (name === '') return []
  const notSent = (detail: string) => [warn('location', 'The location is not sent', detail)]
  if (kind === 'story') return notSent('Stories take no location from here.')
  const id = placeIdOf(location)
  if (id !== null && takesPlaces) return [pass('location', 'Location', `Sent as the place ${id}`)]
  if (id !== null)
    return notSent('Only accounts that are connected with Facebook send one. Add it in the app once it is live.')
  const instead = takesPlaces ? ' To send it, write the number of its Page as the location.' : ''
  return notSent(`Instagram takes no name of a place. Add “${name}” in the app once it is live.${instead}`)
}
