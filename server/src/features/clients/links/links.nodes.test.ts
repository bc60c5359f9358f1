/** A link on two nodes: what one revokes, the other does not open any more. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type RunningServer, startServer } from '../../../testing/server-process.ts'
import { BROWSER } from '../../../testing/share-links.ts'
import { emptyPostgres, testEngine } from '../../../testing/test-store.ts'

const PASSWORD = 'a ripe tangelo in March'

test.skipIf(testEngine !== 'postgres')(
  'a link that one node revokes is dead on the other within a second, also where it has just been opened; its token is in no log',
  async () => {
    const { url, drop } = await emptyPostgres()
    const folder = mkdtempSync(join(tmpdir(), 'tangelo-links-'))
    const settingsOf = (name: string) => ({
      DATA_DIR: join(folder, name),
      DATABASE_URL: url,
      ADMIN_PASSWORD: PASSWORD,
      ENCRYPTION_KEY: 'ab'.repeat(32),
      LOG_LEVEL: 'trace',
    })
    const first = await startServer(settingsOf('one'))
    const second = await startServer(settingsOf('two'))
    onTestFinished(async () => {
      await Promise.all([first.end('SIGKILL'), second.end('SIGKILL')])
      await drop()
      rmSync(folder, { recursive: true })
    })
    const token = await first.signIn('admin', PASSWORD)
    const body = { kind: 'calendar', targetId: 1, name: 'For Anna', expiresInDays: 7 }
    const link = (await (await first.ask('POST', '/api/links', { token, body })).json()) as { id: number; url: string }
    const { pathname } = new URL(link.url)
    const openOn = (server: RunningServer) => fetch(new URL(pathname, server.address), { headers: BROWSER })
    for (const server of [first, second, second]) expect((await openOn(server)).status).toBe(200)
    const revokedAt = performance.now()
    expect((await first.ask('DELETE', `/api/links/${link.id}`, { token })).status).toBe(200)
    for (const server of [second, first]) expect((await openOn(server)).status).toBe(404)
    expect(performance.now() - revokedAt).toBeLessThan(1_000)
    const secret = pathname.slice('/s/'.length)
    for (const { output } of [first, second]) {
      expect(output.stdout + output.stderr).toContain('/s/*')
      expect(output.stdout + output.stderr).not.toContain(secret)
    }
  },
  120_000,
)
