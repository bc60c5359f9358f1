/**
 * Links that set a password: for a user who has forgotten it, and for one who was invited. A link works once, for an hour;
 * only its hash is stored. Two-factor authentication stays as it is: the link stands for the password alone.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { PASSWORD_LINK_MINUTES } from '@tangelo/contract/limits'
import { type Actor, type AuditLog, stranger } from '#features/core/index.ts'
import type { Mail, MailAddresses } from '#features/mail/index.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import { conflict, linkOver, mailIsOff, notFound } from '#platform/errors.ts'
import type { Log } from '#platform/log.ts'
import { hashAcceptedPassword } from '#platform/passwords.ts'
import { newSecret, secretHash } from '#platform/secrets.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import { failureKey, networkOf } from '../login-throttle/login-throttle.rules.ts'
import type { LoginThrottle } from '../login-throttle/login-throttle.service.ts'
import { endSessions } from '../sessions/sessions.store.ts'
import { passwordLinksStore } from './password-links.store.ts'

export type PasswordLinksService = ReturnType<typeof passwordLinksService>

/** What creating a user needs. */
export type Invitations = Pick<PasswordLinksService, 'sendInvitation'>

const LINK_MS = PASSWORD_LINK_MINUTES * 60_000
/** From one network, for all names. */
const FREE_PER_ADDRESS = 20
/** On one account within an hour, from all addresses, so that no mailbox is flooded. */
const FREE_PER_ACCOUNT = 5
const HOUR_MS = 60 * 60_000
/** Longer than storing a mail takes: the time of an answer does not say whether there is such a user. */
const ANSWER_MS = 300

export function passwordLinksService({
  database,
  clock,
  audit,
  attempts,
  mail,
  addresses,
  log,
}: {
  database: Database
  clock: Clock
  audit: AuditLog
  log: Log
  attempts: LoginThrottle
  mail: Mail
  addresses: MailAddresses
}) {
  const store = passwordLinksStore(database.queries)

  /** The token of a new link, which is stored once the transaction is. */
  async function newLink(tx: Queries, userId: number, isInvitation: 0 | 1): Promise<{ token: string; hash: string }> {
    const token = newSecret()
    const hash = secretHash(token)
    const row = { token_hash: hash, user_id: userId, is_invitation: isInvitation, created_at: clock.now() }
    await passwordLinksStore(tx).replaceLinks(row)
    return { token, hash }
  }

  async function sendReset(username: string, address: string): Promise<void> {
    const user = await store.userByName(username)
    if (!user || user.invited_at !== null || !mail.isOn) return
    await database.transaction(async (tx) => {
      const { token, hash } = await newLink(tx, user.id, 0)
      const isSent = await mail.enqueue(tx, {
        to: user.id,
        cause: `password:${hash}`,
        kind: 'transactional',
        template: 'password-reset',
        data: { username: user.username, token },
      })
      // Without an address that is confirmed there is no link either.
      if (!isSent) {
        await passwordLinksStore(tx).takeLink(hash)
        return
      }
      await audit.record(tx, stranger(address), {
        act: 'password.link-sent',
        object: { kind: 'user', id: user.id, name: user.username },
        companyId: user.company_id,
      })
    })
  }

  /** In the caller's transaction: the invited user chooses a password by the link in it. */
  async function sendInvitation(tx: Queries, by: string, user: { id: number; username: string }): Promise<void> {
    const { token, hash } = await newLink(tx, user.id, 1)
    const isSent = await mail.enqueue(tx, {
      to: user.id,
      cause: `invitation:${hash}`,
      kind: 'transactional',
      template: 'invitation',
      data: { username: user.username, by, token },
    })
    if (!isSent) throw conflict('not_sendable', 'No mail can be sent to this user: check the mail address')
  }

  return {
    sendInvitation,

    /**
     * Answers alike, and after the same time, whether there is such a user or not. Throws `too_many_attempts` by what was
     * typed and where it came from alone.
     */
    async request(username: string, address: string): Promise<void> {
      const network = networkOf(address)
      const name = username.toLowerCase()
      await attempts.count(
        { key: failureKey('password link', network), free: FREE_PER_ADDRESS },
        { key: failureKey('password link of', name), free: FREE_PER_ACCOUNT, windowMs: HOUR_MS },
      )
      const sending = sendReset(username, address).catch((error: unknown) =>
        // An error in the answer would tell that there is such a user.
        log.error({ err: error }, 'a link that sets a password could not be stored'),
      )
      await Promise.all([sending, pause(ANSWER_MS)])
    },

    /** Throws `link_over` alike for a token that was used, is too old, was replaced, or never was. */
    async complete({ token, newPassword }: { token: string; newPassword: string }, address: string) {
      const hash = secretHash(token)
      const link = await store.link(hash)
      const user = link && (await store.user(link.user_id))
      if (!user || clock.now() - link.created_at >= LINK_MS) throw linkOver()
      const passwordHash = await hashAcceptedPassword(newPassword, user.username, 'newPassword')
      await database.transaction(async (tx) => {
        const inside = passwordLinksStore(tx)
        if (!(await inside.takeLink(hash))) throw linkOver()
        await inside.setPassword(user.id, passwordHash)
        await endSessions(tx, { userId: user.id })
        await attempts.forgetAlert(tx, user.id)
        if (link.is_invitation === 1) await addresses.confirmOwn(tx, user.id)
        else
          await mail.enqueue(tx, {
            to: user.id,
            cause: `password-changed:${hash}`,
            kind: 'transactional',
            template: 'password-changed',
            data: { username: user.username },
          })
        const actor: Actor = { userId: user.id, username: user.username, address, via: 'stranger' }
        await audit.record(tx, actor, {
          act: 'password.reset',
          object: { kind: 'user', id: user.id, name: user.username },
          companyId: user.company_id,
          details: { invited: link.is_invitation === 1 },
        })
      })
      return { username: user.username }
    },

    /** Once more; the link before it is over. Throws `mail_off`, and `not_invited` for a user with a password. */
    async invite(viewer: Viewer, userId: number): Promise<void> {
      if (!mail.isOn) throw mailIsOff()
      await database.transaction(async (tx) => {
        const user = await passwordLinksStore(tx).user(userId)
        if (!user) throw notFound('User')
        if (user.invited_at === null) throw conflict('not_invited', 'This user has chosen a password already')
        await sendInvitation(tx, viewer.username, user)
        await audit.record(tx, viewer, {
          act: 'user.invited',
          object: { kind: 'user', id: user.id, name: user.username },
          companyId: user.company_id,
        })
      })
    },

    /** Safe to repeat. */
    purge: () => store.forgetBefore(clock.now() - LINK_MS),
  }
}
