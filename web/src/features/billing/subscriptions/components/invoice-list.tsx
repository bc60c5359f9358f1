/** What was paid and what is due, the newest first, with the provider's own pages where it has any. Four faces. */
import './pricing.css'
import type { InvoiceStatus } from '@tangelo/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { formatDate } from '#lib/format.ts'
import { Badge } from '#ui/badge.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { type Invoice, invoiceList } from '../queries/subscription.ts'
import { formatAmount } from '../rules.ts'
import { texts } from '../texts/plans.ts'

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

const HEAD =
  'border-b border-line px-3 py-2.5 text-caption font-medium whitespace-nowrap text-ink-3 first:pl-5 last:pr-5'
const ROW =
  'border-line not-first:border-t max-desk:grid max-desk:grid-cols-[minmax(0,1fr)_auto] max-desk:gap-x-3 max-desk:gap-y-0.5 max-desk:px-4 max-desk:py-3'
const CELL = 'desk:h-12 desk:px-3 desk:first:pl-5 desk:last:pr-5'

/** A table; on a phone each row is two lines. Links have a column only where the provider has pages. */
function Rows({ invoices }: { readonly invoices: readonly Invoice[] }) {
  const hasLinks = invoices.some(({ url, pdfUrl }) => url ?? pdfUrl)
  return (
    <table className="w-full text-table max-desk:block">
      <thead className="max-desk:hidden">
        <tr>
          <th scope="col" className={`${HEAD} text-start`}>
            {columns.date}
          </th>
          <th scope="col" className={`${HEAD} text-start`}>
            {columns.number}
          </th>
          <th scope="col" className={`${HEAD} text-start`}>
            {columns.period}
          </th>
          <th scope="col" className={`${HEAD} text-start`}>
            {columns.status}
          </th>
          <th scope="col" className={`${HEAD} text-end`}>
            {columns.amount}
          </th>
          {hasLinks ? (
            <th scope="col" className={`${HEAD} text-start`}>
              <span className="sr-only">{columns.links}</span>
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody className="max-desk:block">
        {invoices.map((invoice) => (
          <tr key={invoice.id} className={ROW}>
            <td className={CELL}>{formatDate(invoice.createdAt)}</td>
            <td className={`${CELL} text-ink-2 max-desk:text-note max-desk:[grid-area:2/1]`}>
              {invoice.number ?? words.draft}
            </td>
            <td className={`${CELL} text-ink-2 max-desk:hidden`}>{periodOf(invoice)}</td>
            <td className={`${CELL} max-desk:justify-self-end max-desk:[grid-area:2/2]`}>
              <Badge tone={TONES[invoice.status]}>{words.statuses[invoice.status]}</Badge>
            </td>
            <td className={`${CELL} text-end max-desk:[grid-area:1/2]`}>{formatAmount(invoice.total)}</td>
            {hasLinks ? (
              <td
                className={`${CELL} whitespace-nowrap max-desk:col-span-full max-desk:empty:hidden desk:w-[1%] desk:text-right [&>a:not(:first-child)]:ml-3.5`}
              >
                <Links invoice={invoice} />
              </td>
            ) : null}
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
