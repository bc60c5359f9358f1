/** Whose guesses count together. */
import { expect, test } from 'vitest'
import { networkOf } from './login-throttle.rules.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:0:7:1:2:3:4', '2001:db8:0:7::/64'],
  ['2001:db8:0:7::9', '2001:db8:0:7::/64'],
  ['2001:0DB8:0000:0007::', '2001:db8:0:7::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['fe80::1%br-lan.100', 'fe80:0:0:0::/64'],
  ['::ffff:cb00:7109', '203.0.113.9'],
  ['unknown', 'unknown'],
  ['::1', '0:0:0:0::/64'],
])('%s guesses as %s', (address, guesser) => {
  expect(networkOf(address)).toBe(guesser)
})
