import { lookupOf } from '../../infrastructure/outgoing/pinned-lookup.ts'
import { parseOutgoingAllow } from '../../infrastructure/outgoing/outgoing-allow.ts'

let addresses: readonly string[] = []
import.meta.jest.unstable_mockModule('node:dns/promises', () => ({
  lookup: async () => addresses.map((address) => ({ address, family: 4 })),
}))
const { refusePrivate } = await import('./private-address.ts')

const check = (isConfirmed = false, allowed = '') =>
  refusePrivate('files.example.com', 443, {
    allow: parseOutgoingAllow(allowed) ?? [],
    isConfirmed,
    field: 'allow_private',
  })

test('a name that has only public addresses needs no confirmation', async () => {
  addresses = ['93.184.216.34', '1.1.1.1']
  await expect(check()).resolves.toEqual({ addresses, isPrivate: false })
})

test('a connection is made to the checked addresses, also if the name has others later', async () => {
  addresses = ['127.0.0.1']
  const checked = await check(true)
  addresses = ['93.184.216.34']
  const asked: unknown[] = []
  lookupOf(checked.addresses)('files.example.com', { all: true }, (_error, found) => asked.push(found))
  expect(asked).toEqual([[{ address: '127.0.0.1', family: 4 }]])
})

test('a name that also has a private address is refused until it is confirmed or allowed', async () => {
  addresses = ['93.184.216.34', '10.0.0.5']
  await expect(check()).rejects.toMatchObject({ code: 'private-address' })
  await expect(check(true)).resolves.toEqual({ addresses, isPrivate: true })
  await expect(check(false, 'files.example.com:443')).resolves.toEqual({ addresses, isPrivate: false })
  await expect(check(false, 'files.example.com:444')).rejects.toMatchObject({ code: 'private-address' })
})
