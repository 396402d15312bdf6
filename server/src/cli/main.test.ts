import { execFileSync, spawn } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'holdall-test-'))))
afterEach(() => rmSync(folder, { recursive: true }))

/** A descriptor to write to that nothing reads, as that of a program in front of an ended `head`. */
function closedPipe(): number {
  const path = join(folder, 'pipe')
  execFileSync('mkfifo', [path])
  const reader = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
  const writer = openSync(path, constants.O_WRONLY)
  closeSync(reader)
  return writer
}

test.each([
  [['help'], 0],
  [['settings', 'list'], 1],
  [['nonsense'], 2],
])('holdall %j ends with its exit code and without an error when nothing reads its output', async (args, code) => {
  const pipe = closedPipe()
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args, '--data-dir', folder], {
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', pipe, args[0] === 'help' ? 'pipe' : pipe],
  })
  closeSync(pipe)
  let err = ''
  child.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString()))
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(code)
  expect(err).toBe('')
})
