import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, signUp, test } from '../src/holdall.ts'
import { onNode, root, spareFolder, tryUi } from '../src/sections.ts'
import { startHoldall } from '../src/server.ts'
import { copyWorkspace } from '../../scripts/lib/workspace-copy.mjs'

const guide = readFileSync(path.join(root, 'docs/sections.md'), 'utf8')

/** Every file in the guide: its name precedes its text. */
const files = new Map(
  [...guide.matchAll(/^`(mf-notes\/[\w./-]+)`[^\n]*\n\n```\w+\n([\s\S]*?)^```$/gm)].map(([, name = '', text = '']) => [
    name,
    text,
  ]),
)
/** The commands of the chapter "Ship it". */
const commands = [...guide.matchAll(/^npm run (build|holdall) -- (.+)$/gm)].map(([, script = '', words = '']) => ({
  script,
  words: words.split(' '),
}))

test('a section written by the guide is built, packed, installed and used', async ({ page }) => {
  expect([...files.keys()]).toEqual([
    'mf-notes/package.json',
    'mf-notes/webpack.config.ts',
    'mf-notes/src/section.ts',
    'mf-notes/src/messages/en-US.json',
    'mf-notes/src/notes/notes-page.tsx',
  ])
  const [spare, holdall] = await Promise.all([spareFolder(), startHoldall()])
  try {
    const workspace = path.join(spare.path, 'holdall')
    mkdirSync(workspace)
    copyWorkspace(workspace)
    for (const [name, text] of files) {
      mkdirSync(path.dirname(path.join(workspace, name)), { recursive: true })
      writeFileSync(path.join(workspace, name), text)
    }
    installLike(workspace, 'mf-notes')

    const [build, pack, install, use] = commands
    expect(commands.map(({ words }) => words.slice(0, 2).join(' '))).toEqual([
      'mf-notes',
      'ui pack',
      'ui install',
      'ui use',
    ])
    for (const [script, step] of [
      ['scripts/build.mjs', build],
      ['server/src/cli/main.ts', pack],
    ] as const) {
      const { code, text } = await onNode([script, ...(step?.words ?? [])], workspace)
      expect(code, text).toBe(0)
    }
    for (const words of [['install', path.join(workspace, install?.words[2] ?? '')], use?.words.slice(1) ?? []]) {
      const { code, text } = await tryUi(holdall, ...words)
      expect(code, text).toBe(0)
    }

    const { name } = await signUp(page, holdall.url)
    await page.goto(`${holdall.url}/platform/files`)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Notes' }).click()
    await expect(page).toHaveURL(`${holdall.url}/platform/notes`)
    await expect(page.getByRole('heading', { name: 'Notes' })).toBeVisible()
    await expect(page).toHaveTitle('Notes – Holdall')
    await page.getByRole('button', { name: 'Greet' }).click()
    await expect(page.getByText(`Hello, ${name}.`)).toBeVisible()
  } finally {
    await Promise.all([holdall.stop(), spare.remove()])
  }
})

/** Links the dependencies of a new folder, as `pnpm install` does when all are in the workspace. */
function installLike(workspace: string, folder: string): void {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(path.join(workspace, folder, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'devDependencies', Record<string, string>>
  const others = ['shell', ...readdirSync(workspace).filter((name) => name.startsWith('mf-') && name !== folder)]
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
    const places = others.map((other) => path.join(workspace, other, 'node_modules', name))
    const found =
      version === 'workspace:*'
        ? path.join(workspace, 'packages', name.replace('@holdall/', ''))
        : places.find((place) => existsSync(place))
    if (!found || !existsSync(found)) throw new Error(`${name} is not at hand in this workspace.`)
    const link = path.join(workspace, folder, 'node_modules', name)
    mkdirSync(path.dirname(link), { recursive: true })
    symlinkSync(realpathSync(found), link)
  }
}
