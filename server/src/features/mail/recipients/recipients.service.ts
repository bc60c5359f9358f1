/**
 * Where users receive mail, which, and when. An address counts once its owner has used the link that was sent there; one
 * that a mail came back from is disabled until a user tries again.
 */
import type { MailRecipient } from '@tangelo/contract'
import type { ClientMailRefusal, ClientMailTopic, MailTopic } from '@tangelo/contract/limits'
import type { AuditLog } from '#features/core/index.ts'
import { isTimeZone } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import { conflict, invalidInput, mailIsOff, notFound } from '#platform/errors.ts'
import type { Reauthenticated, Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import { topicsIn } from '../outbox/outbox.rules.ts'
import type { Mail } from '../outbox/outbox.service.ts'
import { minutesOf, refusalOf, stateOf, timeOf } from './recipients.rules.ts'
import { type RecipientOfUser, recipientsStore } from './recipients.store.ts'
import { about, HOUR_MS, mailAddresses, type Owner } from './service/addresses.ts'
import { unsubscribing } from './service/unsubscribing.ts'

export type RecipientsService = ReturnType<typeof recipientsService>

/** What the domain of clients needs: which addresses outside get no mail. */
export type ClientAddresses = Pick<RecipientsService, 'refusals'>

/** What identity needs: the addresses of its users. */
export type MailAddresses = Pick<RecipientsService, 'setAddress' | 'confirmOwn' | 'dropCompanyMails'>

const CONFIRMATIONS_KEPT_MS = 7 * 24 * HOUR_MS

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

  const { sendLink, setAddress, dropCompanyMails, confirm, confirmOwn } = mailAddresses({
    database,
    clock,
    audit,
    mail,
  })

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

  async function ownRow(viewer: Viewer): Promise<RecipientOfUser> {
    const row = await store.ofUser(userOf(viewer))
    if (!row) throw conflict('no_mail_address', 'You have no mail address yet: enter one first')
    return row
  }

  return {
    setAddress,
    dropCompanyMails,
    confirm,
    confirmOwn,
    ...unsubscribing(database),

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
