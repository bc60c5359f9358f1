/**
 * Which addresses are the public internet's, by the registries of special-purpose addresses (IANA), so that no request
 * makes this server call its own network, or a cloud's metadata service.
 */
import { isIP, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The metadata service of Azure, among public addresses. */
const AZURE_METADATA = '168.63.129.16'
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
/** Translated for networks without IPv4 (NAT64): the last 32 bits are an IPv4 address. */
const WITH_V4_INSIDE = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/** @param address as a lookup answers it, without brackets. False for anything that is no address, or that names a zone. */
export function isPublicAddress(address: string): boolean {
  // The library also reads short and hexadecimal forms of IPv4.
  if (isIP(address) === 0 || address.includes('%')) return false
  // It would take ::8.8.8.8, which leads nowhere, for 8.8.8.8: so IPv6 is written in groups alone first.
  const read = ipaddr.process(isIPv6(address) ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address)
  if (read instanceof ipaddr.IPv4) return isPublicV4(read)
  if (read.match(WITH_V4_INSIDE)) return isPublicV4(new ipaddr.IPv4(read.toByteArray().slice(-4)))
  return read.match(GLOBAL_UNICAST) && read.range() === 'unicast'
}

const isPublicV4 = (address: ipaddr.IPv4) => address.range() === 'unicast' && address.toString() !== AZURE_METADATA

/**
 * Whether the internet may reach a host by its name: no lookup is made. Names without a dot and those of home networks do not lead
 * anywhere from outside.
 */
export function isPublicHost(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  if (isIP(name) !== 0) return isPublicAddress(name)
  return name.includes('.') && !/\.(local|localhost|internal|lan|home|home\.arpa|test|invalid)$/.test(name)
}
