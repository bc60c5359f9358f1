/** Templates of prompts, filled with what is known of a company. */
import { AI_ANSWER_BYTES_MAX, AiFailure, type PromptOrder } from '#ports/ai.ts'

/** How a variable may be written: people write the same name in different ways. */
const NAMES: Readonly<Record<string, 'companyName' | 'industry'>> = {
  company: 'companyName',
  companyname: 'companyName',
  brand: 'companyName',
  brandname: 'companyName',
  industry: 'industry',
  product: 'industry',
  producttype: 'industry',
  industryproducttype: 'industry',
}

/** Two braces around a name; an unclosed or very long one is no variable. */
const VARIABLE = /\{\{([^{}]{1,60})\}\}/g

/**
 * The template with its variables filled; null without one. Unknown names stay as they are, for users to fill in. Where
 * neither the company nor its industry is named in the template, both stand in a line in front of it.
 */
export function fillTemplate({ companyName, industry, templatePrompt }: PromptOrder): string | null {
  const template = templatePrompt?.trim() ?? ''
  if (template === '') return null
  if (Buffer.byteLength(template) > AI_ANSWER_BYTES_MAX)
    throw new AiFailure('not_accepted', `The template is longer than ${AI_ANSWER_BYTES_MAX / 1_024} KB. Shorten it.`)
  const values = { companyName, industry }
  let isFilled = false
  const filled = template.replace(VARIABLE, (variable, name: string) => {
    const known = NAMES[name.toLowerCase().replace(/[^a-z]/g, '')]
    if (!known) return variable
    isFilled = true
    return values[known]
  })
  return isFilled ? filled : `For ${companyName} (${industry}).\n\n${filled}`
}
