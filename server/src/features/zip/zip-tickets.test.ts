import { type App, createApp } from '../../app.ts'
import { minute } from '../../infrastructure/clock.ts'
import { digest } from '../../infrastructure/ids.ts'
import { createLog } from '../../infrastructure/log.ts'
import { file } from '../../testing/file-requests.ts'
import { readZip } from '../../testing/read-zip.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { createZipTickets } from './zip-tickets.ts'

let holdall: TestApp
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
afterEach(() => {
  holdall.clock.advance(minute)
  return holdall.services.zipTickets.sweep()
})

const selectionOf = (count: number) => ({
  items: Array.from({ length: count }, (_, n) => ({ id: `01890000-0000-7000-8000-${String(n).padStart(12, '0')}` })),
})
/** Of another process beside the same database. */
const tickets = () => createZipTickets(holdall.services)
const stored = () => holdall.services.db.selectFrom('zip_tickets').select(['id', 'holder']).execute()

test('a ticket of one process is taken in another one, by its holder, once', async () => {
  const { token } = await tickets().issue('ann', selectionOf(2))
  const other = tickets()
  for (const [holder, offered] of [
    ['bob', token],
    ['ann', digest(token)],
    ['ann', ''],
  ] as const) {
    expect([await other.peek(holder, offered), await other.redeem(holder, offered)]).toEqual([null, null])
  }
  expect(await other.peek('ann', token)).toEqual(selectionOf(2))
  const taken = await Promise.all([tickets().redeem('ann', token), other.redeem('ann', token)])
  expect(taken.filter((selection) => selection !== null)).toEqual([selectionOf(2)])
  expect(await other.peek('ann', token)).toBeNull()
})

test('the token is not stored in plain text', async () => {
  const { token } = await tickets().issue('plain', selectionOf(1))
  const rows = await holdall.services.db.selectFrom('zip_tickets').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('the 65th ticket of a holder replaces the oldest one, as more than 80,000 ids together do', async () => {
  const issued: string[] = []
  for (let n = 0; n < 65; n++) {
    issued.push((await tickets().issue('many', selectionOf(1))).token)
    holdall.clock.advance(1)
  }
  expect(await tickets().peek('many', issued[0]!)).toBeNull()
  expect(await tickets().peek('many', issued[1]!)).not.toBeNull()
  expect((await stored()).filter(({ holder }) => holder === 'many')).toHaveLength(64)

  const large: string[] = []
  for (let n = 0; n < 9; n++) {
    large.push((await tickets().issue('large', selectionOf(9_999))).token)
    holdall.clock.advance(1)
  }
  expect(await tickets().peek('large', large[0]!)).toBeNull()
  expect(await tickets().peek('large', large[1]!)).not.toBeNull()
  expect((await stored()).filter(({ holder }) => holder === 'large')).toHaveLength(8)
})

test('tickets of one visitor of a link never replace the ticket of another one', async () => {
  const { token } = await tickets().issue('share l', selectionOf(1), 'ann')
  for (let n = 0; n < 70; n++) await tickets().issue('share l', selectionOf(1), 'bob')
  for (let n = 0; n < 9; n++) await tickets().issue('share l', selectionOf(9_999), 'carl')
  expect(await tickets().redeem('share l', token)).toEqual(selectionOf(1))
  expect((await stored()).filter(({ holder }) => holder === 'share l')).toHaveLength(64 + 8)
})

test('where a link has too many tickets, the visitor with the most loses the oldest one', async () => {
  const { token } = await tickets().issue('share m', selectionOf(1), 'ann')
  const large = await tickets().issue('share m', selectionOf(9_999), 'bob 0')
  holdall.clock.advance(1)
  for (let n = 0; n < 50; n++) await tickets().issue('share m', selectionOf(9_999), `bob ${n % 7}`)
  expect(await tickets().redeem('share m', token)).toEqual(selectionOf(1))
  expect(await tickets().redeem('share m', large.token)).toBeNull()
  const count = async () => (await stored()).filter(({ holder }) => holder === 'share m').length
  expect(await count()).toBe(31)
  for (let n = 0; n < 400; n++) await tickets().issue('share m', selectionOf(0), `dan ${n % 40}`)
  expect(await count()).toBe(256)
})

test('what has expired opens nothing, and is deleted by the next ticket of anybody and by the job', async () => {
  const late = await tickets().issue('late', selectionOf(1))
  holdall.clock.advance(minute)
  expect(await tickets().redeem('late', late.token)).toBeNull()
  await tickets().issue('next', selectionOf(1))
  expect((await stored()).map(({ holder }) => holder)).toEqual(['next'])
  holdall.clock.advance(minute)
  await holdall.services.zipTickets.sweep()
  expect(await stored()).toEqual([])
})

// SQLite has one server process.
if (globalThis.HOLDALL_TEST_ENGINE === 'postgres') {
  test('an address that one server answered is downloaded from another one', async () => {
    const ann = await holdall.signUp()
    const items = [{ id: (await file(ann, 'a.txt')).id }, { id: (await file(ann, 'b.txt')).id }]
    const other: App = await createApp(holdall.services.config, {
      clock: holdall.clock,
      durable: false,
      log: createLog('silent'),
    })
    const { body } = await ann.post('/api/zip', { items })
    const call = { url: body.data.attributes.url as string, cookies: Object.fromEntries(ann.cookies) }
    const answer = await other.app.inject(call)
    expect(answer.statusCode).toBe(200)
    expect((await readZip(answer.rawPayload)).map(({ path }) => path).toSorted()).toEqual(['a.txt', 'b.txt'])
    expect((await other.app.inject(call)).statusCode).toBe(404)
    expect((await ann.get(call.url)).status).toBe(404)
    await other.close()
  })
}
