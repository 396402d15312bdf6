import { sql } from 'kysely'
import { freshPlace, type Place } from '../../testing/engine.ts'
import { systemClock } from '../clock.ts'
import { createLog } from '../log.ts'
import { createSettings } from '../settings/settings.ts'
import { type Connected, connect } from './connect.ts'
import { onCommit, readInBackground, transactor, type Transact } from './transact.ts'

let place: Place
let connected: Connected
let transact: Transact
beforeEach(async () => {
  place = await freshPlace()
  connected = connect({ dataDir: place.dataDir, databaseUrl: place.databaseUrl }, createLog('silent'))
  transact = transactor(connected.db)
})
afterEach(async () => {
  await connected.db.destroy()
  await place.remove()
})

const refusal = 'A query beside the open transaction may wait for its end'
const one = () => sql`select 1 as one`.execute(connected.db)
const insert = () => connected.db.insertInto('settings').values({ name: 'beside', value: '0', updated_at: 0 }).execute()

test('a transaction refuses reads, writes and transactions beside it', async () => {
  const beside = [one, () => readInBackground(one), insert, () => transact(async () => undefined)]
  for (const query of beside) await expect(transact(async () => void (await query()))).rejects.toThrow(refusal)
  expect((await one()).rows).toHaveLength(1)
})

test('what a transaction has started may query once it has ended', async () => {
  let later: Promise<unknown> | undefined
  await transact((trx) => {
    const committed = new Promise<void>((resolve) => onCommit(trx, resolve))
    later = committed.then(one)
    return Promise.resolve()
  })
  expect(await later).toMatchObject({ rows: [{ one: 1 }] })
})

test('a transaction refuses settings, whether they are cached or not', async () => {
  const settings = createSettings(connected.db, systemClock, { values: {}, sources: {} })
  await settings.all()
  await expect(transact(() => settings.get('files.max_depth'))).rejects.toThrow(refusal)
})
