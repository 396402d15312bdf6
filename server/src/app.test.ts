import { once } from 'node:events'
import * as z from 'zod/mini'
import { file } from './testing/file-requests.ts'
import { defineJob, handleJob } from './infrastructure/jobs/job-definition.ts'
import { listen, rawConnection } from './testing/raw-http.ts'
import { testApp } from './testing/test-app.ts'

const endless = defineJob('endless', z.object({}))

/** A Holdall in which a job runs until it is aborted. */
async function busyApp() {
  let begin!: () => void
  let abort!: () => void
  const isBegun = new Promise<void>((resolve) => (begin = resolve))
  const isAborted = new Promise<void>((resolve) => (abort = resolve))
  const holdall = await testApp({
    jobs: [
      handleJob(endless, async (_, { signal }) => {
        begin()
        await once(signal, 'abort')
        abort()
      }),
    ],
  })
  const { jobs, transact } = holdall.services
  await transact((trx) => jobs.enqueue(trx, endless, {}))
  jobs.start()
  await isBegun
  return { holdall, isAborted }
}

test('closing stops the jobs while a transfer is under way', async () => {
  const { holdall, isAborted } = await busyApp()
  const port = await listen(holdall.app)
  const user = await holdall.signUp()
  const entry = await file(user, 'large.bin', Buffer.alloc(24 * 1024 * 1024, 'x'))
  const cookie = [...user.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const { socket } = rawConnection(
    port,
    `GET ${entry.attributes.file_url} HTTP/1.1\r\nhost: a\r\ncookie: ${cookie}\r\n\r\n`,
  )
  await once(socket, 'data')
  socket.pause()
  const closed = holdall.close()
  await isAborted
  socket.destroy()
  await closed
})

test('closing stops the jobs of a server that never listened', async () => {
  const { holdall, isAborted } = await busyApp()
  await holdall.close()
  await isAborted
})
