import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'

const CHECK_MS = 50
const PAGE_BYTES = 4096

/**
 * Kills a process once it uses more memory than this, and returns what ends the checks. On Linux only, where `/proc` has
 * the resident size: a limit of the address space would refuse the address ranges that V8 reserves and never uses.
 */
export function limitMemory(child: ChildProcess, maxBytes: number): () => void {
  if (process.platform !== 'linux' || child.pid === undefined) return () => undefined
  const path = `/proc/${String(child.pid)}/statm`
  const timer = setInterval(() => {
    readFile(path, 'utf8').then(
      (text) => {
        if (Number(text.split(' ')[1]) * PAGE_BYTES > maxBytes) child.kill('SIGKILL')
      },
      // It has ended.
      () => undefined,
    )
  }, CHECK_MS).unref()
  return () => clearInterval(timer)
}
