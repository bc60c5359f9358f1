/** The figures of a run, side by side: what was measured, what was wanted, and whether it is met. */

export interface Figure {
  name: string
  measured: string
  /** Empty for a figure that only explains another. */
  bar: string
  /** Null where there is no bar. */
  isMet: boolean | null
}

export const atMost = (name: string, value: number, limit: number, unit: string, note = ''): Figure => ({
  name,
  measured: `${formatNumber(value)} ${unit}${note}`,
  bar: `≤ ${formatNumber(limit)} ${unit}`,
  isMet: value <= limit,
})

export const atLeast = (name: string, value: number, limit: number, unit: string, note = ''): Figure => ({
  name,
  measured: `${formatNumber(value)} ${unit}${note}`,
  bar: `≥ ${formatNumber(limit)} ${unit}`,
  isMet: value >= limit,
})

export const aside = (name: string, measured: string): Figure => ({ name, measured, bar: '', isMet: null })

/** Three significant digits, and thousands kept apart. */
export const formatNumber = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)))

/** Follows a median: the least and the most of its samples. */
export const spread = (values: readonly number[]): string =>
  ` (${formatNumber(Math.min(...values))} to ${formatNumber(Math.max(...values))})`

/** A Markdown table, aligned, so that it can be read in a terminal and pasted into a page. */
function asTable(figures: readonly Figure[]): string {
  const rows = figures.map(({ name, measured, bar, isMet }) => [
    name,
    measured,
    bar,
    isMet === null ? '' : isMet ? 'yes' : 'NO',
  ])
  const head = ['figure', 'measured', 'bar', 'met']
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const line = (cells: string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

/** What the bench is doing, apart from the table. */
export const say = (text: string) => process.stderr.write(`${text}\n`)

/** Prints the table, says how many bars were missed, and lets the process end with 1 when there are any. */
export function reportFigures(title: string, figures: readonly Figure[]): void {
  const missed = figures.filter(({ isMet }) => isMet === false).length
  process.stdout.write(`\n${title}\n\n${asTable(figures)}\n`)
  process.stdout.write(missed === 0 ? '\nEvery bar is met.\n' : `\n${missed} of the bars missed.\n`)
  process.exitCode = missed === 0 ? 0 : 1
}
