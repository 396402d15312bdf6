import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Mode, repository } from './common.ts'

/** Every app of the repository, the shell first. */
export const apps = ['shell', 'mf-platform', 'mf-admin', 'mf-public', 'mf-setup'].map((name) => join(repository, name))

/** Builds every app, each in its own process. Rejects after all have ended when one of them failed. */
export async function buildAll(mode: Mode = 'production'): Promise<void> {
  const present = apps.filter((dir) => existsSync(join(dir, 'src')))
  const codes = await Promise.all(present.map((dir) => buildApart(dir, mode)))
  const failed = present.filter((_, index) => codes[index] !== 0).map((dir) => basename(dir))
  if (failed.length > 0) throw new Error(`The build of ${failed.join(', ')} failed.`)
}

function buildApart(dir: string, mode: Mode): Promise<number> {
  const script = fileURLToPath(new URL('./build-one.ts', import.meta.url))
  return new Promise((resolve) => {
    spawn(process.execPath, [script, dir, mode], { stdio: 'inherit' }).on('close', (code) => {
      resolve(code ?? 1)
    })
  })
}
