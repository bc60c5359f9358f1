import { expect, test } from 'vitest'
import { testEngine } from '../../../testing/test-store.ts'
import { START, world } from '../../../testing/world.ts'

test('an administrator learns what runs here, on what store, and how much room there is', async () => {
  const { ask, services, clock } = await world()
  await services.backups.waitForEnd()
  clock.moveBy(1_000)
  const report = (await ask('admin', 'GET', '/api/system')).json()
  expect(report).toMatchObject({
    version: '0.1.0',
    node: process.versions.node,
    startedAt: new Date(START).toISOString(),
    store: { engine: testEngine, version: expect.stringMatching(/^\d+\.\d+/), bytes: expect.any(Number) },
    disk: { mediaBytes: expect.any(Number), backupBytes: 0 },
  })
  expect(report.store.bytes).toBeGreaterThan(50_000)
  expect(report.store.migrations.at(-1)).toMatchObject({ name: '0001-initial' })
  expect(report.disk.freeBytes).toBeGreaterThan(0)
  expect(report.disk.totalBytes).toBeGreaterThan(report.disk.freeBytes)
})
