/** Prompts, and requests to a model. */
import type { Generated } from 'kysely'

export interface AssistanceTables {
  /** The library. What a default names may have been deleted meanwhile elsewhere: it then counts for nothing. */
  prompts: {
    id: string
    company_id: number
    title: string
    prompt: string
    image_url: string | null
    /** Title and prompt in lower case. */
    search_text: string
    created_at: number
  }
  /**
   * How many requests a company has made to the text provider, by its calendar; refused ones and failures without cost
   * are subtracted.
   */
  ai_usage_days: {
    company_id: number
    /** YYYY-MM-DD. */
    day: string
    calls: number
    tokens: number
  }
  /** Append-only: each call that cost something, or might have. */
  ai_usage: {
    id: Generated<number>
    company_id: number
    user_id: number | null
    at: number
    kind: 'prompt' | 'analysis' | 'caption'
    model: string
    /** Null where the provider does not count. */
    prompt_tokens: number | null
    answer_tokens: number | null
    /** `answered`, `given up`, or the kind of failure. */
    outcome: string
  }
}
