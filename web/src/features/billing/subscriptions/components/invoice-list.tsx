/** What was paid and what is due, the newest first, with the provider's own pages where it has any. Four faces. */
import './pricing.css'
import type { InvoiceStatus } from '@tangelo/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { formatDate } from '#lib/format.ts'
import { Badge } from '#ui/badge.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { type Invoice, invoiceList } from '../queries.ts'
import { formatAmount } from '../rules.ts'
import { texts } from '../texts.ts'

const words = texts.invoices
const { columns } = words

const TONES = {
  draft: 'slate',
  open: 'amber',
  paid: 'good',
  uncollectible: 'bad',
  void: 'slate',
} as const satisfies Record<InvoiceStatus, string>

export function InvoiceList({ companyId }: { readonly companyId: number }) {
  const invoices = useQuery(invoiceList(companyId))
  return (
    <section className="mt-8" aria-labelledby="invoices-heading">
      <h2 id="invoices-heading" className="mb-3 text-section">
        {words.title}
      </h2>
      <ListPanel query={invoices} texts={words} isEmpty={(list) => list.length === 0}>
        {(list) => <Rows invoices={list} />}
      </ListPanel>
    </section>
  )
}

/** A table; on a phone each row is two lines (pricing.css). */
function Rows({ invoices }: { readonly invoices: readonly Invoice[] }) {
  return (
    <table className="invoices">
      <thead>
        <tr>
          <th scope="col">{columns.date}</th>
          <th scope="col">{columns.number}</th>
          <th scope="col">{columns.period}</th>
          <th scope="col">{columns.status}</th>
          <th scope="col" data-numbers="">
            {columns.amount}
          </th>
          <th scope="col">
            <span className="sr-only">{columns.links}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {invoices.map((invoice) => (
          <tr key={invoice.id}>
            <td data-cell="date">{formatDate(invoice.createdAt)}</td>
            <td data-cell="number">{invoice.number ?? words.draft}</td>
            <td data-cell="period">{periodOf(invoice)}</td>
            <td data-cell="status">
              <Badge tone={TONES[invoice.status]}>{words.statuses[invoice.status]}</Badge>
            </td>
            <td data-cell="amount" data-numbers="">
              {formatAmount(invoice.total)}
            </td>
            <td data-cell="links">
              <Links invoice={invoice} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Links({ invoice: { id, number, url, pdfUrl } }: { readonly invoice: Invoice }) {
  const name = number ?? id
  return (
    <>
      {url ? (
        <a className="link" href={url} target="_blank" rel="noreferrer" aria-label={words.viewOf(name)}>
          {words.view}
        </a>
      ) : null}
      {pdfUrl ? (
        <a className="link" href={pdfUrl} target="_blank" rel="noreferrer" aria-label={words.pdfOf(name)}>
          {words.pdf}
        </a>
      ) : null}
    </>
  )
}

function periodOf({ periodStart, periodEnd }: Invoice): string {
  return periodStart && periodEnd ? `${formatDate(periodStart)} to ${formatDate(periodEnd)}` : ''
}
