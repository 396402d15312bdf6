import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** For programs that are started without a build: Node strips the types of a module once, and not at each start. */
export const compileCache = join(import.meta.dirname, '../../node_modules/.cache/holdall')

/** Runs a program of this folder, which kills itself in the middle of its work. Throws where it ends in another way. */
export async function killedProcess(
  program: `killed-${string}-process.ts`,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, program), ...args], {
    env: { PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'], NODE_COMPILE_CACHE: compileCache, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
    child.once('close', (...ended) => resolve(ended))
  })
  if (signal !== 'SIGKILL') throw new Error(`${program} ended with ${signal ?? code}`)
}
