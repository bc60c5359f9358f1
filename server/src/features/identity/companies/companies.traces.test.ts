/** A deleted company leaves no row behind, in any table. */
import { describe, expect, test } from 'vitest'
import { isPartition } from '#testing/read-tables.ts'
import { testEngine } from '#testing/test-store.ts'
import { setUpSharedWorld } from '#testing/world.ts'

const shared = setUpSharedWorld()

describe('deleting a company', () => {
  test('leaves nothing behind: every table with rows of companies is known', async () => {
    const { database } = await shared()
    const tables = await database.queries.introspection.getTables()
    const ofCompanies = tables.filter(({ columns }) => columns.some(({ name }) => name === 'company_id'))
    // A new table decides here what becomes of its rows, and in `companies.store.ts`.
    expect(
      ofCompanies
        .map(({ name }) => name)
        .filter((name) => !isPartition(database, name))
        .sort(),
    ).toEqual([
      ...['account_group_members', 'account_groups', 'account_insights', 'account_months'],
      // What triggers keep of accounts goes with them; on SQLite the names are an index alone.
      ...(testEngine === 'postgres' ? ['account_names'] : []),
      'account_periods',
      ...(testEngine === 'postgres' ? ['account_sum_moves'] : []),
      ...['account_sums', 'account_tags'],
      ...[
        'accounts',
        'ai_usage',
        'ai_usage_days',
        'alert_causes',
        'alerts',
        'approval_decisions',
        'approval_items',
        'approval_requests',
        'attachments',
        'audience_insights',
        'audit_entries',
        'billing_operations',
        'content_changes',
      ],
      ...[
        'content_counts',
        'content_items',
        'content_sync_settings',
        'credit_entries',
        'credit_periods',
        'drive_folders',
        'drive_imports',
      ],
      ...[
        'drives',
        'events',
        'idempotency_keys',
        'insight_accounts',
        'jobs',
        'latest_posts',
        'mail_recipient_companies',
        'media_insights',
        'metric_snapshots',
        'metrics_imports',
      ],
      ...[
        'music',
        'oauth_states',
        'online_insights',
        'own_account_states',
        'own_accounts',
        'own_media',
        'pending_creates',
        'post_readings',
        'posts',
        'prompts',
        'provider_customers',
        'provider_events',
        // With the company itself, which they refer to.
        'publications',
        'publishing_settings',
        'publishing_slots',
        'reels',
      ],
      ...[
        'renders',
        'report_schedules',
        'report_views',
        'reports',
        'sandbox_customers',
        'secrets',
        'share_links',
        'subscriptions',
        'synced_records',
      ],
      ...['team_comments', 'uploads', 'users'],
      ...['videos', 'webhook_deliveries'],
    ])
  })
})
