import type { Queries } from '#platform/database/database.ts'

export type LinksView = ReturnType<typeof linksView>

/** What the page of a live account or group is made of: where this is the same, so is the page. */
export function linksView(db: Queries) {
  const accounts = (companyId: number) =>
    db
      .selectFrom('accounts')
      .select(['accounts.id', 'accounts.username', 'accounts.data_revision'])
      .where('accounts.company_id', '=', companyId)

  return {
    /** Changes with every figure, post and name, and with the accounts of a group. */
    async revisionOf(
      companyId: number,
      { kind, targetId }: { kind: 'account' | 'group'; targetId: number },
    ): Promise<string> {
      const rows =
        kind === 'account'
          ? await accounts(companyId).where('accounts.id', '=', targetId).execute()
          : await accounts(companyId)
              .innerJoin('account_group_members as member', 'member.account_id', 'accounts.id')
              .where('member.group_id', '=', targetId)
              .orderBy('accounts.id')
              .execute()
      const names =
        kind === 'account'
          ? []
          : await db.selectFrom('account_groups').select('name').where('id', '=', targetId).execute()
      return JSON.stringify([
        rows.map(({ id, username, data_revision }) => [id, username, Number(data_revision)]),
        names,
      ])
    },
  }
}
