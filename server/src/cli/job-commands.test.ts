import * as z from 'zod/mini'
import { minute } from '../infrastructure/clock.ts'
import { defineJob, handleJob } from '../infrastructure/jobs/job-definition.ts'
import { runCommand, variablesOf } from '../testing/command-line.ts'
import { testApp, type TestApp } from '../testing/test-app.ts'

const broken = defineJob('broken', z.object({ n: z.number() }), { retries: 0 })

let holdall: TestApp
let isBroken: boolean
beforeEach(async () => {
  isBroken = true
  holdall = await testApp({
    jobs: [handleJob(broken, () => (isBroken ? Promise.reject(new Error('no luck\nat all')) : Promise.resolve()))],
  })
  await holdall.services.jobs.runDue()
})
afterEach(() => holdall.close())

const command = (...args: string[]) => runCommand(args, { env: variablesOf(holdall.services.config) })
const enqueue = () => holdall.services.transact((trx) => holdall.services.jobs.enqueue(trx, broken, { n: 1 }))

test('lists, retries and cancels jobs beside a running server', async () => {
  expect((await command('jobs', 'list')).out).toBe('No jobs are waiting, running or failed.')
  await enqueue()
  expect((await command('jobs')).out).toMatch(/^[\w-]{36} {2}broken {2}waiting {2}0 runs {2}due \d{4}-\S+Z$/)
  await holdall.services.jobs.runDue()
  const listed = (await command('jobs', 'list')).out
  expect(listed).toMatch(/^[\w-]{36} {2}broken {2}failed {2}1 run +no luck$/)
  const id = listed.slice(0, 36)
  isBroken = false
  expect(await command('jobs', 'retry', id)).toEqual({ code: 0, out: `Job ${id} runs next.`, err: '' })
  // The command reads the computer's clock.
  holdall.clock.advance(minute)
  await holdall.services.jobs.runDue()
  expect(await holdall.services.jobs.list()).toEqual([])
  expect(await command('jobs', 'retry', id)).toMatchObject({ code: 1, out: '' })

  await enqueue()
  const [waiting] = await holdall.services.jobs.list()
  expect((await command('jobs', 'cancel', waiting!.id)).code).toBe(0)
  expect((await command('jobs', 'cancel', waiting!.id)).err).toBe(
    `There is no job ${waiting!.id} that this could be done with.`,
  )
  expect(await holdall.services.jobs.list()).toEqual([])
})

test.each([[['jobs', 'nonsense']], [['jobs', 'retry']], [['jobs', 'list', 'more']], [['jobs', 'cancel', 'a', 'b']]])(
  '%j is not understood, and the help is shown',
  async (args) => {
    const { code, err } = await command(...args)
    expect(code).toBe(2)
    expect(err).toContain('holdall jobs retry ID')
  },
)

test('says when the database is of another version', async () => {
  await holdall.services.db.deleteFrom('kysely_migration' as 'settings').execute()
  const { code, err } = await command('jobs')
  expect([code, err]).toEqual([1, expect.stringContaining('Start this version of Holdall once')])
})
