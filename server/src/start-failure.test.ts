import { createServer, type Server } from 'node:net'
import { connect } from './infrastructure/db/connect.ts'
import { createLog } from './infrastructure/log.ts'
import { StartError } from './infrastructure/start-error.ts'
import { startFailure } from './start-failure.ts'

/** The error of listening at an address. */
function listening(host: string, port: number, by: Server = createServer()): Promise<unknown> {
  return new Promise((resolve) => {
    by.once('error', resolve)
    by.listen(port, host, () => resolve(undefined))
  })
}

test('a port that is taken is named, with the variable for another one', async () => {
  const first = createServer()
  expect(await listening('127.0.0.1', 0, first)).toBeUndefined()
  const { port } = first.address() as { port: number }
  const message = startFailure(await listening('127.0.0.1', port))
  expect(message).toMatch(/^Another program listens on this address already \(.+\)\. Set HOLDALL_PORT\.$/)
  first.close()
})

test.each(['192.0.2.1', 'nowhere.invalid'])('%s is no address of this machine', async (host) => {
  expect(startFailure(await listening(host, 0))).toMatch(/^HOLDALL_HOST names no address of this machine \(.+\)\.$/)
})

test('a database that cannot be reached is named', async () => {
  const place = { dataDir: '', databaseUrl: 'postgres://nobody@127.0.0.1:1/nothing' }
  const { db, migrate } = connect(place, createLog('silent'))
  const error = await migrate(0).catch((thrown: unknown) => thrown)
  expect(startFailure(error)).toMatch(/^The database cannot be used: database: connection: .+$/)
  await db.destroy()
})

test('an error of the start is reported in its own words, and a defect with its stack', () => {
  expect(startFailure(new StartError('Set HOLDALL_X.'))).toBe('Set HOLDALL_X.')
  expect(startFailure(new TypeError('x is not a function'))).toBeUndefined()
})
