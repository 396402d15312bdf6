import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { LocaleMessages, SectionManifest } from '@holdall/api'
import { makeConfig } from '@holdall/api/testing'
import { sha384 } from '../features/frontend/version-folder.ts'

/** Builds and sections made up for one test, in a folder of their own. */
export interface Fixture {
  readonly builds: string
  readonly dataDir: string
  /** Writes a section's build into a folder of its own, outside of what is served. */
  section(change?: Partial<SectionManifest>, files?: Record<string, string>): string
  /** The same for a built-in section: `mf-<id>/dist`. */
  builtIn(change: Partial<SectionManifest>, files?: Record<string, string>): string
  /** Replaces the build of the shell. */
  buildShell(build: string, files: Record<string, string>, messages?: LocaleMessages): void
  remove(): void
}

let shared: string | undefined
/** Builds for all apps of this process whose test is about something else. */
export const smallBuilds = (): string => (shared ??= createFixture().builds)

const template =
  '<!doctype html><html lang="{{lang}}" dir="{{dir}}" data-theme="{{theme}}" data-page="{{page}}"><head><title>{{title}}</title>' +
  '<script defer src="/ui/shell/BUILD/main.0123abcd.js"></script>{{head}}' +
  '<script type="application/json" id="holdall-boot">{{boot}}</script></head><body><p>{{text:notice}}</p></body></html>'

export function createFixture(): Fixture {
  const root = mkdtempSync(join(tmpdir(), 'holdall-ui-'))
  const builds = join(root, 'builds')
  const buildShell: Fixture['buildShell'] = (build, files, messages = {}) => {
    const folder = join(builds, 'shell', 'dist')
    rmSync(folder, { recursive: true, force: true })
    write(folder, {
      ...files,
      'shell.json': JSON.stringify({
        version: '0.1.0',
        api: '1.2.0',
        shared: { react: '19.3.1' },
        build,
        messages,
        style: "'sha256-page'",
        integrity: Object.fromEntries(Object.entries(files).map(([name, text]) => [name, sha384(Buffer.from(text))])),
      }),
      'index.html': template.replace('BUILD', build),
      'main.0123abcd.js.map': '{}',
    })
  }
  buildShell('b1', { 'main.0123abcd.js': 'main()', 'plain.js': 'plain()' })
  let made = 0
  const fixture: Fixture = {
    builds,
    dataDir: join(root, 'data'),
    section: (change = {}, files = {}) => writeSection(join(root, 'made', String(++made)), change, files),
    builtIn(change, files = {}) {
      const folder = join(builds, `mf-${change.id}`, 'dist')
      rmSync(folder, { recursive: true, force: true })
      return writeSection(folder, change, files)
    },
    buildShell,
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
  fixture.builtIn(publicSection)
  fixture.builtIn(platformSection)
  return fixture
}

function writeSection(folder: string, change: Partial<SectionManifest>, files: Record<string, string>): string {
  const id = change.id ?? 'calendar'
  const version = change.version ?? '1.0.0'
  const scripts = { 'entry.js': `entry('${id}', '${version}')`, 'page.js': `page('${version}')`, ...files }
  const route = change.routes?.[0]?.path ?? `/${id}`
  const manifest: SectionManifest = {
    kind: 'section',
    id,
    version,
    requires: { shellApi: '^1.0.0', shared: { react: '>=19.0.0' } },
    routes: [{ path: route, access: 'anyone', titleKey: 'title' }],
    namedRoutes: {},
    nav: [],
    popups: [],
    slots: [],
    spotlight: false,
    locales: ['en-US'],
    messages: { title: 'A title' },
    container: `mf_${id}`,
    entry: 'entry.js',
    preload: [],
    routePreload: { [route]: ['page.js'] },
    integrity: Object.fromEntries(Object.entries(scripts).map(([name, text]) => [name, sha384(Buffer.from(text))])),
    ...change,
  }
  write(folder, { ...scripts, 'section.json': JSON.stringify(manifest) })
  for (const [name, text] of Object.entries(scripts)) {
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text))
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text))
  }
  return folder
}

export function write(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

const publicSection: Partial<SectionManifest> = {
  id: 'public',
  version: '0.1.0',
  routes: [
    { path: '/sign-in', access: 'anyone', titleKey: 'title' },
    { path: '/share/:token/files/:id?', access: 'anyone', titleKey: 'title' },
  ],
  namedRoutes: { SignIn: '/sign-in' },
  routePreload: { '/share/:token/files/:id?': ['page.js'] },
}
export const platformSection: Partial<SectionManifest> = {
  id: 'platform',
  version: '0.1.0',
  routes: [{ path: '/platform/files/:id?', access: 'user', titleKey: 'title' }],
}

export const clientConfig = makeConfig({
  host: 'localhost',
  isAuthenticated: false,
  defaultThemeMode: 'system',
  storageLimit: false,
  chunkSize: 1,
})
