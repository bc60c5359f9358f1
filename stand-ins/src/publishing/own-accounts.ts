/** The professional accounts that people connect, and everything that calls and people leave on them. */
import { numberFor, shareFor } from '../world/chance.ts'
import { dayMs } from '../world/figures.ts'
import type { Container, Media, OwnAccount, OwnAccountSample } from './own-account.ts'

export interface PublishingWorld {
  seed: number
  accounts: readonly OwnAccount[]
  containers: Map<string, Container>
  account(id: string): OwnAccount | undefined
  requireByUsername(username: string): OwnAccount
  media(id: string): { account: OwnAccount; media: Media } | undefined
  newId(kind: 'container' | 'media' | 'comment'): string
  add(account: OwnAccount, media: Partial<Media> & Pick<Media, 'at' | 'kind' | 'product'>): Media
}

const everyTask = ['ANALYZE', 'ADVERTISE', 'MODERATE', 'CREATE_CONTENT', 'MANAGE']
const usualQuota = 100
const prefixes = { container: '1788945', media: '1792023', comment: '1787091' } as const

export function publishingWorld(seed: number, samples: readonly OwnAccountSample[], now: number): PublishingWorld {
  const made = { container: 0, media: 0, comment: 0 }
  const known = new Map<string, { account: OwnAccount; media: Media }>()
  const accounts = samples.map((sample, index) => accountOf(seed, sample, index))

  const world: PublishingWorld = {
    seed,
    accounts,
    containers: new Map(),
    account: (id) => accounts.find((account) => account.id === id),
    requireByUsername(username) {
      const found = accounts.find((account) => account.username === username)
      if (!found) throw new Error(`no own account named ${username}`)
      return found
    },
    media: (id) => known.get(id),
    newId(kind) {
      made[kind] += 1
      return `${prefixes[kind]}${String(numberFor(seed, kind) % 10_000).padStart(4, '0')}${String(made[kind]).padStart(6, '0')}`
    },
    add(account, given) {
      const id = world.newId('media')
      const media: Media = {
        id,
        shortcode: `D${numberFor(seed, id, 'code').toString(36)}${numberFor(seed, id).toString(36)}`,
        caption: undefined,
        altText: undefined,
        isSharedToFeed: true,
        isMarkedAsAi: false,
        childIds: [],
        isChild: false,
        containerId: null,
        isFromBefore: false,
        comments: [],
        ...given,
      }
      account.media.push(media)
      known.set(id, { account, media })
      return media
    },
  }
  for (const [index, account] of accounts.entries()) {
    for (let day = samples[index]?.posts ?? 12; day >= 1; day -= 1)
      world.add(account, {
        at: now - day * dayMs + (numberFor(seed, account.id, 'minute', day) % 36_000_000),
        kind: day % 3 === 0 ? 'VIDEO' : 'IMAGE',
        product: day % 3 === 0 ? 'REELS' : 'FEED',
        caption: `Day ${day} before`,
      })
  }
  return world
}

function accountOf(seed: number, sample: OwnAccountSample, index: number): OwnAccount {
  const { username, hasPage = true } = sample
  const digits = (word: string, length: number) =>
    String(numberFor(seed, username, word))
      .padStart(length, '0')
      .slice(-length)
  return {
    id: `178414${digits('id', 9)}${String(index).padStart(2, '0')}`,
    // Above 2^53, as some are.
    scopedId: `102${digits('scoped', 9)}00${String(index).padStart(3, '0')}`,
    username,
    name: username.replaceAll(/[._]/g, ' '),
    followers: sample.followers ?? 500 + Math.floor(20_000 * shareFor(seed, username, 'followers')),
    pageId: hasPage ? `104${digits('page', 9)}${String(index).padStart(3, '0')}` : null,
    tasks: sample.tasks ?? everyTask,
    isProfessional: true,
    isRestricted: false,
    wantsTwoFactor: false,
    quotaTotal: usualQuota,
    media: [],
  }
}
