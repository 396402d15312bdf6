import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { transform } from '@swc/core'
import { SHELL_API_VERSION } from '@holdall/section/contract'
import webpack, { type Compilation, type Compiler } from 'webpack'
import type { LocaleMessages } from '@holdall/api'
import { integrityOf } from '../integrity.ts'
import { readMessages } from '../messages/compile.ts'
import { providedVersions } from '../shared-packages.ts'

/**
 * Path of the shell's files. The server has a folder below it for each build; the development server serves them
 * directly.
 */
export const SHELL_BASE = '/ui/shell/'

/** dist/shell.json: what the server needs to serve the shell. File names are relative to the build's folder. */
export interface ShellManifest {
  readonly version: string
  /** The SHELL_API_VERSION that the shell implements. */
  readonly api: string
  /** Shared package -> the version that the shell provides. */
  readonly shared: Readonly<Record<string, string>>
  /** Hash of the build's files. */
  readonly build: string
  /** Path of the build's folder; ends in a slash. */
  readonly base: string
  /** File name -> `sha384-…`, for every file that is served. */
  readonly integrity: Readonly<Record<string, string>>
  /** Scripts that start the shell, in order. */
  readonly entry: readonly string[]
  /** Scripts that the entry imports at once. */
  readonly preload: readonly string[]
  /** Script that runs before the first paint and sets the theme. */
  readonly early: string
  /** Locale -> message id -> ICU text, for `GET /translations/:locale`. */
  readonly messages: LocaleMessages
  /** Hash of the page's style element, as a source of the content security policy: `'sha256-…'`. */
  readonly style: string
}

/** Emits shell.json, the page template, the script that runs before the first paint, and the offline screen. */
export class ShellPlugin {
  readonly #dir: string
  readonly #isDevServer: boolean

  /** `isDevServer`: the development server serves the page, so that no server fills in the template. */
  constructor(dir: string, isDevServer: boolean) {
    this.#dir = dir
    this.#isDevServer = isDevServer
  }

  apply(compiler: Compiler): void {
    const dir = this.#dir
    compiler.hooks.thisCompilation.tap('Shell', (compilation) => {
      compilation.hooks.processAssets.tapPromise(
        { name: 'Shell', stage: webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT },
        async () => {
          if (compilation.errors.length > 0) return
          const emit = (name: string, text: string | Buffer) => {
            // Marked as minimized: minified again, a file would not match its integrity hash.
            compilation.emitAsset(name, new webpack.sources.RawSource(text), { minimized: true })
          }
          const early = await this.#script('before-first-paint.ts', 'early', emit)
          const icon = await emitHashed(join(dir, 'src/icon.svg'), 'icon', 'svg', emit)
          const css = await minifiedCss(join(dir, 'src/skeleton.css'))
          const font = [...compilation.getAssets()].find(({ name }) =>
            /inter-latin-opsz-normal[^/]*\.woff2$/.test(name),
          )
          const offline = this.#isDevServer
            ? null
            : {
                icon,
                font: font?.name,
                early,
                script: await this.#script('offline/offline-page.ts', 'offline', emit),
                css: await emitOfflineStyle(join(dir, 'src/offline/offline.css'), font?.name, emit),
              }
          const manifest = await this.#manifest(compilation, early, css)
          emit('shell.json', `${JSON.stringify(manifest, null, 2)}\n`)
          const template = await readFile(join(dir, 'src/index.html'), 'utf8')
          const page = fillTemplate(template, manifest, { icon, css, font: font?.name })
          emit('index.html', this.#isDevServer ? withoutServer(page, manifest.messages) : page)
          if (!offline) return
          const screen = await readFile(join(dir, 'src/offline/offline.html'), 'utf8')
          emit('offline.html', fillOfflineTemplate(screen, manifest.base, offline))
        },
      )
    })
  }

  /** A script of one file, without imports. Returns its name. */
  async #script(file: string, as: string, emit: (name: string, text: string) => void): Promise<string> {
    const source = await readFile(join(this.#dir, 'src', file), 'utf8')
    const { code } = await transform(source, {
      jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
      isModule: false,
      minify: true,
    })
    const name = `${as}.${hashOf(code)}.js`
    emit(name, code)
    return name
  }

  async #manifest(compilation: Compilation, early: string, css: string): Promise<ShellManifest> {
    const { version } = JSON.parse(await readFile(join(this.#dir, 'package.json'), 'utf8')) as { version: string }
    const main = compilation.entrypoints.get('main')
    const entry = scriptsOf(main ? [main] : [])
    const preload = scriptsOf(main ? [...main.childrenIterable] : []).filter((name) => !entry.includes(name))
    const integrity = integrityOf(compilation.getAssets())
    const build = hashOf(JSON.stringify(integrity), 16)
    return {
      version,
      api: SHELL_API_VERSION,
      shared: providedVersions(this.#dir),
      build,
      base: this.#isDevServer ? SHELL_BASE : `${SHELL_BASE}${build}/`,
      integrity,
      entry,
      preload,
      early,
      messages: await readLocales(join(this.#dir, 'src')),
      style: `'sha256-${createHash('sha256').update(css).digest('base64')}'`,
    }
  }
}

/** The messages of all folders of that name: those of the first screen, and those that parts of the shell load later. */
async function readLocales(folder: string): Promise<LocaleMessages> {
  const files = existsSync(folder) ? await readdir(folder, { recursive: true, withFileTypes: true }) : []
  const locales: Record<string, Record<string, string>> = {}
  for (const { name, parentPath } of files) {
    if (basename(parentPath) !== 'messages' || !name.endsWith('.json')) continue
    const texts = readMessages(await readFile(join(parentPath, name), 'utf8'))
    const locale = name.slice(0, -'.json'.length)
    locales[locale] = { ...locales[locale], ...texts }
  }
  return Object.fromEntries(Object.entries(locales).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** The style of the offline screen, with the font of all other pages. Returns the name of its file. */
async function emitOfflineStyle(
  file: string,
  font: string | undefined,
  emit: (name: string, text: string) => void,
): Promise<string> {
  const face = font
    ? `@font-face{font-family:'Inter Variable';font-weight:100 900;font-display:swap;src:url(${font}) format('woff2')}`
    : ''
  const css = face + (await minifiedCss(file))
  const name = `offline.${hashOf(css)}.css`
  emit(name, css)
  return name
}

interface OfflineParts {
  readonly icon: string
  readonly css: string
  readonly early: string
  readonly script: string
  readonly font: string | undefined
}

/** Fills in `{{shell}}`. The server fills in `{{lang}} {{dir}} {{theme}} {{name}} {{logo}} {{texts}}`. */
function fillOfflineTemplate(template: string, base: string, { icon, css, early, script, font }: OfflineParts): string {
  const lines = [
    `<link rel="icon" href="${base}${icon}" type="image/svg+xml" />`,
    `<link rel="stylesheet" href="${base}${css}" />`,
    `<script src="${base}${early}"></script>`,
    ...(font ? [`<link rel="preload" as="font" type="font/woff2" href="${base}${font}" crossorigin />`] : []),
    `<script defer src="${base}${script}"></script>`,
  ]
  return template.replace('{{shell}}', lines.join('\n    '))
}

interface Group {
  readonly chunks: readonly { readonly files: Iterable<string> }[]
}
function scriptsOf(groups: readonly Group[]): string[] {
  const files = groups.flatMap((group) => group.chunks.flatMap((chunk) => [...chunk.files]))
  return [...new Set(files)].filter((name) => name.endsWith('.js') && !name.includes('.hot-update.'))
}

const hashOf = (content: string | Buffer, length = 8) =>
  createHash('sha256').update(content).digest('hex').slice(0, length)

async function emitHashed(
  file: string,
  name: string,
  extension: string,
  emit: (name: string, bytes: Buffer) => void,
): Promise<string> {
  const bytes = existsSync(file) ? await readFile(file) : Buffer.alloc(0)
  const target = `${name}.${hashOf(bytes)}.${extension}`
  emit(target, bytes)
  return target
}

/** Removes comments and spaces only; the file is small. */
async function minifiedCss(file: string): Promise<string> {
  if (!existsSync(file)) return ''
  const text = await readFile(file, 'utf8')
  return text
    .replaceAll(/\/\*[^*]*\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
    .trim()
}

interface PageParts {
  readonly icon: string
  readonly css: string
  /** The font file for Latin text, which the first paint needs. */
  readonly font: string | undefined
}

/**
 * Fills in `{{shell}}`. The server fills in `{{lang}} {{dir}} {{theme}} {{page}} {{title}} {{head}} {{boot}}
 * {{text:ID}}`.
 */
function fillTemplate(
  template: string,
  { base, early, entry, preload }: ShellManifest,
  { icon, css, font }: PageParts,
): string {
  const lines = [
    `<link rel="icon" href="${base}${icon}" type="image/svg+xml" />`,
    `<style>${css}</style>`,
    `<script src="${base}${early}"></script>`,
    ...(font ? [`<link rel="preload" as="font" type="font/woff2" href="${base}${font}" crossorigin />`] : []),
    ...preload.map((name) => `<link rel="preload" as="script" fetchpriority="low" href="${base}${name}" />`),
    ...entry.map((name) => `<script defer src="${base}${name}"></script>`),
  ]
  return template.replace('{{shell}}', lines.join('\n    '))
}

/** Fills in what the server would fill in, for the development server. */
function withoutServer(page: string, messages: LocaleMessages): string {
  const values: Record<string, string> = { lang: 'en-US', dir: 'ltr', theme: 'system', page: 'app', title: 'Holdall' }
  return page
    .replaceAll(/\{\{text:([\w.]+)\}\}/g, (_, id: string) => messages['en-US']?.[id] ?? '')
    .replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
}
