/**
 * Names of accounts and texts of items are found by three characters in a row (trigrams), wherever they stand in them: see
 * docs/decisions/0052. PostgreSQL needs its extension pg_trgm for that; without it the same rows are found by looking at all.
 */
import { sql } from 'kysely'
import type { Engine, Queries } from '#platform/database/database.ts'
import type { Migration } from '#platform/database/migrate.ts'

export const textSearch: Migration = {
  name: '0024-text-search',
  file: import.meta.url,
  // It built both indexes whatever the size of the store.
  formerly: ['c56de51ea24a04378f9063823a5d5393126b7ab638cc7df9aa7b3775ba20f565'],
  async up({ engine, queries }) {
    for (const statement of STATEMENTS[engine]) await sql.raw(statement).execute(queries)
    if (engine === 'postgres') await addTrigrams(queries)
  },
}

/** An account in the index of names: its company, then its id, so that a company is a range of it. */
const ACCOUNT = (row: string) => `(${row}.company_id << 32) + ${row}.id`

const SQLITE = [
  // Whole positions: a phrase is the text itself, and what is found need not be looked at again.
  `create virtual table account_names using fts5(name, content='', contentless_delete=1, tokenize='trigram case_sensitive 1')`,
  `insert into account_names (rowid, name) select ${ACCOUNT('accounts')}, username_key from accounts`,
  `create trigger account_names_insert after insert on accounts begin
    insert into account_names (rowid, name) values (${ACCOUNT('new')}, new.username_key);
  end`,
  `create trigger account_names_update after update of company_id, username_key on accounts
    when old.company_id <> new.company_id or old.username_key <> new.username_key begin
    delete from account_names where rowid = ${ACCOUNT('old')};
    insert into account_names (rowid, name) values (${ACCOUNT('new')}, new.username_key);
  end`,
  `create trigger account_names_delete after delete on accounts begin
    delete from account_names where rowid = ${ACCOUNT('old')};
  end`,
  // Texts are long: no positions, a third of the room, and what is found is looked at again. The ids of items are texts, and rowids
  // of their table change with VACUUM, so each has a number of its own here.
  'create table content_numbers (number integer primary key, item_id text not null unique)',
  `create virtual table content_texts using fts5(text, content='', contentless_delete=1, detail=none, tokenize='trigram case_sensitive 1')`,
  'insert into content_numbers (item_id) select id from content_items order by created_at, id',
  `insert into content_texts (rowid, text)
    select number, search_text from content_numbers join content_items on content_items.id = content_numbers.item_id`,
  `create trigger content_texts_insert after insert on content_items begin
    insert into content_numbers (item_id) values (new.id);
    insert into content_texts (rowid, text) select number, new.search_text from content_numbers where item_id = new.id;
  end`,
  `create trigger content_texts_update after update of search_text on content_items when old.search_text <> new.search_text begin
    delete from content_texts where rowid = (select number from content_numbers where item_id = new.id);
    insert into content_texts (rowid, text) select number, new.search_text from content_numbers where item_id = new.id;
  end`,
  `create trigger content_texts_delete after delete on content_items begin
    delete from content_texts where rowid = (select number from content_numbers where item_id = old.id);
    delete from content_numbers where item_id = old.id;
  end`,
]

// Beside the accounts, whose rows are wide and change with every reading: this one changes with the name alone.
const POSTGRES = [
  `create table account_names (
    company_id integer not null,
    account_id integer not null,
    name_key text not null,
    constraint account_names_key primary key (company_id, account_id)
  )`,
  'insert into account_names (company_id, account_id, name_key) select company_id, id, username_key from accounts',
  `create function account_names_follow() returns trigger language plpgsql as '
    begin
      if tg_op <> ''INSERT'' then
        delete from account_names where company_id = old.company_id and account_id = old.id;
      end if;
      if tg_op <> ''DELETE'' then
        insert into account_names (company_id, account_id, name_key) values (new.company_id, new.id, new.username_key);
      end if;
      return null;
    end'`,
  `create trigger account_names_follow after insert or delete or update of company_id, username_key on accounts
    for each row execute function account_names_follow()`,
]

const STATEMENTS: Record<Engine, readonly string[]> = { sqlite: SQLITE, postgres: POSTGRES }

/** Larger tables get their index while the product runs (platform/database/trigram-indexes.ts): writes would wait for it here. */
const ROWS_AT_ONCE = 20_000

const TRIGRAMS = [
  { table: 'account_names', column: 'name_key' },
  { table: 'content_items', column: 'search_text' },
]

/** Leaves the store as it is where the role may not create the extension, or where it is not installed. */
async function addTrigrams(queries: Queries): Promise<void> {
  await sql`savepoint trigrams`.execute(queries)
  try {
    await sql.raw('set local statement_timeout = 0').execute(queries)
    await sql.raw('create extension if not exists pg_trgm').execute(queries)
    for (const { table, column } of TRIGRAMS) {
      const { rows } = await sql`select 1 as one from ${sql.table(table)} offset ${ROWS_AT_ONCE} limit 1`.execute(
        queries,
      )
      if (rows.length === 0)
        await sql.raw(`create index ${table}_trigrams on ${table} using gin (${column} gin_trgm_ops)`).execute(queries)
    }
  } catch {
    await sql`rollback to savepoint trigrams`.execute(queries)
  }
  await sql`release savepoint trigrams`.execute(queries)
}
