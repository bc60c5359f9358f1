/** The people who sign in. Callers are administrators; there is always at least one of them left. */
import type { User } from '@tangelo/contract'
import { PAGE_ROWS_MAX, type Role, type UserSort } from '@tangelo/contract/limits'
import type { AuditLog } from '#features/core/index.ts'
import { type Mail, type MailAddresses, mailStateOf } from '#features/mail/index.ts'
import { momentToText } from '#platform/calendar.ts'
import { type Database, isOrphan, isTaken, type Queries } from '#platform/database/database.ts'
import { conflict, invalidInput, noSuchCompany, notFound } from '#platform/errors.ts'
import { cutPage, jsonOfRows, type Page, type PageRequest, readCursor } from '#platform/http/paging.ts'
import { hashAcceptedPassword, hashPassword } from '#platform/passwords.ts'
import { newSecret } from '#platform/secrets.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { Invitations } from '../password-links/password-links.service.ts'
import { removePasswordLinks } from '../password-links/password-links.store.ts'
import { endSessions } from '../sessions/sessions.store.ts'
import { cursorValue, losesAccess, placeAfter, userAct, userChanged } from './users.rules.ts'
import { type UserRow, usersStore } from './users.store.ts'
import { countUsers, userPage } from './users.view.ts'

export type UsersService = ReturnType<typeof usersService>

interface NewUser {
  username: string
  /** Absent for a user who is invited by mail to choose one. */
  password?: string | undefined
  role: Role
  companyId: number | null
  mailAddress?: string | null | undefined
}

interface UserChange {
  username?: string | undefined
  role?: Role | undefined
  companyId?: number | null | undefined
  profileId?: string | null | undefined
  defaultPromptId?: string | null | undefined
  webhookUrl?: string | null | undefined
  password?: string | undefined
  mailAddress?: string | null | undefined
}

/** What webhooks do for users. */
export interface UserWebhooks {
  /** What is wrong with the address of a webhook, to go on after the field's name; null for one that may be called. */
  problemOf(url: string): string | null
  /** In the transaction in which the user loses access: alerts that were not delivered yet may be about what is lost. */
  dropAlerts(tx: Queries, userId: number): Promise<void>
}

export function usersService({
  database,
  clock,
  audit,
  mail,
  addresses,
  invitations,
  webhooks,
}: {
  database: Database
  clock: Clock
  audit: AuditLog
  mail: Pick<Mail, 'isOn'>
  addresses: Pick<MailAddresses, 'setAddress' | 'dropCompanyMails'>
  invitations: Invitations
  webhooks: UserWebhooks
}) {
  const store = usersStore(database.queries)

  async function requireUser(id: number): Promise<UserRow> {
    const row = await store.find(id)
    if (!row) throw notFound('User')
    return row
  }

  async function checkCompany(id: number | null | undefined) {
    if (id != null && !(await store.hasCompany(id))) throw noSuchCompany()
  }

  function checkWebhook(url: string | null | undefined) {
    const problem = url ? webhooks.problemOf(url) : null
    if (problem !== null) throw invalidInput(`webhookUrl ${problem}`, { webhookUrl: problem })
  }

  return {
    /** The rows are JSON already. */
    async list(
      request: PageRequest & {
        q?: string | undefined
        companyId?: number | undefined
        sort?: UserSort | undefined
      },
    ): Promise<Page<string>> {
      const { q, companyId, sort = 'name', limit = PAGE_ROWS_MAX } = request
      const after = request.cursor ? placeAfter(sort, readCursor(request.cursor, 'string')) : null
      const rows = await userPage(database.queries, { q, companyId, sort, after, limit: limit + 1 })
      const { nextCursor } = cutPage(rows, limit, (row) => [cursorValue(sort, row), row.id])
      return {
        rows: asJson(rows).slice(0, limit),
        nextCursor,
        total: after ? null : await countUsers(database.queries, { q, companyId }),
      }
    },

    async create(viewer: Viewer, fields: NewUser): Promise<User> {
      await checkCompany(fields.companyId)
      const { username, mailAddress = null } = fields
      const isInvited = fields.password === undefined
      if (isInvited && (mailAddress === null || !mail.isOn))
        throw invalidInput('password is missing', { password: 'is missing' })
      // The first password of an invited user is random and never shown.
      const hash =
        fields.password === undefined
          ? await hashPassword(newSecret())
          : await hashAcceptedPassword(fields.password, username)
      const id = await writeUnlessTaken(fields.username, () =>
        database.transaction(async (tx) => {
          const inside = usersStore(tx)
          const id = await inside.add({
            username: fields.username,
            username_key: fields.username.toLowerCase(),
            password_hash: hash,
            role: fields.role,
            company_id: fields.companyId,
            must_change_password: 0,
            created_at: clock.now(),
            invited_at: isInvited ? clock.now() : null,
          })
          const owner = { id, username, companyId: fields.companyId }
          const made = await inside.find(id)
          if (made) await audit.record(tx, viewer, userAct('user.made', made))
          if (mailAddress !== null) await addresses.setAddress(tx, viewer, owner, mailAddress, { isInvited })
          if (isInvited) await invitations.sendInvitation(tx, viewer.username, owner)
          return id
        }),
      )
      return asUser(await requireUser(id))
    },

    /** A new password or role ends the user's sessions at once (D4). One's own password is changed in the profile. */
    async update(viewer: Viewer, id: number, change: UserChange): Promise<User> {
      const { username } = await requireUser(id)
      if (id === viewer.userId && change.password !== undefined)
        throw conflict('own_password', 'Change your own password in your profile, where you confirm the current one')
      await checkCompany(change.companyId)
      checkWebhook(change.webhookUrl)
      const hash =
        change.password === undefined
          ? undefined
          : await hashAcceptedPassword(change.password, change.username ?? username)
      const changes = {
        ...(change.username !== undefined && {
          username: change.username,
          username_key: change.username.toLowerCase(),
        }),
        ...(change.role !== undefined && { role: change.role }),
        ...(change.companyId !== undefined && { company_id: change.companyId }),
        ...(change.profileId !== undefined && { profile_id: change.profileId || null }),
        ...(change.defaultPromptId !== undefined && { default_prompt_id: change.defaultPromptId || null }),
        ...(change.webhookUrl !== undefined && { webhook_url: change.webhookUrl || null }),
        ...(hash !== undefined && { password_hash: hash, invited_at: null }),
      }
      await writeUnlessTaken(change.username ?? '', () =>
        database.transaction(async (tx) => {
          const inside = usersStore(tx)
          if (change.role) await inside.holdAdmins()
          const before = await inside.find(id)
          if (!before) throw notFound('User')
          if (Object.keys(changes).length > 0) await inside.change(id, changes)
          if (before.role === 'admin' && change.role && change.role !== 'admin') await oneAdminIsLeft(inside)
          if (hash !== undefined || (change.role && change.role !== before.role)) await endSessions(tx, { userId: id })
          if (hash !== undefined) await removePasswordLinks(tx, id)
          const isInvited = before.invited_at !== null
          const owner = { id, username: change.username ?? before.username, companyId: before.company_id }
          if (change.mailAddress !== undefined)
            await addresses.setAddress(tx, viewer, owner, change.mailAddress, { isInvited })
          const hasNewAddress = change.mailAddress && change.mailAddress !== before.mail_address
          if (hasNewAddress && isInvited && hash === undefined && mail.isOn)
            await invitations.sendInvitation(tx, viewer.username, owner)
          const after = await inside.find(id)
          if (after && losesAccess(before, after)) {
            await addresses.dropCompanyMails(tx, id)
            await webhooks.dropAlerts(tx, id)
          }
          const act = after && userChanged(before, after, { hasNewPassword: hash !== undefined })
          if (act) await audit.record(tx, viewer, act)
        }),
      )
      return asUser(await requireUser(id))
    },

    async remove(viewer: Viewer, id: number): Promise<void> {
      if (viewer.userId === id) throw conflict('own_user', 'You cannot delete yourself')
      await database.transaction(async (tx) => {
        const inside = usersStore(tx)
        await inside.holdAdmins()
        const user = await inside.find(id)
        if (!user) throw notFound('User')
        await endSessions(tx, { userId: id })
        if (!(await inside.remove(id))) throw notFound('User')
        if (user.role === 'admin') await oneAdminIsLeft(inside)
        await audit.record(tx, viewer, userAct('user.deleted', user))
      })
    },
  }
}

/** Checked inside the transaction, after the change: throwing takes the change back. */
async function oneAdminIsLeft(store: ReturnType<typeof usersStore>) {
  if ((await store.countAdmins()) === 0)
    throw conflict('last_admin', 'This is the last administrator: make another one first')
}

async function writeUnlessTaken<Result>(username: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (isTaken(error)) throw conflict('username_taken', `A user named ${username} already exists`)
    // It was there a moment ago.
    if (isOrphan(error)) throw noSuchCompany()
    throw error
  }
}

const asUser = (row: UserRow): User => ({
  id: row.id,
  username: row.username,
  role: row.role,
  companyId: row.company_id,
  companyName: row.company_name,
  profileId: row.profile_id,
  defaultPromptId: row.default_prompt_id,
  webhookUrl: row.webhook_url,
  mailAddress: row.mail_address,
  mailState: row.mail_address === null ? 'none' : mailStateOf(row),
  invitedAt: row.invited_at === null ? null : momentToText(row.invited_at),
  createdAt: new Date(row.created_at).toISOString(),
})

const asJson = jsonOfRows(asUser)
