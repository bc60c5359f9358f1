/** Decisions about a connection that is being entered. */
import type { ConnectedSource } from '@tangelo/contract/limits'
import { isDay } from '#lib/days.ts'
import type { AddedConnection, ConnectionChange, NewConnection } from './queries.ts'
import { texts } from './texts.ts'

interface ConnectionForm {
  name: string
  ownId: string
  token: string
  calls: string
  /** The day on which the token ends. */
  end: string
}

export const emptyForm = (known: AddedConnection | null): ConnectionForm => ({
  name: known?.name ?? '',
  ownId: known?.ownId ?? '',
  token: '',
  calls: '',
  end: known?.tokenEndsOn ?? '',
})

type FormErrors = Partial<Record<keyof ConnectionForm, string>>

/** What is wrong with each field; a connection that is there already keeps its token where none is entered. */
export function formErrors(form: ConnectionForm, source: ConnectedSource, isNew: boolean): FormErrors {
  const { required, callsError, endError } = texts.dialog
  const calls = form.calls.trim()
  return {
    ...(form.name.trim() === '' && { name: required.name }),
    ...(isNew && form.token.trim() === '' && { token: required.token }),
    ...(source === 'graph' && !/^[0-9]{1,30}$/.test(form.ownId.trim()) && { ownId: required.ownId }),
    ...(calls !== '' && !/^[1-9][0-9]{0,5}$/.test(calls) && { calls: callsError }),
    ...(source === 'graph' && form.end !== '' && !isDay(form.end) && { end: endError }),
  }
}

const callsOf = ({ calls }: ConnectionForm) => (calls.trim() === '' ? {} : { callsPerHour: Number(calls.trim()) })

export function newConnection(form: ConnectionForm, source: ConnectedSource): NewConnection {
  const named = { name: form.name.trim(), token: form.token.trim(), ...callsOf(form) }
  return source === 'graph'
    ? { source, ownId: form.ownId.trim(), tokenEndsOn: form.end || null, ...named }
    : { source, ...named }
}

/** Only what differs: a token that is not entered stays, and is not tested. The day of a new one is another one, or is entered again. */
export function connectionChange(form: ConnectionForm, known: AddedConnection): ConnectionChange {
  const [name, token, ownId] = [form.name.trim(), form.token.trim(), form.ownId.trim()]
  return {
    ...(name !== known.name && { name }),
    ...(token !== '' && { token }),
    ...(known.ownId !== null && ownId !== known.ownId && { ownId }),
    ...(form.end !== (known.tokenEndsOn ?? '') && { tokenEndsOn: form.end || null }),
    ...callsOf(form),
  }
}
