/** An error as the service says it, and how the lines of the error table tell one from another. */

/** What an answer says of an error, whichever host sent it. */
export interface VendorError {
  code: number | null
  subcode: number | null
  /** Of the upload host, and of the code exchange. */
  type: string | null
  text: string
  isTransient: boolean
  status: number
}

/** What the call was for, where the same number means different things. */
export type Purpose = 'sign_in' | 'renew' | 'read' | 'write' | 'publish' | 'figures' | 'upload'

/** Whether a line of the table is about this error. */
export type Fits = (error: VendorError, purpose: Purpose) => boolean

export const subcode =
  (...subcodes: readonly number[]): Fits =>
  (error) =>
    error.subcode !== null && subcodes.includes(error.subcode)
export const code =
  (...codes: readonly number[]): Fits =>
  (error) =>
    error.code !== null && codes.includes(error.code)
export const uploadType =
  (...types: readonly string[]): Fits =>
  (error, purpose) =>
    purpose === 'upload' && error.type !== null && types.includes(error.type)

export const isPermission = ({ code: number }: VendorError) =>
  number !== null && (number === 10 || (number >= 200 && number <= 299))

/** The service has a problem of its own. */
const FAULT_CODES: readonly number[] = [-1, 1, 2]

export const isServiceFault = ({ isTransient, status, code: number }: VendorError): boolean =>
  isTransient || status >= 500 || FAULT_CODES.includes(number ?? 0)
