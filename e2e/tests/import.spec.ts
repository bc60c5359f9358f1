/** Filling the product from files: what arrives, what is refused and why, and that nothing is counted twice. */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { dayLabel, daysAgo, tableOf } from '../support/figures.ts'
import { fileNamed, holdBack, rowOf, toastOf } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'

const DOCUMENTED = resolve(import.meta.dirname, '../../stand-ins/contracts/apify/profiles.documented.json')

test.use({ viewer: 'admin' })

async function openImport(page: Page) {
  await page.goto('/')
  await page.getByRole('button', { name: 'Import data' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import data' })
  await expect(dialog.getByText('Drop a file here, or choose one', { exact: true })).toBeVisible()
  return dialog
}

/** Imports what the preview shows. */
async function confirm(page: Page): Promise<void> {
  await page
    .getByRole('dialog', { name: 'Import data' })
    .getByRole('button', { name: /^Import \d/ })
    .click()
}

/** The four counts of a finished import, as read from the screen. */
async function countsOf(page: Page): Promise<Record<string, string>> {
  const finished = page.getByRole('dialog', { name: 'Import finished' })
  await expect(finished).toBeVisible()
  const texts = await finished.getByRole('listitem').allInnerTexts()
  return Object.fromEntries(
    texts.map((text) => {
      const [count = '', label = ''] = text.split('\n')
      return [label.replace(/s\b/g, ''), count]
    }),
  )
}

test('the documented data set brings NASA with 96.3M followers, and the same file again changes nothing', {
  tag: '@both',
}, async ({ page }) => {
  let dialog = await openImport(page)
  await dialog.locator('input[type=file]').setInputFiles(DOCUMENTED)
  await expect(dialog.getByText(/^Apify data set, /)).toBeVisible()
  await confirm(page)
  const first = await countsOf(page)
  expect(Number(first['account added'])).toBeGreaterThan(0)
  expect(first['account matched']).toBe('0')
  await page.getByRole('button', { name: 'Done' }).click()

  await expect(rowOf(page, 'nasa').getByText('96.3M', { exact: true })).toBeVisible()
  await rowOf(page, 'nasa').getByRole('link').last().click()
  await expect(page.getByRole('heading', { name: 'Account Detail: @nasa', level: 1 })).toBeVisible()
  const fallback = page.locator('main .avatar').first()
  await expect(fallback).toHaveText('NA')
  await expect(page.getByRole('main').getByText('96.3M', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'View on Instagram' })).toHaveAttribute(
    'href',
    'https://www.instagram.com/nasa',
  )
  await expect(page.getByRole('heading', { name: 'Latest posts' })).toBeVisible()

  dialog = await openImport(page)
  await dialog.locator('input[type=file]').setInputFiles(DOCUMENTED)
  await expect(dialog.getByRole('heading', { name: /^All \d+ rows are known already\.$/ })).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Import / })).toHaveCount(0)
})

test('the generated picture is a 96 by 96 square with white letters on orange', async ({ page, house, isPhone }) => {
  await house.importFile('nasa.json', await readFile(DOCUMENTED, 'utf8'))
  await page.goto(`/account/${await house.accountId('nasa')}`)
  const fallback = page.locator('main .avatar').first()
  await expect(fallback).toHaveText('NA')
  const box = await fallback.boundingBox()
  expect({ width: box?.width, height: box?.height }).toEqual(
    isPhone ? { width: 64, height: 64 } : { width: 96, height: 96 },
  )
  expect(await fallback.evaluate((element) => getComputedStyle(element).color)).toMatch(
    /^(rgb\(255, 255, 255\)|oklch\(1 0 0\)|lab\(100 0 0\))$/,
  )
  // Whatever the name: the orange of the main action. Drawn once, any notation becomes red, green and blue.
  const [red = 0, green = 0, blue = 0] = await fallback.evaluate((element) => {
    const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d')
    if (!context) throw new Error('No canvas')
    context.fillStyle = getComputedStyle(element).backgroundColor
    context.fillRect(0, 0, 1, 1)
    return [...context.getImageData(0, 0, 1, 1).data]
  })
  expect(red).toBeGreaterThan(2 * green)
  expect(green).toBeGreaterThan(2 * blue)
})

test('two years of a table draw two years of charts', async ({ page, isPhone }) => {
  const username = `two.years.${isPhone ? 'phone' : 'desk'}`
  const dialog = await openImport(page)
  const sample = {
    username,
    followers: 31_000,
    perDay: 20,
    following: 80,
    posts: 500,
    rate: 4,
    rateBefore: 4,
    days: 730,
  }
  await dialog.locator('input[type=file]').setInputFiles(fileNamed('figures.csv', tableOf([sample])))
  await confirm(page)
  expect(await countsOf(page)).toMatchObject({ 'account added': '1', 'new reading': '730' })
  await page.getByRole('button', { name: 'Done' }).click()
  await page.goto(`/?q=${username}`)
  await rowOf(page, username).getByRole('link').last().click()
  await page.getByRole('radio', { name: 'All' }).click()
  // The days of the range before stay in the chart until those of this one have come.
  await expect(page.getByText(`since ${dayLabel(daysAgo(729), true)}`).first()).toBeVisible()
  const chart = page.getByRole('application', { name: /^Followers Growth, all time/ })
  await chart.focus()
  await page.keyboard.press('Home')
  await expect(page.getByText(`${dayLabel(daysAgo(729), true)}, imported: 16,420 followers`)).toBeAttached()
})

test('a table in the ways spreadsheets write it is understood', async ({ page, isPhone }) => {
  const username = `spreadsheet.${isPhone ? 'phone' : 'desk'}`
  const dialog = await openImport(page)
  const table = `\uFEFFfollowers;date;username;engagement_rate\r\n1500;${daysAgo(1)};${username.toUpperCase()};3,4\r\n1520;${daysAgo(0)};@${username};3,5\r\n`
  await dialog.locator('input[type=file]').setInputFiles(fileNamed('export.csv', table))
  await confirm(page)
  expect(await countsOf(page)).toMatchObject({ 'account added': '1', 'new reading': '2' })
  await page.getByRole('button', { name: 'Done' }).click()
  await page.goto(`/?q=${username}`)
  await expect(rowOf(page, username).getByText('3.5%', { exact: true })).toBeVisible()
})

test('each refused row is listed with its line and the reason, and the good rows are kept', async ({
  page,
  isPhone,
}) => {
  const username = `half.good.${isPhone ? 'phone' : 'desk'}`
  const dialog = await openImport(page)
  const table = [
    'username,date,followers,following,posts,engagement_rate',
    `${username},${daysAgo(2)},5000,10,20,3.4`,
    `${username},${daysAgo(1)},-5,10,20,3.4`,
    `${username},2031-01-01,5010,10,20,3.4`,
    `${username},yesterday,5010,10,20,3.4`,
    `two words,${daysAgo(1)},5010,10,20,3.4`,
    `${username},${daysAgo(1)},many,10,20,3.4`,
    `${username},${daysAgo(0)},5020,10,20`,
  ].join('\n')
  await dialog.locator('input[type=file]').setInputFiles(fileNamed('half-good.csv', table))
  await confirm(page)
  expect(await countsOf(page)).toMatchObject({ 'account added': '1', 'new reading': '1' })
  const finished = page.getByRole('dialog', { name: 'Import finished' })
  await expect(finished.getByRole('heading', { name: '6 rows were refused' })).toBeVisible()
  const refused = finished.getByRole('row')
  await expect(refused).toHaveCount(7)
  for (const [line, reason] of [
    [3, 'followers must not be negative'],
    [4, 'is in the future'],
    [5, 'date must be like 2026-11-20'],
    [6, 'only letters, digits, dots and underscores'],
    [7, 'followers must be a whole number'],
    [8, 'the row has 5 cells, its header has 6'],
  ] as const) {
    const row = refused.nth(line - 2)
    await expect(row.getByRole('cell').first()).toHaveText(String(line))
    await expect(row).toContainText(reason)
  }
  await finished.getByRole('button', { name: 'Done' }).click()
  await page.goto(`/?q=${username}`)
  await expect(rowOf(page, username).getByText('5.0K', { exact: true })).toBeVisible()
})

test('a file that cannot be read says what to do', async ({ page, problems }) => {
  problems.expect(/status of 422 .*\/api\/accounts\/import-previews/)
  const dialog = await openImport(page)
  const input = dialog.locator('input[type=file]')
  await input.setInputFiles(fileNamed('nothing.csv', ''))
  await expect(dialog.getByText('This file is empty. Choose another one.', { exact: true })).toBeVisible()

  const failed = dialog.getByRole('alert')
  await input.setInputFiles(fileNamed('holiday.csv', '%PDF-1.7'))
  await expect(failed).toContainText('This is a PDF')
  await dialog.getByRole('button', { name: 'Import another file' }).click()

  await input.setInputFiles(fileNamed('columns.dat', 'username,date,following\nnasa,2026-01-01,80\n'))
  await expect(dialog.getByRole('status')).toContainText('No column holds: Followers.')
  await dialog.getByRole('button', { name: 'Choose another' }).click()

  await input.setInputFiles(fileNamed('broken.json', '[{"username": "nasa", '))
  await expect(failed.getByRole('heading', { name: 'The file could not be imported' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Try this file again' })).toBeVisible()
})

test('while a file is on its way, its progress shows; closed, it goes on and a toast reports its end', async ({
  page,
  isPhone,
  problems,
}) => {
  // Asked how far it is while the test still holds it back.
  problems.expect(/status of 404 .*\/api\/accounts\/import\//)
  const dialog = await openImport(page)
  const release = await holdBack(page, /\/import-previews\/[\w-]+\/import$/)
  const sample = {
    username: `patient.${isPhone ? 'phone' : 'desk'}`,
    followers: 900,
    perDay: 1,
    following: 2,
    posts: 3,
    rate: 1,
    rateBefore: 1,
    days: 3,
  }
  await dialog.locator('input[type=file]').setInputFiles(fileNamed('slow.csv', tableOf([sample])))
  await confirm(page)
  await expect(dialog.getByRole('progressbar')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  release()
  await expect(toastOf(page).getByText('Import finished', { exact: true })).toBeVisible()
})

test('a file dropped on the dialog is imported', async ({ page }) => {
  const dialog = await openImport(page)
  const transfer = await page.evaluateHandle(
    (text) => {
      const data = new DataTransfer()
      data.items.add(new File([text], 'dropped.csv'))
      return data
    },
    `username,date,followers\ndropped.in,${daysAgo(0)},77\n`,
  )
  await dialog.locator('.dropzone').dispatchEvent('drop', { dataTransfer: transfer })
  await confirm(page)
  expect(await countsOf(page)).toMatchObject({ 'account added': '1', 'new reading': '1' })
})

test('columns of other names are chosen in the preview, by keyboard, and nothing is stored before', async ({
  page,
  isPhone,
}) => {
  const username = `mapped.${isPhone ? 'phone' : 'desk'}`
  const dialog = await openImport(page)
  const table = `who,when,fans\n${username},03/04/2026,500\n${username},04/04/2026,510\n`
  await dialog.locator('input[type=file]').setInputFiles(fileNamed('other-names.csv', table))
  await expect(dialog.getByRole('heading', { name: 'Choose the missing columns' })).toBeVisible()
  for (const [column, key] of [
    ['who', 'Username'],
    ['when', 'Date, day first'],
  ] as const) {
    await dialog.getByRole('combobox', { name: `What the column ${column} holds` }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type(key)
    await page.keyboard.press('Enter')
  }
  await expect(dialog.getByRole('button', { name: 'Import 2 readings' })).toBeVisible()
  await expect(dialog.getByRole('status')).toContainText('Apr 3, 2026 to Apr 4, 2026')
  await confirm(page)
  expect(await countsOf(page)).toMatchObject({ 'account added': '1', 'new reading': '2' })
})
