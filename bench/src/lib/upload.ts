/** Makes a large CSV file of figures and sends it to the import as a browser would, keeping the time of each part. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import type { ImportResult } from '@tangelo/contract'
import { dateText, sampleAccount, sampleFigures } from './sample-data.ts'

/** How the rows of a file follow each other: each account's days together, or each day's accounts together. */
export type RowOrder = 'by account' | 'by day'

export interface CsvOptions {
  accounts: number
  /** The days before the last `after` days. */
  days: number
  after: number
  order: RowOrder
}

export async function writeCsv(path: string, options: CsvOptions): Promise<number> {
  const file = createWriteStream(path)
  file.write('username,date,followers,following,posts,engagement_rate\n')
  let rows = 0
  for (const text of options.order === 'by account' ? accountByAccount(options) : dayByDay(options)) {
    rows += text.split('\n').length - 1
    if (!file.write(text)) await once(file, 'drain')
  }
  file.end()
  await once(file, 'close')
  return rows
}

const range = ({ days, after }: CsvOptions) => ({ from: after + days, to: after + 1 })

function* accountByAccount(options: CsvOptions): Generator<string> {
  for (let index = 0; index < options.accounts; index += 1) yield linesOf(index, options).join('')
}

function* dayByDay(options: CsvOptions): Generator<string> {
  const columns = Array.from({ length: options.accounts }, (_, index) => linesOf(index, options))
  for (let day = 0; day < options.days; day += 1) yield columns.map((lines) => lines[day]).join('')
}

function linesOf(index: number, options: CsvOptions): string[] {
  const { username } = sampleAccount(index)
  return Array.from(
    sampleFigures(index, range(options)),
    ({ daysAgo, followers, following, posts, engagementRate }) =>
      `${username},${dateText(daysAgo)},${followers},${following},${posts},${engagementRate}\n`,
  )
}

export interface Upload {
  result: ImportResult
  /** Until the last byte was handed to the system. */
  sendingSeconds: number
  /** From then to the answer. */
  workingSeconds: number
}

export async function upload(port: number, headers: Record<string, string>, path: string): Promise<Upload> {
  const boundary = randomUUID()
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="figures.csv"\r\ncontent-type: text/csv\r\n\r\n`
  const tail = `\r\n--${boundary}--\r\n`
  const since = performance.now()
  const sending = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/accounts/import',
    headers: {
      ...headers,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': head.length + statSync(path).size + tail.length,
    },
  })
  const answered: Promise<IncomingMessage[]> = once(sending, 'response')
  sending.write(head)
  for await (const bytes of createReadStream(path, { highWaterMark: 256 * 1024 }))
    if (!sending.write(bytes)) await once(sending, 'drain')
  const sent = once(sending, 'finish')
  sending.end(tail)
  await sent
  const sentAt = performance.now()
  const [answer] = await answered
  const body = answer && (await json(answer))
  if (answer?.statusCode !== 200) throw new Error(`The import answered ${answer?.statusCode}: ${JSON.stringify(body)}`)
  return {
    result: body as ImportResult,
    sendingSeconds: (sentAt - since) / 1000,
    workingSeconds: (performance.now() - sentAt) / 1000,
  }
}
