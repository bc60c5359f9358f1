/** Decisions about companies that need no server. */
import type { Company } from '@tangelo/contract'

export const NAME_MAX_LENGTH = 120

/** A website as a link, where it is one of the web; what people typed without `https://` is meant so. */
export function websiteLink(website: string | null): string | null {
  if (!website) return null
  const text = /^[a-z][a-z\d+.-]*:/i.test(website) ? website : `https://${website}`
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : null
}

/** The time zones this browser knows, and the one that is kept. */
export function timeZones(kept: string): string[] {
  return [...new Set(['UTC', kept, ...Intl.supportedValuesOf('timeZone')])]
}

/**
 * Whether accounts of all these companies may move to this one: the demo workspace keeps its own, and gets no others (D46). Where
 * they are of both kinds no company takes all, and each is offered: the server says which of them stay.
 */
export function mayTake({ isDemo }: Pick<Company, 'isDemo'>, sources: readonly Pick<Company, 'isDemo'>[]): boolean {
  const isMixed = sources.some((source) => source.isDemo) && sources.some((source) => !source.isDemo)
  return isMixed || sources.every((source) => source.isDemo === isDemo)
}
