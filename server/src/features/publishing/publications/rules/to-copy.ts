/** What a person copies who posts an item by hand: in the mail, in the webhook and on the page alike. Pure. */
import type { PublicationOptions, ToCopy } from '@tangelo/contract'
import type { ItemRow } from '#features/content/index.ts'
import { captionOf } from '../../rehearsal/rules/words.ts'
import { mediaOf } from '../../sent-media/sent-media.rules.ts'
import type { PublicationRow } from '../publications.store.ts'

/** `media` are addresses on this server. */
export function toCopyOf({ options, kind }: Pick<PublicationRow, 'options' | 'kind'>, item: ItemRow): ToCopy {
  const chosen: PublicationOptions = JSON.parse(options)
  const { altTexts = [], collaborators = [], firstComment = '' } = chosen
  return {
    caption: captionOf(item.caption, listIn(item.hashtags)),
    taggedUsers: listIn(item.tagged_users),
    collaborators,
    location: item.location,
    firstComment,
    altTexts,
    media: mediaOf(item, kind, chosen),
  }
}

const listIn = (json: string | null): string[] => (json === null ? [] : JSON.parse(json))
