import { networkOf } from './visitor-network.ts'

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:12:34:56:78:9a:bc', '2001:db8:12::/48'],
  ['::1', '::/48'],
  ['no address', null],
])('of %s %s is kept', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
