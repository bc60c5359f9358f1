/** A store beside the one of the installation, for as long as a drill lasts: a file, or a schema of the same database. */
import { rm } from 'node:fs/promises'
import pg from 'pg'
import type { StoreLocation } from './database.ts'

const SCHEMA = 'tangelo_drill'

export interface ScratchStore {
  location: StoreLocation
  remove(): Promise<void>
}

/** Empty. One at a time: what an earlier one has left is removed. Throws what PostgreSQL refuses. */
export async function scratchStore(beside: StoreLocation, path: string): Promise<ScratchStore> {
  if (beside.engine === 'sqlite') {
    const remove = async () => {
      for (const suffix of ['', '-wal', '-shm']) await rm(`${path}${suffix}`, { force: true })
    }
    await remove()
    return { location: { engine: 'sqlite', path }, remove }
  }
  const remove = () => onDatabase(beside.url, [`drop schema if exists ${SCHEMA} cascade`])
  await onDatabase(beside.url, [`drop schema if exists ${SCHEMA} cascade`, `create schema ${SCHEMA}`])
  const url = new URL(beside.url)
  // Nothing outside of the schema has a name there: no statement reaches the running product.
  url.searchParams.set('options', `-c search_path=${SCHEMA}`)
  return { location: { engine: 'postgres', url: url.href }, remove }
}

async function onDatabase(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  // The query that runs fails by itself; without a listener the process would end.
  client.on('error', () => {})
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
