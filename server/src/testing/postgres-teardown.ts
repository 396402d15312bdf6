import { rmSync } from 'node:fs'

export default async function teardown(): Promise<void> {
  const running = globalThis.holdallTestPostgres
  if (!running) return
  await new Promise((resolve) => {
    running.process.once('exit', resolve)
    running.process.kill('SIGINT')
  })
  rmSync(running.dir, { recursive: true, force: true })
}
