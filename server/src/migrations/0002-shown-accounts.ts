/** Accounts and their latest posts are kept as the wire shows them; the posts of an account become one row. */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

interface PostRow {
  company_id: number
  account_id: number
  post_id: string
  type: string
  caption: string | null
  url: string | null
  source_image_url: string | null
  likes: number | null
  comments: number | null
  posted_at: number | null
  is_pinned: number
}

export const shownAccounts: Migration = {
  name: '0002-shown-accounts',
  file: import.meta.url,
  async up({ schema, queries }) {
    await schema.alterTable('accounts').addColumn('shown', 'text').execute()
    await schema
      .createTable('latest_posts')
      .addColumn('company_id', 'integer', (column) => column.notNull())
      .addColumn('account_id', 'integer', (column) => column.notNull())
      .addColumn('shown', 'text', (column) => column.notNull())
      .addColumn('read', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('latest_posts_key', ['company_id', 'account_id'])
      .execute()
    const { rows } = await sql<PostRow>`
      select company_id, account_id, post_id, type, caption, url, source_image_url, likes, comments, posted_at, is_pinned
      from account_posts order by account_id, position`.execute(queries)
    for (const posts of Map.groupBy(rows, ({ account_id }) => account_id).values()) {
      const [first] = posts
      if (!first) continue
      const shown = posts.map((post) => ({
        id: post.post_id,
        type: post.type,
        caption: post.caption,
        url: post.url,
        imageUrl: null,
        likes: post.likes,
        comments: post.comments,
        postedAt: post.posted_at === null ? null : new Date(post.posted_at).toISOString(),
      }))
      const read = posts.map((post) => ({
        id: post.post_id,
        type: post.type,
        caption: post.caption,
        url: post.url,
        sourceImageUrl: post.source_image_url,
        likes: post.likes,
        comments: post.comments,
        postedAt: post.posted_at,
        isPinned: post.is_pinned === 1,
      }))
      await sql`insert into latest_posts (company_id, account_id, shown, read)
        values (${first.company_id}, ${first.account_id}, ${JSON.stringify(shown)}, ${JSON.stringify(read)})`.execute(
        queries,
      )
    }
    await schema.dropTable('account_posts').execute()
    // What the lists show is made with the figures; the next start makes all of them.
    await sql`update accounts set figures_due = 1`.execute(queries)
  },
}
