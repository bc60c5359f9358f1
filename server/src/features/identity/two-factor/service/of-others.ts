/** Two-factor authentication of others, as administrators look after it. */
import type { AuditLog } from '#features/core/index.ts'
import type { Database } from '#platform/database/database.ts'
import { conflict, notFound } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import { endSessions, findUser } from '../../sessions/sessions.store.ts'
import { twoFactorStore } from '../two-factor.store.ts'

export function twoFactorOfOthers({ database, audit }: { database: Database; audit: AuditLog }) {
  const store = twoFactorStore(database.queries)

  return {
    /**
     * An administrator who requires it of others has it: so at least one administrator gets in. The operator of the
     * machine always does.
     */
    async requireOfAdmins(viewer: Viewer, isRequired: boolean) {
      const own = viewer.userId === null ? undefined : await store.find(viewer.userId)
      if (isRequired && viewer.userId !== null && (own?.on_since ?? null) === null)
        throw conflict('two_factor_off', 'Turn two-factor sign-in on for yourself first')
      await database.transaction(async (tx) => {
        const inside = twoFactorStore(tx)
        const before = await inside.isRequiredOfAdmins()
        if (before === isRequired) return
        await inside.requireOfAdmins(isRequired)
        await audit.record(tx, viewer, {
          act: 'setting.changed',
          object: { kind: 'setting', id: 'two_factor_of_admins', name: 'Two-factor sign-in of administrators' },
          companyId: null,
          details: { isRequired: { from: before, to: isRequired } },
        })
      })
    },

    async readOf(userId: number) {
      if (!(await findUser(database.queries, userId))) throw notFound('User')
      const since = (await store.find(userId))?.on_since ?? null
      return { onSince: since === null ? null : new Date(since).toISOString() }
    },

    /**
     * For a user who lost both the app and the codes. For oneself there is `turnOff`, which requires re-authentication.
     */
    async reset(viewer: Viewer, userId: number) {
      if (viewer.userId === userId) throw conflict('own_user', 'Turn it off in your own profile')
      await database.transaction(async (tx) => {
        const inside = twoFactorStore(tx)
        const user = await findUser(tx, userId)
        if (!user) throw notFound('User')
        if (!(await inside.remove(userId))) return
        await endSessions(tx, { userId })
        await audit.record(tx, viewer, {
          act: 'second-factor.switched-off',
          object: { kind: 'user', id: userId, name: user.username },
          companyId: user.company_id,
        })
      })
    },
  }
}
