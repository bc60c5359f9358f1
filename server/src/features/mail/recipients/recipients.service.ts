/**
 * Where users receive mail, which, and when. An address counts once its owner has used the link that was sent there; one
 * that a mail came back from is disabled until a user tries again.
 */
import type { MailRecipient } from '@tangelo/contract'
import type { ClientMailRefusal, ClientMailTopic, MailTopic } from '@tangelo/contract/limits'
import type { Actor, AuditLog } from '#features/core/index.ts'
import { isTimeZone } from '#platform/calendar.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import { conflict, invalidInput, linkOver, mailIsOff, notFound, tooManyMails } from '#platform/errors.ts'
import { newSecret, secretHash } from '#platform/secrets.ts'
import type { Reauthenticated, Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import { topicsIn } from '../outbox/outbox.rules.ts'
import type { Mail } from '../outbox/outbox.service.ts'
import {
  isConfirmationLive,
  mayStop,
  minutesOf,
  readUnsubscribeToken,
  refusalOf,
  stateOf,
  timeOf,
} from './recipients.rules.ts'
import { type RecipientOfUser, recipientsStore } from './recipients.store.ts'

export type RecipientsService = ReturnType<typeof recipientsService>

/** What the domain of clients needs: which addresses outside get no mail. */
export type ClientAddresses = Pick<RecipientsService, 'refusals'>

/** What identity needs: the addresses of its users. */
export type MailAddresses = Pick<RecipientsService, 'setAddress' | 'confirmOwn'>

interface Owner {
  id: number
  username: string
  companyId: number | null
}

const HOUR_MS = 60 * 60_000
/** Links that confirm addresses, in an hour: of one user, and to one address. */
const LINKS_AN_HOUR = 5
const CONFIRMATIONS_KEPT_MS = 7 * 24 * HOUR_MS

const about = ({ id, username, companyId }: Owner) => ({
  object: { kind: 'user' as const, id, name: username },
  companyId,
})

export function recipientsService({
  database,
  clock,
  audit,
  mail,
}: {
  database: Database
  clock: Clock
  audit: AuditLog
  mail: Mail
}) {
  const store = recipientsStore(database.queries)

  const asShown = (row: RecipientOfUser | undefined): MailRecipient => ({
    isMailOn: mail.isOn,
    address: row?.address ?? null,
    state: stateOf(row),
    bounce: row?.bounce ?? null,
    stopped: row ? (topicsIn(row.stopped) as MailTopic[]) : [],
    quiet:
      row?.quiet_from == null || row.quiet_until === null
        ? null
        : { from: timeOf(row.quiet_from), until: timeOf(row.quiet_until) },
    timeZone: row?.time_zone ?? null,
  })

  const userOf = ({ userId }: Viewer): number => {
    if (userId === null) throw notFound('Mail address')
    return userId
  }

  const ownerOf = (viewer: Viewer): Owner => ({
    id: userOf(viewer),
    username: viewer.username,
    companyId: viewer.companyId,
  })

  /** In the caller's transaction. Throws `too_many_mails` after a few within an hour, by one user or to one address. */
  async function sendLink(tx: Queries, owner: Owner, { id, address_key }: RecipientOfUser): Promise<void> {
    const inside = recipientsStore(tx)
    const now = clock.now()
    const address_hash = secretHash(address_key)
    const sent = await inside.linksWithin({ user_id: owner.id, address_hash }, { from: now - HOUR_MS, to: now })
    if (sent >= LINKS_AN_HOUR) throw tooManyMails(HOUR_MS / 1_000)
    const token = newSecret()
    const token_hash = secretHash(token)
    await inside.addConfirmation({ token_hash, recipient_id: id, address_key, created_at: now })
    const data = { username: owner.username, token }
    const wish = { to: owner.id, cause: `confirm:${token_hash}`, kind: 'transactional' } as const
    const isSent = await mail.enqueue(tx, { ...wish, template: 'confirm-address', data })
    if (isSent) await inside.addLink({ token_hash, user_id: owner.id, address_hash, sent_at: now })
  }

  /**
   * In the caller's transaction. A new address is unconfirmed, and gets the link that confirms it unless `isInvited`: then an
   * invitation goes there. The same address again is enabled where mail had come back.
   */
  async function setAddress(
    tx: Queries,
    actor: Actor,
    owner: Owner,
    address: string | null,
    { isInvited = false } = {},
  ): Promise<void> {
    const inside = recipientsStore(tx)
    const before = await inside.ofUser(owner.id)
    if ((before?.address ?? null) === address && before?.bounced_at == null) return
    // The address itself is not recorded: the log outlives the user.
    await audit.record(tx, actor, { act: 'address.changed', ...about(owner), details: { removed: address === null } })
    if (address === null) {
      if (before) await inside.remove(before.id)
      await inside.removePasswordLinks(owner.id)
      return
    }
    const key = address.toLowerCase()
    const isSame = before?.address_key === key
    const row = before
      ? await inside.change(before.id, {
          address,
          address_key: key,
          bounced_at: null,
          bounce: null,
          ...(!isSame && { confirmed_at: null }),
        })
      : await inside.add({
          user_id: owner.id,
          address,
          address_key: key,
          secret: newSecret(),
          created_at: clock.now(),
        })
    if (before && !isSame) {
      await inside.dropWaiting(row.id)
      await inside.removeConfirmations(row.id)
      await inside.removePasswordLinks(owner.id)
    }
    if (row.confirmed_at !== null || isInvited) return
    await sendLink(tx, owner, row)
  }

  async function ownRow(viewer: Viewer): Promise<RecipientOfUser> {
    const row = await store.ofUser(userOf(viewer))
    if (!row) throw conflict('no_mail_address', 'You have no mail address yet: enter one first')
    return row
  }

  async function unsubscribed(token: string) {
    const named = readUnsubscribeToken(token)
    const row = named && (await store.bySecret(named.secret))
    if (!row || !mayStop(row, named.topics)) throw notFound('Link')
    return { row, topics: named.topics }
  }

  return {
    setAddress,

    async read(viewer: Viewer): Promise<MailRecipient> {
      return asShown(viewer.userId === null ? undefined : await store.ofUser(viewer.userId))
    },

    /** Who receives the mail of an account may set its password: the viewer proves again who they are. */
    async change(viewer: Reauthenticated, address: string | null): Promise<MailRecipient> {
      const owner = ownerOf(viewer)
      await database.transaction((tx) => setAddress(tx, viewer, owner, address))
      return asShown(await store.ofUser(owner.id))
    },

    /** Throws `too_many_mails` after a few within an hour, and `mail_off`. */
    async sendConfirmation(viewer: Viewer): Promise<MailRecipient> {
      if (!mail.isOn) throw mailIsOff()
      const row = await ownRow(viewer)
      if (stateOf(row) !== 'unconfirmed') return asShown(row)
      await database.transaction((tx) => sendLink(tx, ownerOf(viewer), row))
      return asShown(row)
    },

    async tryAgain(viewer: Viewer): Promise<MailRecipient> {
      const row = await ownRow(viewer)
      await database.transaction(async (tx) => {
        await recipientsStore(tx).change(row.id, { bounced_at: null, bounce: null })
        await audit.record(tx, viewer, { act: 'address.retried', ...about(ownerOf(viewer)) })
      })
      return asShown(await store.ofUser(userOf(viewer)))
    },

    /** The same by an administrator, for anyone. */
    async tryAgainFor(viewer: Viewer, recipientId: number): Promise<void> {
      await database.transaction(async (tx) => {
        const inside = recipientsStore(tx)
        const row = await inside.find(recipientId)
        if (!row) throw notFound('Mail address')
        await inside.change(row.id, { bounced_at: null, bounce: null })
        const object = { kind: 'user' as const, id: row.user_id, name: row.username }
        await audit.record(tx, viewer, { act: 'address.retried', object, companyId: row.company_id })
      })
    },

    async choose(viewer: Viewer, { stopped, quiet, timeZone }: Partial<Choice>): Promise<MailRecipient> {
      if (timeZone != null && !isTimeZone(timeZone))
        throw invalidInput('timeZone is no time zone', { timeZone: 'is no time zone' })
      const row = await ownRow(viewer)
      await store.change(row.id, {
        ...(stopped && { stopped: JSON.stringify([...new Set(stopped)]) }),
        ...(quiet !== undefined && {
          quiet_from: quiet && minutesOf(quiet.from),
          quiet_until: quiet && minutesOf(quiet.until),
        }),
        ...(timeZone !== undefined && { time_zone: timeZone }),
      })
      return asShown(await ownRow(viewer))
    },

    /** Throws `link_over` alike for a token that was used, is too old, or never was. */
    async confirm(token: string, address: string): Promise<{ address: string }> {
      return database.transaction(async (tx) => {
        const inside = recipientsStore(tx)
        const link = await inside.confirmation(secretHash(token))
        const row = link && (await inside.find(link.recipient_id))
        const isLive = link && isConfirmationLive(link.created_at, clock.now()) && row?.address_key === link.address_key
        if (!isLive || !row?.user_id) throw linkOver()
        const owner = { id: row.user_id, username: row.username ?? '', companyId: row.company_id }
        await inside.change(row.id, { confirmed_at: row.confirmed_at ?? clock.now(), bounced_at: null, bounce: null })
        await inside.removeConfirmations(row.id)
        const actor: Actor = { userId: owner.id, username: owner.username, address, via: 'stranger' }
        await audit.record(tx, actor, { act: 'address.confirmed', ...about(owner) })
        return { address: row.address }
      })
    },

    /** The user has used a link that was sent there for something else. */
    async confirmOwn(tx: Queries, userId: number): Promise<void> {
      const inside = recipientsStore(tx)
      const row = await inside.ofUser(userId)
      if (row && row.confirmed_at === null) await inside.change(row.id, { confirmed_at: clock.now() })
    },

    /** The page that stops these mails. Throws `not_found` for a token that names no recipient. */
    async unsubscribePage(token: string): Promise<string> {
      await unsubscribed(token)
      return `/mail/stop#${token}`
    },

    /** Safe to repeat. */
    async unsubscribe(token: string): Promise<void> {
      const { row, topics } = await unsubscribed(token)
      await database.transaction(async (tx) => {
        const inside = recipientsStore(tx)
        // Held by an idle update: of two clicks at once neither is lost.
        const held = await inside.change(row.id, { secret: row.secret })
        const stopped = [...new Set([...topicsIn(held.stopped), ...topics])]
        await inside.change(row.id, { stopped: JSON.stringify(stopped) })
      })
    },

    /** Of addresses outside that get no mail of this topic: why, by the address in lower case. */
    async refusals(addresses: readonly string[], topic: ClientMailTopic): Promise<Map<string, ClientMailRefusal>> {
      const keys = [...new Set(addresses.map((address) => address.toLowerCase()))]
      const known = keys.length === 0 ? [] : await store.outside(keys)
      return new Map(
        known.flatMap((row) => {
          const reason = refusalOf(row, topic)
          return reason ? [[row.address_key, reason]] : []
        }),
      )
    },

    /** Safe to repeat. */
    async purge(): Promise<void> {
      const now = clock.now()
      await store.forgetConfirmationsBefore(now - CONFIRMATIONS_KEPT_MS)
      await store.forgetLinksOutside({ from: now - HOUR_MS, to: now })
    },
  }
}

interface Choice {
  stopped: MailTopic[] | undefined
  quiet: { from: string; until: string } | null | undefined
  timeZone: string | null | undefined
}
