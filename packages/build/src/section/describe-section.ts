import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { LocaleMessages } from '@holdall/api'
import type { Lazy, SectionModule } from '@holdall/section/contract'
import { compileMessages } from '../messages/compile.ts'

/** The description of a section, read without running its pages. */
export interface Description {
  readonly section: SectionModule
  /** Route path -> the module file that its lazy page imports. */
  readonly pageFiles: Readonly<Record<string, string>>
  /** Locale -> the module file that its lazy messages import. */
  readonly messageFiles: Readonly<Record<string, string>>
  /** Locale -> id -> ICU text. */
  readonly messages: LocaleMessages
  /** The same, for the messages of packages that its pages load themselves. */
  readonly packageMessages: LocaleMessages
}

const contract = import.meta.resolve('@holdall/section/contract')
let described = 0
const stub = 'data:text/javascript,export%20default%20undefined'

/**
 * Imports a section's description and reads its messages. The modules of its pages are recorded, not loaded. Throws
 * when `file` is not a section or a message is invalid.
 */
export async function describeSection(dir: string, file = 'src/section.ts'): Promise<Description> {
  const entry = pathToFileURL(join(dir, file)).href
  const source = new URL('./', entry).href
  const fresh = String((described += 1))
  const lazily: { imported: string[]; follow: boolean } = { imported: [], follow: true }
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      if (specifier === '@holdall/section') return { url: contract, shortCircuit: true }
      if (!lazily.follow && context.parentURL?.startsWith(source)) {
        lazily.imported.push(fileURLToPath(new URL(specifier, context.parentURL)))
        return { url: stub, shortCircuit: true }
      }
      const resolved = next(specifier, context)
      if (!context.parentURL?.startsWith(source)) return resolved
      lazily.imported.push(fileURLToPath(resolved.url))
      // Node caches modules by URL: another one makes it read a changed file again.
      return resolved.url.startsWith(source) ? { ...resolved, url: `${resolved.url}?${fresh}` } : resolved
    },
    load(url, context, next) {
      // webpack imports JSON without an import attribute; Node would refuse that.
      if (!new URL(url).pathname.endsWith('.json')) return next(url, context)
      return { format: 'module', source: `export default ${readFileSync(new URL(url), 'utf8')}`, shortCircuit: true }
    },
  })
  try {
    const run = async <T>(lazy: Lazy<T>, follow: boolean) => {
      Object.assign(lazily, { imported: [], follow })
      const value = await lazy()
      return { value, file: lazily.imported[0] ?? '' }
    }
    // A new URL for each call, because the development server describes the same file repeatedly.
    const loaded = (await import(`${entry}?${fresh}`)) as { default?: SectionModule }
    const section = loaded.default
    if (section?.kind !== 'section') throw new Error(`${file} has no defineSection() as its default export.`)

    const pageFiles: Record<string, string> = {}
    for (const { path, page } of section.routes)
      pageFiles[path] = (await run(() => page().catch(() => undefined), false)).file
    const messageFiles: Record<string, string> = {}
    const messages: Record<string, Record<string, string>> = {}
    for (const [locale, lazy] of Object.entries(section.messages)) {
      if (!lazy) continue
      const read = await run(lazy, true)
      compileMessages(JSON.stringify(read.value))
      messageFiles[locale] = read.file
      messages[locale] = { ...read.value }
    }
    const packageMessages: Record<string, Record<string, string>> = {}
    for (const byLocale of section.packageMessages ?? [])
      for (const [locale, lazy] of Object.entries(byLocale))
        if (lazy) packageMessages[locale] = { ...packageMessages[locale], ...(await run(lazy, true)).value }
    return { section, pageFiles, messageFiles, messages, packageMessages }
  } finally {
    hooks.deregister()
  }
}
