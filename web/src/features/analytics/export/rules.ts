/** Files of several accounts as one: a CSV keeps the first heading, JSON lists follow each other. */
import type { ExportFormat } from '@tangelo/contract/limits'

const BYTE_ORDER_MARK = '\uFEFF'

export function joinFiles(texts: readonly string[], format: ExportFormat): string {
  if (format === 'json')
    return `${JSON.stringify(
      texts.flatMap((text) => JSON.parse(text) as unknown),
      null,
      1,
    )}\n`
  return texts.map((text, index) => (index === 0 ? text : withoutHeading(text))).join('')
}

function withoutHeading(csv: string): string {
  const end = csv.indexOf('\n')
  return end < 0 ? '' : csv.slice(end + 1).replaceAll(BYTE_ORDER_MARK, '')
}
