import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import type { AirtableStandIn } from './airtable/airtable-stand-in.ts'
import type { GraphStandIn } from './graph/graph-stand-in.ts'
import type { StandIn } from './http/stand-in.ts'
import { askAirtable, askApify, askGraph } from './testing/ask.ts'

interface Addresses {
  airtable: AirtableStandIn
  graph: GraphStandIn
  apify: StandIn
}

async function running() {
  const child = spawn(process.execPath, [fileURLToPath(new URL('main.ts', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, STAND_IN_SEED: '3', NODE_NO_WARNINGS: '1' },
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, addresses: JSON.parse(line.toString()) as Addresses }
}

const order = (at: { url: string }, what: string, body: unknown) =>
  fetch(`${at.url}/__stand-in/${what}`, { method: 'POST', body: JSON.stringify(body) })

const report = async (at: { url: string }) => (await fetch(`${at.url}/__stand-in/report`)).json()

test('other processes find the stand-ins, give orders at their door, and end them by going away', async () => {
  const { child, addresses } = await running()
  const { graph, apify } = addresses
  expect((await askGraph(graph, 'restless')).status).toBe(200)
  expect((await askApify(apify, { usernames: ['restless'] })).status).toBe(201)

  for (const fault of [
    { names: ['bursting'], fault: { status: 503 } },
    { next: 1, fault: 'html' },
  ]) {
    expect((await order(graph, 'faults', fault)).status).toBe(200)
  }
  expect((await askGraph(graph, 'bursting')).status).toBe(503)
  expect((await askGraph(graph, 'restless')).headers.get('Content-Type')).toContain('text/html')
  await order(graph, 'faults', { always: true, fault: { errorItem: 'not_found' } })
  await order(graph, 'faults', { share: 1, seed: 1, fault: { status: 502 } })
  expect((await askGraph(graph, 'restless')).status).toBe(502)
  await order(graph, 'faults', { clear: true })
  expect((await askGraph(graph, 'vanished_soon')).status).toBe(200)

  // One time for both: moved at one door, it has passed at the other.
  const { now } = (await (await order(apify, 'time', { ms: 4 * 86_400_000 })).json()) as { now: number }
  expect((await askGraph(graph, 'vanished_soon')).status).toBe(400)
  expect(await report(graph)).toMatchObject({
    calls: { total: 6, byStatus: { 200: 3, 400: 1, 502: 1, 503: 1 } },
    violations: [],
    items: 2,
  })
  expect(await report(apify)).toMatchObject({ calls: { total: 1 }, items: 1 })
  expect(now).toBeGreaterThan(Date.now() + 3 * 86_400_000)
  expect(await awaitExit(child, () => child.stdin?.end())).toBe(0)
})

test('a table is changed at the door, as if by a user on the vendor’s own screen', async () => {
  const { addresses } = await running()
  const { airtable } = addresses
  const orderTable = async (body: object) => {
    const answer = await order(airtable, 'table', { table: 'Posts', ...body })
    expect(answer.status).toBe(200)
    return ((await answer.json()) as { records: { id: string; fields: Record<string, unknown> }[] }).records
  }
  const before = await orderTable({})
  expect(before).toHaveLength(60)
  const [first, second] = before
  const after = await orderTable({
    add: [{ Caption: 'new' }],
    edit: [{ id: first?.id, fields: { Caption: 'edited' } }],
    remove: [second?.id],
    rename: { from: 'Caption', to: 'Text' },
  })
  expect(after).toHaveLength(60)
  expect([after[0]?.fields.Text, after.at(-1)?.fields.Text]).toEqual(['edited', 'new'])
  expect((await order(airtable, 'offsets', { vanish: 1 })).status).toBe(200)
  expect((await order(airtable, 'table', { table: 'Elsewhere' })).status).toBe(400)
  expect((await askAirtable(airtable, 'GET', '?pageSize=1')).status).toBe(200)
  expect(await report(airtable)).toMatchObject({ calls: { total: 1 }, violations: [] })
})

test('an order that is not understood is refused', async () => {
  const { child, addresses } = await running()
  const orders: [string, unknown][] = [
    ['faults', { next: 1, fault: 'explode' }],
    ['faults', { next: 0, fault: 'hang' }],
    ['faults', { fault: 'hang' }],
    ['time', { ms: '5' }],
    ['weather', {}],
  ]
  for (const [what, body] of orders) expect((await order(addresses.graph, what, body)).status, what).toBe(400)
  expect(await awaitExit(child, () => child.kill('SIGTERM'))).toBe(0)
})

async function awaitExit(child: ChildProcess, how: () => void): Promise<unknown> {
  const exit = once(child, 'exit')
  how()
  const [code] = await exit
  return code
}
