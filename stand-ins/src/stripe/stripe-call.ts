/** What the operations have in common: objects by id, lists in pages, what a form changes. */
import type { Answer } from '../http/send.ts'
import { Refused, stripeErrors } from './stripe-errors.ts'
import { type FormValue, listIn, objectIn, textIn, textsIn } from './stripe-form.ts'
import type { Customer } from './stripe-shapes.ts'
import { presenter } from './stripe-shown.ts'
import type { StripeThings } from './stripe-things.ts'

export interface StripeCall {
  id: string
  /** Of the body or the query. */
  form: Readonly<Record<string, FormValue>>
  /** Of the address, without its query. */
  url: string
}

export type Plays = Readonly<Record<string, (call: StripeCall) => Answer>>

export const numberIn = (form: StripeCall['form'], name: string): number | undefined => {
  const text = textIn(form, name)
  return text === undefined ? undefined : Number(text)
}

export function callTools(things: StripeThings) {
  const shown = presenter(things)

  const expandIn = ({ form }: StripeCall) => listIn(form, 'expand').filter((path) => typeof path === 'string')
  const one = (call: StripeCall, thing: object) => shown.one(thing, expandIn(call))

  function list(call: StripeCall, all: Iterable<{ id: string }>): Answer {
    const { form, url } = call
    const range = objectIn(form, 'created')
    const least = Number(textIn(range, 'gte') ?? 0)
    const within = [...all].filter((thing) => !('created' in thing) || Number(thing.created) >= least)
    const [after, before] = [textIn(form, 'starting_after'), textIn(form, 'ending_before')]
    return shown.list(within, { url, limit: numberIn(form, 'limit') ?? 10, after, before }, expandIn(call))
  }

  function at<Thing>(map: ReadonlyMap<string, Thing>, id: string, what: string): Thing {
    const found = map.get(id)
    if (found === undefined) throw new Refused(stripeErrors.missing(what, id))
    return found
  }

  function requireByParam<Thing>(map: ReadonlyMap<string, Thing>, id: string, [what, param]: [string, string]): Thing {
    const found = map.get(id)
    if (found === undefined) throw new Refused(stripeErrors.missingParameter(what, id, param))
    return found
  }

  const customerIn = ({ form }: StripeCall): Customer =>
    requireByParam(things.customers, textIn(form, 'customer') ?? '', ['customer', 'customer'])

  const ofCustomer = <Thing extends { customer: string | null }>(call: StripeCall, all: Iterable<Thing>): Thing[] => {
    const customer = textIn(call.form, 'customer')
    return [...all].filter((thing) => customer === undefined || thing.customer === customer)
  }

  /** What is given replaces what was there; metadata is mixed. */
  function applyForm<Thing extends { [name: string]: unknown }>(
    thing: Thing,
    form: StripeCall['form'],
    names: string[],
  ): Thing {
    for (const name of names) {
      const text = textIn(form, name)
      if (text !== undefined) Object.assign(thing, { [name]: text === '' ? null : text })
    }
    return Object.assign(thing, { metadata: { ...(thing.metadata as object), ...textsIn(form, 'metadata') } })
  }

  return { one, list, at, requireByParam, customerIn, ofCustomer, applyForm }
}

export type CallTools = ReturnType<typeof callTools>
