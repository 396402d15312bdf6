import { execFile } from 'node:child_process'
import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { SectionManifest } from '@holdall/api'
import { expect, type Locator, type Page } from '@playwright/test'
import { readManifest, remake, writeManifest } from '../../packages/testing/src/faulty-sections/change-built-section.ts'
import { run } from '../../server/src/cli/run.ts'
import type { Holdall } from './server.ts'

export const root = path.resolve(import.meta.dirname, '../..')
const node = path.join(root, 'node_modules/node/bin/node')
/** The server's own: a command starts in less than half the time when its code is stripped and compiled already. */
const compileCache = path.join(root, 'node_modules/.cache/holdall')

export interface CommandResult {
  readonly code: number
  /** The output of both streams. */
  readonly text: string
}

/** Runs a script of the repository, or of a copy of it, on the workspace's Node. */
export function onNode(args: readonly string[], cwd = root): Promise<CommandResult> {
  return new Promise((resolve) => {
    const env = { ...process.env, INIT_CWD: cwd, NODE_COMPILE_CACHE: compileCache }
    execFile(node, args, { cwd, env }, (error, out, errors) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, text: out + errors })
    })
  })
}

/** Runs `holdall ui …` in a process of its own on the data of this server; returns its output, also when it fails. */
export const tryUi = ({ dataDir }: Pick<Holdall, 'dataDir'>, ...args: readonly string[]): Promise<CommandResult> =>
  onNode(['server/src/cli/main.ts', 'ui', ...args, '--data-dir', dataDir])

/**
 * The same in this process, because the start of a process takes longer than most of what the tests do afterwards.
 * Fails the test when the command fails.
 */
export async function ui({ dataDir }: Pick<Holdall, 'dataDir'>, ...args: readonly string[]): Promise<string> {
  const lines: string[] = []
  const write = (line: string) => void lines.push(line)
  const terminal = { env: process.env, cwd: root, out: write, err: write }
  const code = await run(['ui', ...args, '--data-dir', dataDir], terminal)
  const text = lines.join('\n')
  expect(code, text).toBe(0)
  return text
}

/** Installs a built section and selects its version, whether or not it can run. */
export async function installAndUse(holdall: Pick<Holdall, 'dataDir'>, { folder, id, version }: Built): Promise<void> {
  await ui(holdall, 'install', folder)
  await ui(holdall, 'use', id, version, '--force')
}

/** A section's build in a folder of its own. */
export interface Built {
  readonly folder: string
  readonly id: string
  readonly version: string
  readonly manifest: SectionManifest
}

/** Copies a built section and replaces texts in it, each pair `[from, to]` everywhere. */
export function remade(from: string, to: string, texts: readonly (readonly [string, string])[]): Built {
  const manifest = remake(from, to, (text) => replaceEach(text, texts))
  return { folder: to, id: manifest.id, version: manifest.version, manifest }
}

/** Copies the files of a section and replaces texts in its section.json only. */
export function redescribed(from: string, to: string, texts: readonly (readonly [string, string])[]): Built {
  cpSync(from, to, { recursive: true })
  const manifest = SectionManifest.parse(JSON.parse(replaceEach(JSON.stringify(readManifest(from)), texts)))
  writeManifest(to, manifest)
  return { folder: to, id: manifest.id, version: manifest.version, manifest }
}

const replaceEach = (text: string, texts: readonly (readonly [string, string])[]) =>
  texts.reduce((now, [a, b]) => now.replaceAll(a, b), text)

/** Another version of one of the product's own sections, which differs in its version and the texts only. */
export function anotherVersion(
  id: string,
  version: string,
  to: string,
  texts: readonly (readonly [string, string])[] = [],
): Built {
  const dist = path.join(root, `mf-${id}/dist`)
  const own = remade(dist, to, []).manifest
  const container = `mf_${id}_${version}`.replaceAll(/\W/g, '_')
  return remade(dist, to, [[`"${own.version}"`, `"${version}"`], [own.container, container], ...texts])
}

/** A temporary folder for builds of a test. */
export async function spareFolder(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'holdall-sections-'))
  return { path: folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** The card of a section in Admin → Sections. */
export const cardOf = (page: Page, name: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })

/** Marks the page; a reload removes the mark. */
export async function markPage(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.assign(window, { holdallMark: true })
  })
}
export async function expectNoReload(page: Page): Promise<void> {
  expect(await page.evaluate(() => 'holdallMark' in window), 'the page was not loaded again').toBe(true)
}
