/** Tables of a report, and text in parts. */

import type { Rich, Table } from '../model.ts'
import { ACCOUNTS_PRINTED } from '../sections/totals.ts'
import { html, type Markup, own } from './markup.ts'

export const richText = (rich: Rich): Markup[] =>
  rich.map((part) => {
    if (typeof part === 'string') return html`${part}`
    return 'strong' in part ? html`<b>${own(part.strong)}</b>` : html`<span class="soft">${part.soft}</span>`
  })

/** `isShown`: read in full; else its caption is for screen readers. */
function tableMarkup({ caption, columns, rows }: Table): Markup {
  return html`<table><caption class="sr">${caption}</caption><thead><tr>${columns.map(
    ({ name, isNumber }) => html`<th scope="col"${isNumber ? html` class="n"` : ''}>${name}</th>`,
  )}</tr></thead><tbody>${rows.map(
    (cells) =>
      html`<tr>${cells.map(({ text }, at) => (columns[at]?.isNumber ? html`<td class="n">${text}</td>` : html`<td>${own(text)}</td>`))}</tr>`,
  )}</tbody></table>`
}

/** Behind a fold: what a drawing shows, in figures. */
export const twin = (tables: readonly Table[], summary = 'Show as a table'): Markup | null =>
  tables.length === 0
    ? null
    : html`<details class="twin"><summary>${summary}</summary><div class="scroll" tabindex="0" role="region" aria-label="${tables[0]?.caption}">${tables.map(tableMarkup)}</div></details>`

/** In full; of a long one the first rows and the last, which is the sum, with all of it behind a fold. */
export function renderTable(table: Table): Markup {
  const { rows } = table
  const scroll = (inside: Markup) =>
    html`<div class="scroll full" tabindex="0" role="region" aria-label="${table.caption}">${inside}</div>`
  if (rows.length <= ACCOUNTS_PRINTED + 1) return scroll(tableMarkup(table))
  const first = { ...table, rows: [...rows.slice(0, ACCOUNTS_PRINTED), ...rows.slice(-1)] }
  const more = rows.length - first.rows.length
  return html`${scroll(tableMarkup(first))}<p class="cap">And ${more} more, which are in the sums and in the full table.</p>${twin([table], `Show all ${rows.length - 1}`)}`
}
