import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LocaleMessages } from '@holdall/api'
import * as z from 'zod/mini'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import { badFileIn } from './version-folder.ts'

/** shell.json: describes the shell's build. */
export const ShellManifest = z.object({
  version: z.string(),
  /** SHELL_API_VERSION. */
  api: z.string(),
  /** Identifies the build by its contents. */
  build: z.string(),
  /** File name -> `sha384-…`, for every file that is served. */
  integrity: z.record(z.string(), z.string()),
  /** Shared package -> the version the shell provides. */
  shared: z.record(z.string(), z.string()),
  /** Locale -> message id -> ICU text; builds of earlier versions have none. */
  messages: z.optional(LocaleMessages),
  /** Source of the content security policy for the page's style element. */
  style: z.string(),
})
export type ShellManifest = z.infer<typeof ShellManifest>

export interface ShellBuild {
  readonly manifest: ShellManifest
  /** index.html with `{{lang}} {{dir}} {{theme}} {{page}} {{title}} {{description}} {{heading}} {{head}} {{boot}} {{text:ID}}` to be filled in. */
  readonly template: string
}

/** Throws `busy` while the shell is not built, or is being built and its files do not match shell.json yet. */
export function readShell(folder: string): ShellBuild {
  try {
    const manifest = ShellManifest.parse(JSON.parse(readFileSync(join(folder, 'shell.json'), 'utf8')))
    const template = readFileSync(join(folder, 'index.html'), 'utf8')
    if (badFileIn(folder, manifest.integrity) !== null) throw new Error('incomplete')
    return { manifest, template }
  } catch {
    throw refuse('busy', { message: `The shell in ${folder} is not built. Run "npm run build".` })
  }
}
