/**
 * Which companies mail an address outside, how often links that confirm an address are sent, and leases of mails without a time:
 * see `platform/database/tables/mail.ts`.
 */
import { sql } from 'kysely'
import type { Migration } from '#platform/database/migrate.ts'

export const mailLimits: Migration = {
  name: '0027-mail-limits',
  file: import.meta.url,
  async up({ queries }) {
    const statements = [
      `create table mail_recipient_companies (
        company_id integer not null,
        recipient_id integer not null references mail_recipients (id) on delete cascade,
        primary key (company_id, recipient_id)
      )`,
      'create index mail_recipient_companies_recipient on mail_recipient_companies (recipient_id)',
      `create table address_links (
        token_hash text primary key,
        user_id integer not null references users (id) on delete cascade,
        address_hash text not null,
        sent_at bigint not null
      )`,
      'create index address_links_user on address_links (user_id, sent_at)',
      'create index address_links_address on address_links (address_hash, sent_at)',
      'alter table mails drop column leased_until',
      'create index mails_leased on mails (id) where lease is not null',
    ]
    for (const statement of statements) await sql.raw(statement).execute(queries)
    const schedules = await sql<{ company_id: number; recipients: string }>`
      select company_id, recipients from report_schedules`.execute(queries)
    const requests = await sql<{ company_id: number; mail_to: string }>`
      select company_id, mail_to from approval_requests where mail_to is not null`.execute(queries)
    const mailed = [
      ...schedules.rows.map(({ company_id, recipients }) => ({
        company_id,
        addresses: JSON.parse(recipients) as string[],
      })),
      ...requests.rows.map(({ company_id, mail_to }) => ({ company_id, addresses: [mail_to] })),
    ]
    for (const { company_id, addresses } of mailed)
      for (const address of addresses)
        await sql`insert into mail_recipient_companies (company_id, recipient_id)
          select ${sql.lit(company_id)}, id from mail_recipients
          where user_id is null and address_key = ${address.toLowerCase()}
          on conflict do nothing`.execute(queries)
  },
}
