/** Backups in the tab System: made, listed, and tried in a drill. */
import type { BackupDrills } from '@tangelo/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { json } from '../testing/network.ts'
import { aDrill, openSystem, someBackups, someDrills } from '../testing/system.ts'

test('a backup is begun, followed to its end, and listed', async () => {
  let making = [0.2]
  openSystem('backups', {
    'GET /api/system/backups': () => json(someBackups({ making: making.shift() ?? null })),
    'POST /api/system/backups': () => {
      making = []
      return json(someBackups({ making: 0 }), 202)
    },
  })
  expect(await screen.findByText('20%')).toBeTruthy()
  expect(await screen.findByText('The backup is done.')).toBeTruthy()
  const list = within(screen.getByRole('list', { name: 'Backups' }))
  expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'tangelo-2026-11-20-09-00-00.tarStore and media5.1 MB1 hour ago',
    'tangelo.sqlite.before-0014-system.bakStore, before a change4.0 MB2 hours ago',
  ])
  expect(screen.getByText(/^Settings in \.env .+ are in no backup\./).textContent).toMatch(
    /folders of pictures for reels/,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Back up now' }))
  expect(await screen.findByText('0%')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Backing up...' })).toBeTruthy()
})

test('drills say what was restored and what the audit found, and one is run by hand', async () => {
  const message = 'It was restored, but 1 figure does not follow.'
  let running: Partial<BackupDrills> = {}
  openSystem('backups', {
    'GET /api/system/backup-drills': () =>
      json(someDrills({ drills: [aDrill({ id: 2, state: 'failed', message }), aDrill()], ...running })),
    'POST /api/system/backup-drills': () => {
      const begun = aDrill({ id: 3, state: 'running', endedAt: null, looked: null })
      running = { drills: [begun, aDrill()], progress: 0.4 }
      return json(someDrills(running), 202)
    },
  })
  const list = within(await screen.findByRole('list', { name: 'Drills' }))
  expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    `tangelo-2026-11-20-09-00-00.tarFailed${message}1 hour ago, took 60 s`,
    'tangelo-2026-11-20-09-00-00.tarRestored1 account, 2,400 snapshots, 12 audit entries, 36 media files: everything holds1 hour ago, took 60 s',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Try the newest backup' }))
  expect((await screen.findByRole('progressbar', { name: 'Drill progress' })).getAttribute('aria-valuenow')).toBe('40')
  expect(screen.getByRole('button', { name: 'Restoring...' })).toBeTruthy()
})

test('without a backup there is none to try', async () => {
  openSystem('backups', {
    'GET /api/system/backups': () => json(someBackups({ files: [] })),
    'GET /api/system/backup-drills': () => json(someDrills({ drills: [], hasBackup: false })),
  })
  expect(await screen.findByText('No backup has been tried yet.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try the newest backup' }).hasAttribute('disabled')).toBe(true)
})

test('the first backup can be tried as soon as it is done', async () => {
  let isDone = false
  openSystem('backups', {
    'GET /api/system/backups': () => json(someBackups({ making: isDone ? null : 0.2, files: [] })),
    'GET /api/system/backup-drills': () => json(someDrills({ drills: [], hasBackup: isDone })),
  })
  const button = await screen.findByRole('button', { name: 'Try the newest backup' })
  expect(button.hasAttribute('disabled')).toBe(true)
  isDone = true
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false))
})

test('a backup that failed says why', async () => {
  openSystem('backups', {
    'GET /api/system/backups': () => json(someBackups({ files: [], failure: 'There is not enough room on the disk.' })),
  })
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The last backup failed: There is not enough room on the disk.',
  )
  expect(screen.getByText(/^There is no backup yet\./)).toBeTruthy()
})
