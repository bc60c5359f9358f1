/** Addresses of users: one counts once its owner has used the link that was sent there. */
import type { Actor, AuditLog } from '#features/core/index.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import { linkOver } from '#platform/errors.ts'
import { tooManyMails } from '#platform/limit-errors.ts'
import { newSecret, secretHash } from '#platform/secrets.ts'
import type { Clock } from '#ports/clock.ts'
import type { Mail } from '../../outbox/outbox.service.ts'
import { isConfirmationLive } from '../recipients.rules.ts'
import { type RecipientOfUser, recipientsStore } from '../recipients.store.ts'

/** Whose address it is. */
export interface Owner {
  id: number
  username: string
  companyId: number | null
}

export const HOUR_MS = 60 * 60_000
/** Links that confirm addresses, in an hour: of one user, and to one address. */
const LINKS_AN_HOUR = 5
export const about = ({ id, username, companyId }: Owner) => ({
  object: { kind: 'user' as const, id, name: username },
  companyId,
})

export function mailAddresses({
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
    const request = { to: owner.id, cause: `confirm:${token_hash}`, kind: 'transactional' } as const
    const isSent = await mail.enqueue(tx, { ...request, template: 'confirm-address', data })
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

  return {
    sendLink,
    setAddress,

    /** In the transaction that takes a company away from the user: what waits for them may be about it. */
    async dropCompanyMails(tx: Queries, userId: number): Promise<void> {
      const inside = recipientsStore(tx)
      const row = await inside.ofUser(userId)
      if (row) await inside.dropCompanyMails(row.id)
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
  }
}
