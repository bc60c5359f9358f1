/** A file whose columns have other names: what they hold is chosen, and remembered. */
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { aPreview, openImport, PREVIEW, stubImports } from '../../../testing/metrics-import.ts'
import { bodiesOf, json } from '../../../testing/network.ts'

beforeEach(stubImports)

const column = (name: string, holds: string | null, sample = 'x') => ({ name, samples: [sample], holds })

const UNSURE = aPreview({
  table: {
    separator: ',',
    columns: [column('who', null), column('when', null, '03/04/2026'), column('fans', 'followers', '5')],
    missing: ['username', 'date'],
  },
  rows: 0,
  accounts: { made: 0, matched: 0, elsewhere: [] },
  snapshots: 0,
  from: null,
  to: null,
  refused: [],
  refusedCount: 0,
  sample: [],
})

test('columns of other names are chosen, and remembered for files with the same columns', async () => {
  const { asked, user, dialog, preview } = await openImport({
    [`PUT ${PREVIEW}`]: ({ body }) => {
      const { columns } = JSON.parse(body ?? '')
      const table = {
        separator: ',',
        columns: ['who', 'when', 'fans'].map((name, at) => column(name, columns[at])),
        missing: columns[0] && columns[1] ? [] : ['date'],
      }
      return json(columns[0] && columns[1] ? aPreview({ table }) : { ...UNSURE, table })
    },
  })
  await preview(UNSURE)
  expect(
    dialog.getByText('No column holds: Username, Date. Choose below where to find each, and the rows are counted.'),
  ).toBeTruthy()
  expect(dialog.queryByRole('button', { name: /^Import/ })).toBeNull()
  const hold = async (name: string, field: string) => {
    await user.click(dialog.getByRole('combobox', { name: `What the column ${name} holds` }))
    await user.click(await screen.findByRole('option', { name: field }))
  }
  await hold('who', 'Username')
  await hold('when', 'Date, month first')
  expect(await dialog.findByRole('button', { name: 'Import 2,190 readings' })).toBeTruthy()
  expect(bodiesOf(asked, `PUT ${PREVIEW}`).at(-1)).toEqual({
    companyId: 1,
    columns: ['username', 'date_month_first', 'followers'],
  })
  await user.click(dialog.getByRole('button', { name: 'Choose another' }))
  const asks = bodiesOf(asked, `PUT ${PREVIEW}`).length
  await preview(UNSURE)
  expect(await dialog.findByRole('button', { name: 'Import 2,190 readings' })).toBeTruthy()
  expect(bodiesOf(asked, `PUT ${PREVIEW}`).slice(asks)).toEqual([
    { companyId: 1, columns: ['username', 'date_month_first', 'followers'] },
  ])
})
