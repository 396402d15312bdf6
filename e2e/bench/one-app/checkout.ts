import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { copyWorkspace } from '../../../scripts/lib/workspace-copy.mjs'
import { readManifest, writeManifest } from '../../../packages/testing/src/faulty-sections/change-built-section.ts'
import { onNode, root } from '../../src/sections.ts'

/** Creates a checkout in `to` whose frontend is the same code built as one app, without federation. */
export async function oneAppCheckout(to: string): Promise<void> {
  mkdirSync(to, { recursive: true })
  copyWorkspace(to)
  const { code, text } = await onNode([
    'e2e/bench/one-app/build.ts',
    path.join(to, 'shell/dist'),
    'platform',
    './files/files-page.tsx',
  ])
  if (code !== 0) throw new Error(text)
  for (const app of readdirSync(root).filter((name) => name.startsWith('mf-'))) {
    const dist = path.join(to, app, 'dist')
    mkdirSync(dist, { recursive: true })
    // Routes and navigation still come from section.json; its only file is an empty one.
    const entry = 'none.js'
    writeFileSync(path.join(dist, entry), '')
    writeManifest(dist, {
      ...readManifest(path.join(root, app, 'dist')),
      entry,
      preload: [],
      routePreload: {},
      localePreload: {},
      integrity: { [entry]: `sha384-${createHash('sha384').update('').digest('base64')}` },
    })
  }
}
