import { readFile, readdir } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { SectionModule } from '@holdall/section/contract'
import { compileMessages, readMessages } from '../messages/compile.ts'

/** What a section says of itself, read without running any of its pages. */
export interface Description {
  readonly section: SectionModule
  /** Route path -> the module file that its lazy page imports. */
  readonly pageFiles: Readonly<Record<string, string>>
  /** Locale -> its message file. */
  readonly messageFiles: Readonly<Record<string, string>>
  /** Locale -> id -> ICU text. */
  readonly messages: Readonly<Record<string, Readonly<Record<string, string>>>>
}

const contract = import.meta.resolve('@holdall/section/contract')
const stub = 'data:text/javascript,export%20default%20undefined'

/** Loads `src/section.ts` of the section in `dir`. Its lazy imports are noted, not followed. */
export async function describeSection(dir: string): Promise<Description> {
  const file = join(dir, 'src/section.ts')
  const source = pathToFileURL(join(dir, 'src/')).href
  let wanted: string[] | null = null
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      if (specifier === '@holdall/section') return { url: contract, shortCircuit: true }
      if (wanted && context.parentURL?.startsWith(source)) {
        wanted.push(fileURLToPath(new URL(specifier, context.parentURL)))
        return { url: stub, shortCircuit: true }
      }
      return next(specifier, context)
    },
  })
  try {
    // A fresh copy for each call: the development server describes the same file again and again.
    const loaded = (await import(`${pathToFileURL(file).href}?${String(Date.now())}`)) as { default?: SectionModule }
    const section = loaded.default
    if (section?.kind !== 'section') throw new Error(`${file} has no defineSection() as its default export.`)
    const pageFiles: Record<string, string> = {}
    for (const route of section.routes) {
      wanted = []
      await route.page().catch(() => undefined)
      const [page] = wanted
      if (page) pageFiles[route.path] = page
    }
    const messageFiles = await findLocales(join(dir, 'src/messages'))
    return { section, pageFiles, messageFiles, messages: await readLocales(messageFiles) }
  } finally {
    hooks.deregister()
  }
}

async function findLocales(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'))
  return Object.fromEntries(names.toSorted().map((name) => [name.slice(0, -'.json'.length), join(folder, name)]))
}

async function readLocales(files: Record<string, string>): Promise<Record<string, Record<string, string>>> {
  const entries = Object.entries(files).map(async ([locale, file]) => {
    const text = await readFile(file, 'utf8')
    compileMessages(text)
    return [locale, readMessages(text)] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}
