/** Exports of months beside a server of the same data folder. */
import { expect, test } from 'vitest'
import { folderMonthFiles } from '#adapters/month-files/folder.ts'
import { placesIn, takeDataFolder } from '#platform/data-folder.ts'
import { StartRefused } from '#platform/start-refused.ts'
import { folderOfTest } from '../testing/test-folder.ts'
import { world } from '../testing/world.ts'
import { monthExportOf } from './month-export.ts'

test('a server that starts beside an export leaves no room for another one', async () => {
  const here = await world()
  const months = monthExportOf(here.database.location, folderMonthFiles(folderOfTest()), placesIn(here.folder))
  const first = months.run()
  takeDataFolder(here.folder).release()
  await expect(months.run()).rejects.toThrow(StartRefused)
  expect(await first).toMatchObject({ removed: 0 })
})
