/** What the built-in payment provider knows, as another one would in its own house. */

export interface SandboxTables {
  /** What the sandbox of payments sells; a plan with another price is another row. */
  sandbox_prices: {
    id: string
    /** Of the plan. */
    key: string
    name: string
    price_cents: number
    currency: string
  }
  /** The sandbox's customers, one per company. */
  sandbox_customers: {
    id: string
    company_id: number
    /** Goes up with every change. */
    version: number
    /** When something happens next by itself. */
    due_at: number | null
    /** Everything else, as JSON (adapters/payments/sandbox-account.ts). */
    state: string
  }
  /** What happened in the sandbox, for 30 days. */
  sandbox_events: {
    id: string
    at: number
    customer_id: string
    type: string
    kind: 'subscription' | 'invoice'
    about_id: string
  }
}
