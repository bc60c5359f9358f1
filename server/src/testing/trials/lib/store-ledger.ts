/** What the nodes acknowledged in the trial of store faults, and whether the store says the same in the end. */
import type { Database } from '#platform/database/database.ts'
import { Broken } from '../../trial.ts'

export interface Ledger {
  /** Names that were acknowledged, and all names that were sent. */
  accounts: Set<string>
  sentAccounts: Set<string>
  /** Captions. */
  drafts: Set<string>
  reels: Set<string>
  renders: Set<string>
  /** Gifts of credits that were acknowledged, and all that were sent, by the reason that names each. */
  gifts: Set<string>
  sentGifts: Set<string>
  /** By account: the last note that was acknowledged, and the last that was sent. */
  notes: Map<number, { acknowledged: number; sent: number }>
}

export const emptyLedger = (): Ledger => ({
  accounts: new Set(),
  sentAccounts: new Set(),
  drafts: new Set(),
  reels: new Set(),
  renders: new Set(),
  gifts: new Set(),
  sentGifts: new Set(),
  notes: new Map(),
})

/**
 * Throws `Broken` for the first thing that is lost, there twice, or paid for otherwise than once. `mayFail`: why a video may not
 * have been made; its credit must have been given back.
 */
export async function verifyLedger(
  ledger: Ledger,
  { queries }: Database,
  mayFail: (message: string | null) => boolean = () => false,
): Promise<void> {
  const accounts = await queries.selectFrom('accounts').select(['id', 'username', 'notes']).execute()
  const names = accounts.map(({ username }) => username).filter((name) => name.startsWith('a_'))
  onceEach('Account', names, ledger.accounts, ledger.sentAccounts)
  for (const [id, { acknowledged, sent }] of ledger.notes) {
    const found = Number(accounts.find((account) => account.id === id)?.notes?.slice('note '.length) ?? 0)
    if (found < acknowledged || found > sent)
      throw new Broken(`Account ${id} had note ${acknowledged} acknowledged and ${sent} sent, but has ${found}`)
  }
  const items = await queries.selectFrom('content_items').select(['id', 'caption']).execute()
  const captions = items.flatMap(({ caption }) => (caption?.startsWith('draft ') ? [caption] : []))
  onceEach('Draft', captions, ledger.drafts)
  const reels = await queries.selectFrom('reels').select('item_id').execute()
  onceEach(
    'Reel',
    reels.map(({ item_id }) => item_id),
    ledger.reels,
  )
  await verifyCredits(ledger, queries, mayFail)
}

async function verifyCredits(
  ledger: Ledger,
  queries: Database['queries'],
  mayFail: (message: string | null) => boolean,
): Promise<void> {
  const renders = await queries.selectFrom('renders').select(['id', 'state', 'message']).execute()
  onceEach(
    'Render',
    renders.map(({ id }) => id),
    ledger.renders,
  )
  const notDone = renders.find(({ state, message }) => state !== 'done' && !(state === 'failed' && mayFail(message)))
  if (notDone) throw new Broken(`Render ${notDone.id} is ${notDone.state}: ${notDone.message}`)
  const acts = await queries
    .selectFrom('audit_entries')
    .select('details')
    .where('act', '=', 'credits.granted')
    .execute()
  const gifts = acts.flatMap(({ details }) => details?.match(/gift-[\w-]+/) ?? [])
  onceEach('Gift', gifts, ledger.gifts, ledger.sentGifts)
  const entries = await queries.selectFrom('credit_entries').select(['reason', 'credits']).execute()
  const granted = entries.filter(({ reason }) => reason.startsWith('granted:'))
  if (granted.length !== gifts.length) throw new Broken(`${gifts.length} gifts are ${granted.length} entries`)
  const spent = entries.filter(({ credits }) => credits < 0)
  const expected = [...[...ledger.reels].map((id) => `reel:${id}`), ...[...ledger.renders].map((id) => `render:${id}`)]
  onceEach(
    'Debit',
    spent.map(({ reason }) => reason),
    new Set(expected),
  )
  const failed = renders.filter(({ state }) => state === 'failed').map(({ id }) => `render:${id}:back`)
  onceEach(
    'Credit given back',
    entries.map(({ reason }) => reason).filter((reason) => reason.endsWith(':back')),
    new Set(failed),
  )
  const wrong = spent.find(({ credits }) => credits !== -1)
  if (wrong) throw new Broken(`${wrong.reason} took ${-wrong.credits} credits`)
}

export function onceEach(
  what: string,
  found: readonly string[],
  acknowledged: ReadonlySet<string>,
  sent: ReadonlySet<string> = acknowledged,
): void {
  const there = new Set(found)
  const lost = [...acknowledged].find((one) => !there.has(one))
  if (lost !== undefined) throw new Broken(`${what} ${lost} was acknowledged and is not there`)
  if (there.size < found.length)
    throw new Broken(`${what} ${found.find((one, at) => found.indexOf(one) < at)} is there twice`)
  const strange = found.find((one) => !sent.has(one))
  if (strange !== undefined) throw new Broken(`${what} ${strange} is there and was never acknowledged`)
}
