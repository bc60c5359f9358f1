/**
 * Which addresses are the public internet's, by the registries of special-purpose addresses (IANA), so that nobody can
 * make this server ask its own network, or a cloud's metadata service.
 */
import { BlockList, isIPv4 } from 'node:net'

const NOT_PUBLIC_V4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  // Shared by carriers; also the metadata service of Alibaba.
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Link-local; also the metadata services of most clouds.
  ['169.254.0.0', 16],
  // The metadata service of Azure, among public addresses.
  ['168.63.129.16', 32],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Multicast, reserved, broadcast.
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

/** IPv6 prefixes of 96 bits that hold an IPv4 address: mapped, and translated for networks without IPv4 (NAT64). */
const WITH_V4_INSIDE = ['::ffff:', '64:ff9b::']
const GLOBAL_UNICAST: readonly [string, number] = ['2000::', 3]
/** Within global unicast. 2001::/23 holds Teredo, 2002::/16 is 6to4: both can lead to any IPv4 address. */
const NOT_PUBLIC_V6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const notPublic = new BlockList()
const publicV6 = new BlockList()
publicV6.addSubnet(...GLOBAL_UNICAST, 'ipv6')
for (const [net, bits] of NOT_PUBLIC_V4) notPublic.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of NOT_PUBLIC_V6) notPublic.addSubnet(net, bits, 'ipv6')
for (const prefix of WITH_V4_INSIDE) {
  publicV6.addSubnet(`${prefix}0.0.0.0`, 96, 'ipv6')
  for (const [net, bits] of NOT_PUBLIC_V4) notPublic.addSubnet(`${prefix}${net}`, 96 + bits, 'ipv6')
}

/** @param address as a lookup answers it, without brackets. False for anything that is no address, or that names a zone. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !notPublic.check(address, 'ipv4')
  if (address.includes('%')) return false
  return publicV6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}
