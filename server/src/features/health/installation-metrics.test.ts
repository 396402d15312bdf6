import * as z from 'zod/mini'
import { defineJob, handleJob } from '../../infrastructure/jobs/job-definition.ts'
import { hour, minute, second } from '../../infrastructure/clock.ts'
import { runCommand, variablesOf } from '../../testing/command-line.ts'
import { countedStatements } from '../../testing/counted-statements.ts'
import { backupFolder, runEnds } from '../../testing/backup-scene.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'

const options = { backoffMs: 0, retries: 0 }
const mailJob = defineJob('send-test-mail', z.object({}), options)
const otherJob = defineJob('test-job', z.object({}), options)
const broken = () => Promise.reject(new Error('broken'))

let holdall: TestApp
beforeEach(async () => {
  holdall = await testApp({ jobs: [handleJob(mailJob, broken), handleJob(otherJob, broken)] })
})
afterEach(async () => {
  await holdall.close()
  await runEnds()
})

const metrics = async () => (await holdall.visitor('127.0.0.1').get('/metrics')).raw.payload
const valueOf = (text: string, name: string) => {
  const line = text.split('\n').find((each) => each.startsWith(`holdall_${name} `))
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}

test('show jobs, mails, accounts, bytes, uploads, failed sections and the last backup', async () => {
  const { jobs, transact, config } = holdall.services
  const user = await holdall.signUp()
  await user.raw(
    '/api/upload/chunks',
    { name: 'a.bin', upload_id: 'partpart1', offset: 0, size: 70_000 },
    Buffer.alloc(70_000),
  )
  await user.raw(
    '/api/upload/chunks',
    { name: 'b.bin', upload_id: 'openopen1', offset: 0, size: 200_000 },
    Buffer.alloc(70_000),
  )
  await transact(async (trx) => {
    await jobs.enqueue(trx, mailJob, {})
    await jobs.enqueue(trx, otherJob, {})
  })
  await jobs.runDue()
  await transact((trx) => jobs.enqueue(trx, otherJob, {}))
  // pg-boss and the backup read the computer's clock.
  holdall.clock.advance(hour)
  const text = await metrics()
  expect(valueOf(text, 'jobs{state="failed"}')).toBe(2)
  expect(valueOf(text, 'jobs{state="active"}')).toBe(0)
  expect(valueOf(text, 'jobs{state="waiting"}')).toBeGreaterThanOrEqual(1)
  expect(valueOf(text, 'jobs_oldest_age_seconds{state="failed"}')).toBeGreaterThanOrEqual(minute / second)
  expect(valueOf(text, 'jobs_oldest_age_seconds{state="active"}')).toBe(0)
  expect(valueOf(text, 'mails_failed')).toBe(1)
  expect(valueOf(text, 'users')).toBe(1)
  expect(valueOf(text, 'stored_bytes')).toBe(70_000)
  expect(valueOf(text, 'uploads_open')).toBe(1)
  expect(valueOf(text, 'section_failures_total')).toBe(0)
  expect(valueOf(text, 'last_backup_age_seconds')).toBeUndefined()

  const folder = backupFolder()
  expect((await runCommand(['backup', folder], { env: variablesOf(config) })).code).toBe(0)
  const report = { id: 'platform', version: '0.1.0', reason: 'r', address: null }
  expect((await holdall.visitor().post('/api/sections/failures', report)).status).toBe(204)
  holdall.clock.advance(hour)
  const later = await metrics()
  expect(valueOf(later, 'section_failures_total')).toBe(1)
  expect(valueOf(later, 'last_backup_age_seconds')).toBeGreaterThanOrEqual(minute / second)
})

test('ask the database once in ten seconds, with as many statements for many accounts', async () => {
  const statements = async () => {
    holdall.clock.advance(10 * second)
    return (await countedStatements(metrics)).length
  }
  await metrics()
  const before = await statements()
  for (let count = 0; count < 5; count++) await holdall.signUp()
  expect(await statements()).toBe(before)
  expect(await countedStatements(metrics)).toEqual([])
  expect(valueOf(await metrics(), 'users')).toBe(5)
})

test('leave out the installation while the database does not answer, and try again at the next call', async () => {
  jest.spyOn(holdall.services.jobs, 'counts').mockRejectedValueOnce(new Error('no answer'))
  const without = await metrics()
  expect(without).toContain('process_resident_memory_bytes')
  expect(without).not.toMatch(/^holdall_(users|jobs|stored_bytes)[ {]/m)
  expect(valueOf(await metrics(), 'users')).toBe(0)
})
