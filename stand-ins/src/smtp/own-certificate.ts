/**
 * A certificate that a server makes for itself, good for addresses of this machine: what many a mail server of an office has, and what
 * a client trusts only once its administrator says so. X.509 version 3, ECDSA on P-256, written as DER by hand: Node signs, but makes
 * no certificates.
 */
import { generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto'

export interface OwnCertificate {
  /** PEM. */
  key: string
  cert: string
}

const TAGS = { bit: 0x03, octet: 0x04, integer: 0x02, oid: 0x06, utf8: 0x0c, set: 0x31, sequence: 0x30, time: 0x18 }
const ECDSA_WITH_SHA256 = '2a8648ce3d040302'
const COMMON_NAME = '550403'
const BASIC_CONSTRAINTS = '551d13'
const ALTERNATIVE_NAMES = '551d11'
const TRUE = Buffer.from('0101ff', 'hex')

function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const { length } = body
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}

const sequence = (...parts: Buffer[]): Buffer => der(TAGS.sequence, ...parts)
const oid = (hex: string): Buffer => der(TAGS.oid, Buffer.from(hex, 'hex'))
/** A first byte that says how many bits of the last one are unused: none. */
const bits = (bytes: Buffer): Buffer => der(TAGS.bit, Buffer.from([0]), bytes)
const text = (words: string): Buffer => Buffer.from(words, 'latin1')
const extension = (id: string, value: Buffer, ...flags: Buffer[]): Buffer =>
  sequence(oid(id), ...flags, der(TAGS.octet, value))

/** @param addresses IPv4 addresses that it is good for. */
export function ownCertificate(addresses: readonly string[] = ['127.0.0.1']): OwnCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(der(TAGS.set, sequence(oid(COMMON_NAME), der(TAGS.utf8, text('tangelo stand-in')))))
  const algorithm = sequence(oid(ECDSA_WITH_SHA256))
  const serial = randomBytes(8)
  // Positive, and without a leading zero.
  serial[0] = 0x40
  const names = addresses.map((address) => der(0x87, Buffer.from(address.split('.').map(Number))))
  const extensions = sequence(
    extension(BASIC_CONSTRAINTS, sequence(TRUE), TRUE),
    extension(ALTERNATIVE_NAMES, sequence(...names)),
  )
  const body = sequence(
    der(0xa0, der(TAGS.integer, Buffer.from([2]))),
    der(TAGS.integer, serial),
    algorithm,
    name,
    sequence(der(TAGS.time, text('20200101000000Z')), der(TAGS.time, text('21200101000000Z'))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  )
  const whole = sequence(body, algorithm, bits(sign('sha256', body, privateKey)))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: new X509Certificate(whole).toString(),
  }
}
